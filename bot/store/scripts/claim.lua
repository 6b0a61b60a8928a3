-- Hands out what has waited in an index since `until` or longer; it waits again from now on. What
-- waits since a time to come was put there by a clock that was wrong, and is handed out as well.
-- KEYS[1] index. Args: until, limit, now. Answers the members.
local due = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[2])
local ahead = '(' .. string.format('%.3f', tonumber(ARGV[3]) + 3600)
for _, member in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], ahead, '+inf', 'LIMIT', 0, ARGV[2])) do
  table.insert(due, member)
end
for _, member in ipairs(due) do redis.call('ZADD', KEYS[1], ARGV[3], member) end
return due
