-- Reads the whole thread at one moment.
-- Answers inbox, run id, run, version of the state, state, its log, history, and for every approval
-- of the run: call key, fields.
local run = redis.call('HGET', head, 'run')
local approvals = {}
if run then
  for _, name in ipairs(redis.call('LRANGE', calls_of(run), 0, -1)) do
    if redis.call('HEXISTS', call_key(name), 'request') == 1 then
      table.insert(approvals, name)
      table.insert(approvals, redis.call('HGETALL', call_key(name)))
    end
  end
end
return {
  redis.call('ZRANGE', inbox, 0, -1),
  run,
  run and redis.call('GET', base .. ':run:' .. run),
  redis.call('HGET', head, 'version'),
  redis.call('GET', state),
  redis.call('LRANGE', log, 0, -1),
  redis.call('LRANGE', base .. ':history', 0, -1),
  approvals,
}
