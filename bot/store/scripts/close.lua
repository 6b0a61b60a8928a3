-- Ends an approval that stands at `from`: nobody decided in time, nobody could see it, or a person
-- settled a doubt. Args: call key, approval id, run, from, to, by whom, inbox entry, notices
-- with their count in front. Answers 'settled', 'late' or 'missing'.
local name, id, run, from, to = arg(), arg(), arg(), arg(), arg()
local by, entry, notices = arg(), arg(), list()
local call = call_key(name)

if redis.call('HGET', call, 'id') ~= id then return 'missing' end
if redis.call('HGET', call, 'status') ~= from then return 'late' end

redis.call('HSET', call, 'status', to, 'ended_by', by, 'ended_at', ARGV[2])
redis.call('HINCRBY', call, 'version', 1)
redis.call('SREM', doubts, name)
append(inbox, entry)
tell(notices)
keep(run)
return 'settled'
