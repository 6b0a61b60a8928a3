-- Takes a member out of an index, unless it was put there anew. KEYS[1] index. Args: member, score.
local score = redis.call('ZSCORE', KEYS[1], ARGV[1])
if score and tonumber(score) == tonumber(ARGV[2]) then redis.call('ZREM', KEYS[1], ARGV[1]) end
return 'ok'
