-- Remembers up to which entry the audit is in files. KEYS[1] base of the audit.
-- Args: first and last number of a file; one with a gap before it does not count.
local head = KEYS[1] .. ':head'
local before = tonumber(redis.call('HGET', head, 'exported') or 0)
if tonumber(ARGV[1]) <= before + 1 and tonumber(ARGV[2]) > before then
  redis.call('HSET', head, 'exported', ARGV[2])
end
return 'ok'
