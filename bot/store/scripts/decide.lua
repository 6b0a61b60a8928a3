-- Counts one person's word. The first that settles the approval counts; it goes into the inbox.
-- Args: call key, approval id, person, verdict, decision, whether it is in time, how many must
--       approve, inbox entry, notice. Answers 'settled', 'counted', 'repeated', 'late' or 'missing'.
local call, id, person, verdict = call_key(arg()), arg(), arg(), arg()
local decision, in_time, required = arg(), arg(), tonumber(arg())

if redis.call('HGET', call, 'id') ~= id then return 'missing' end
if redis.call('HEXISTS', call, 'by:' .. person) == 1 then return 'repeated' end
if redis.call('HGET', call, 'status') ~= 'waiting' or in_time ~= '1' then return 'late' end

local number = redis.call('HINCRBY', call, 'decided', 1)
redis.call('HSET', call, 'by:' .. person, number, 'decision:' .. number, decision)
redis.call('HINCRBY', call, 'version', 1)

local status
if verdict == 'rejected' then
  status = 'rejected'
elseif redis.call('HINCRBY', call, 'approved', 1) >= required then
  status = 'approved'
end

local entry, notice = arg(), arg()
if status then
  redis.call('HSET', call, 'status', status)
  append(inbox, entry)
end
append(outbox, notice)
keep()
return status and 'settled' or 'counted'
