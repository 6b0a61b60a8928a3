-- Counts one person's word. The first that settles the approval counts; it goes into the inbox.
-- Args: call key, approval id, person, whose right it was (often the same), verdict, decision, whether
--       it is in time, how many must approve, digest of what was approved, whether that is an edit,
--       inbox entry, notices with their count in front.
-- Answers 'settled', 'counted', 'repeated', 'late', 'changed' or 'missing'.
local call, id, person, behalf, verdict = call_key(arg()), arg(), arg(), arg(), arg()
local decision, in_time, required = arg(), arg(), tonumber(arg())
local digest, edits, entry, notices = arg(), arg() == '1', arg(), list()

if redis.call('HGET', call, 'id') ~= id then return 'missing' end
local known = redis.call('HMGET', call, 'status', 'digest', 'by:' .. person, 'by:' .. behalf)
if known[3] == known[2] or known[4] == known[2] then return 'repeated' end
if known[1] ~= 'waiting' or in_time ~= '1' then return 'late' end
if edits then
  redis.call('HSET', call, 'digest', digest, 'approved', 0)
elseif verdict == 'approved' and digest ~= known[2] then
  return 'changed'
else
  digest = known[2]
end

local number = redis.call('HINCRBY', call, 'decided', 1)
redis.call('HSET', call, 'by:' .. person, digest, 'by:' .. behalf, digest,
  'nth:' .. person, number, 'decision:' .. number, decision)
redis.call('HINCRBY', call, 'version', 1)

local status
if verdict == 'rejected' then
  status = 'rejected'
elseif redis.call('HINCRBY', call, 'approved', 1) >= required then
  status = 'approved'
end

if status then
  redis.call('HSET', call, 'status', status)
  if status == 'rejected' then redis.call('HSET', call, 'ended_at', ARGV[2]) end
  append(inbox, entry)
end
tell(notices)
keep()
return status and 'settled' or 'counted'
