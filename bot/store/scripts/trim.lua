-- Drops days of the audit, the oldest first. KEYS[1] base of the audit. Args: the first day to keep.
-- A day stays when not all of it is exported, or when it has an entry of a call that is not over.
-- Answers how many were dropped.
local base, dropped = KEYS[1], 0
local exported = tonumber(redis.call('HGET', base .. ':head', 'exported') or 0)
local open = redis.call('ZRANGE', base .. ':open', 0, 0, 'WITHSCORES')
local days = redis.call('ZRANGE', base .. ':days', 0, -1)
for _, day in ipairs(days) do
  if day >= ARGV[1] then break end
  local stream = base .. ':day:' .. day
  local newest = redis.call('XREVRANGE', stream, '+', '-', 'COUNT', 1)[1]
  local last = newest and tonumber(string.match(newest[1], '^%d+')) or 0
  if last > exported or (open[2] and tonumber(open[2]) <= last) then break end
  redis.call('DEL', stream)
  redis.call('ZREM', base .. ':days', day)
  dropped = dropped + 1
end
return dropped
