-- Takes the thread. Args: lease in ms. Answers the fence of the new holder and the version of the
-- state, or 'busy'.
if redis.call('EXISTS', lease) == 1 then return 'busy' end
local fence = redis.call('HINCRBY', head, 'fence', 1)
redis.call('SET', lease, fence, 'PX', arg())
keep()
return fence .. ' ' .. (redis.call('HGET', head, 'version') or 0)
