-- Takes back somebody's approval of a call that has not started.
-- Args: call key, approval id, person, whose right it was (often the same), digest then in force, how
-- many approve that, remark, notices with their count in front.
-- Answers 'ok', 'late' or 'missing'.
local call, id, person, behalf = call_key(arg()), arg(), arg(), arg()
local digest, approved, remark, notices = arg(), arg(), arg(), list()

if redis.call('HGET', call, 'id') ~= id then return 'missing' end
local number = redis.call('HGET', call, 'nth:' .. person)
if redis.call('HGET', call, 'status') ~= 'approved' or not number then return 'late' end

redis.call('HDEL', call, 'by:' .. person, 'by:' .. behalf, 'nth:' .. person,
  'decision:' .. number)
redis.call('HSET', call, 'status', 'waiting', 'digest', digest, 'approved', approved)
redis.call('HSET', call, 'remark:' .. redis.call('HINCRBY', call, 'remarks', 1), remark)
redis.call('HINCRBY', call, 'version', 1)
tell(notices)
keep()
return 'ok'
