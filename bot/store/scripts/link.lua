-- Ties an entry to the end of the audit's chain, once.
-- KEYS[1]  base of the audit: every key below is in its slot
-- Args: entry id, its number, hash of the link before, its own hash, link, day, run ('' = none),
--       call ('' = none), 'opens', 'closes' or '', policies ('' = it is not about them),
--       life of what only leads to entries in ms
-- Answers 'ok', 'known', or the end of the chain when it is another one: its number and hash.
local base, head = KEYS[1], KEYS[1] .. ':head'
local id, number, prev, hash, link, day = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5], ARGV[6]
local run, call, turn, policies, life = ARGV[7], ARGV[8], ARGV[9], ARGV[10], ARGV[11]

local once = base .. ':entry:' .. id
if redis.call('EXISTS', once) == 1 then return 'known' end
local last = redis.call('HMGET', head, 'number', 'hash', 'day', 'policies')
if policies ~= '' and last[4] == policies then return 'known' end
if tonumber(last[1] or 0) + 1 ~= tonumber(number) or (last[2] or prev) ~= prev then
  return (last[1] or '0') .. ' ' .. (last[2] or '')
end

-- A process whose clock is behind does not go back to a day that is over.
if last[3] and last[3] > day then day = last[3] end
redis.call('XADD', base .. ':day:' .. day, number .. '-0', 'link', link)
redis.call('ZADD', base .. ':days', 'NX', number, day)
redis.call('HSET', head, 'number', number, 'hash', hash, 'day', day)
redis.call('SET', once, number, 'PX', life)
if policies ~= '' then redis.call('HSET', head, 'policies', policies) end
if run ~= '' then
  redis.call('RPUSH', base .. ':run:' .. run, number .. ' ' .. day)
  redis.call('PEXPIRE', base .. ':run:' .. run, life)
end
if turn == 'opens' then redis.call('ZADD', base .. ':open', 'NX', number, call) end
if turn == 'closes' then redis.call('ZREM', base .. ':open', call) end
return 'ok'
