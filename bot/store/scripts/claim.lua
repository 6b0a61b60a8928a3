-- Hands out what has waited in an index since `until` or longer; it waits again from now on.
-- KEYS[1] index. Args: until, limit, now. Answers the members.
local due = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[2])
for _, member in ipairs(due) do redis.call('ZADD', KEYS[1], ARGV[3], member) end
return due
