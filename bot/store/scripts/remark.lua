-- Puts a remark on record. Args: call key, approval id, once key, remark; notices with their count.
-- Answers 'ok', 'repeated' or 'missing'.
local call, id, once, remark = call_key(arg()), arg(), arg(), arg()

if redis.call('HGET', call, 'id') ~= id then return 'missing' end
if redis.call('HSETNX', call, 'remarked:' .. once, 1) == 0 then return 'repeated' end
local number = redis.call('HINCRBY', call, 'remarks', 1)
redis.call('HSET', call, 'remark:' .. number, remark)
redis.call('HINCRBY', call, 'version', 1)
tell(list())
keep()
return 'ok'
