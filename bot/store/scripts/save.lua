-- Writes a change of the holder, all of it or nothing. Answers 'lost'; or 'ok', or 'called_off' if
-- somebody has called the run off, and the ids of the requests that were opened in doubt.
-- Args: fence; run id ('' = none), status, whether it is over, run; version of the state, which
--       grows by one with each, the whole of it or '', what to put behind it or '' (both '' = as it
--       is); then each with its count in front: history items; requests (run, call key, id, digest,
--       request, deadline, inbox entry and notice for when it is settled); calls to cancel (call key,
--       by whom, and notices with their count in front); inbox numbers; notices
if redis.call('HGET', head, 'fence') ~= arg() then return 'lost' end

local run, status, over, record = arg(), arg(), arg(), arg()
local version, whole, piece = arg(), arg(), arg()
local writes = whole ~= '' or piece ~= ''
if writes and tonumber(version) ~= tonumber(redis.call('HGET', head, 'version') or 0) + 1 then
  return 'lost'
end
if run ~= '' then
  if redis.call('HGET', head, 'run') ~= run then redis.call('DEL', state, log) end
  redis.call('HSET', head, 'run', run, 'status', status)
  redis.call('SET', base .. ':run:' .. run, record, 'KEEPTTL')
end
if over == '1' then
  redis.call('DEL', state, log)
elseif whole ~= '' then
  redis.call('SET', state, whole, 'KEEPTTL')
  redis.call('DEL', log)
elseif piece ~= '' then
  redis.call('RPUSH', log, piece)
end
if writes then redis.call('HSET', head, 'version', version) end

-- Many with one command, whose name then stands in the log once; Lua hands on some thousands at most.
local rows = list()
for first = 1, #rows, 1000 do
  redis.call('RPUSH', base .. ':history', unpack(rows, first, math.min(first + 999, #rows)))
end

local last, answer = nil, {'ok'}
local off = redis.call('HGET', head, 'called_off')
if off and off == redis.call('HGET', head, 'run') then answer[1] = 'called_off' end
for _ = 1, tonumber(arg()) do
  local owner, name, id, digest, request, deadline = arg(), arg(), arg(), arg(), arg(), arg()
  local entry, notice = arg(), arg()
  local call = call_key(name)
  if redis.call('HSETNX', call, 'id', id) == 1 then
    -- A call that began without an approval stands as it stood: it came into doubt.
    if redis.call('HSETNX', call, 'status', 'waiting') == 1 then
      redis.call('RPUSH', calls_of(owner), name)
    end
    redis.call('HSET', call, 'digest', digest, 'request', request, 'version', 0)
    last = math.max(last or 0, tonumber(deadline))
    local standing = redis.call('HGET', call, 'status')
    if standing == 'in_doubt' then
      redis.call('HSET', call, 'entry', entry, 'notice', notice)
      table.insert(answer, id)
    elseif standing ~= 'waiting' then
      append(inbox, entry)
    end
  end
end

for _ = 1, tonumber(arg()) do
  local call, by, notices = call_key(arg()), arg(), list()
  local standing = redis.call('HGET', call, 'status')
  if standing == 'waiting' or standing == 'approved' then
    redis.call('HSET', call, 'status', 'cancelled', 'ended_by', by, 'ended_at', ARGV[2])
    redis.call('HINCRBY', call, 'version', 1)
    tell(notices)
  end
end

for _ = 1, tonumber(arg()) do
  local number = arg()
  redis.call('ZREMRANGEBYSCORE', inbox, number, number)
end
tell(list())

keep(run ~= '' and run or nil, last)
return table.concat(answer, ' ')
