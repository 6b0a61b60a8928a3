-- The call has ended. Settles a doubt that arose while its holder still ran it, which goes into the
-- inbox; never overwrites another holder. Args: fence, call key, run, 'done' or 'failed', output,
-- notices for the outbox with their count in front, entry for the inbox ('' = that of the request
-- which was opened in doubt, with its notice, if there is one), whether an earlier holder began it and
-- it went on in the hands of this one. Answers 'ok', 'resolved' when it was in doubt, or 'lost'.
local fence, name, run, ending, output, notices = arg(), arg(), arg(), arg(), arg(), list()
local entry, resumed = arg(), arg() == '1'
local call = call_key(name)
local known = redis.call('HMGET', call, 'status', 'fence', 'notice', 'entry')
if (resumed and redis.call('HGET', head, 'fence') or known[2]) ~= fence then return 'lost' end
if known[1] == 'done' or known[1] == 'failed' then return 'ok' end
if known[1] ~= 'started' and known[1] ~= 'in_doubt' then return resumed and 'ok' or 'lost' end

redis.call('HSET', call, 'status', ending, 'output', output, 'ended_at', ARGV[2])
redis.call('HINCRBY', call, 'version', 1)
redis.call('SREM', doubts, name)
tell(notices)
if known[1] == 'in_doubt' then
  if known[3] then append(outbox, known[3]) end
  if entry == '' then entry = known[4] or '' end
  if entry ~= '' then append(inbox, entry) end
end
keep(run)
return known[1] == 'in_doubt' and 'resolved' or 'ok'
