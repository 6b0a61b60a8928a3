-- The call has ended. Settles a doubt that arose while its holder still ran it; never overwrites
-- another holder. Args: fence, call key, run, 'done' or 'failed', output, notices for the
-- outbox with their count in front. Answers 'ok', 'resolved' when it was in doubt, or 'lost'.
local fence, name, run, ending, output, notices = arg(), arg(), arg(), arg(), arg(), list()
local call = call_key(name)
local known = redis.call('HMGET', call, 'status', 'fence')
if known[2] ~= fence then return 'lost' end
if known[1] == 'done' or known[1] == 'failed' then return 'ok' end
if known[1] ~= 'started' and known[1] ~= 'in_doubt' then return 'lost' end

redis.call('HSET', call, 'status', ending, 'output', output)
redis.call('HINCRBY', call, 'version', 1)
redis.call('SREM', doubts, name)
tell(notices)
keep(run)
return known[1] == 'in_doubt' and 'resolved' or 'ok'
