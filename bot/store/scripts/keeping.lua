-- Comes between `thread.lua` and every script that changes a thread: what goes into its boxes, and how
-- long it lives.
local function append(box, entry)
  local number = redis.call('HINCRBY', head, 'sequence', 1)
  redis.call('ZADD', box, number, number .. ' ' .. entry)
end

local function tell(notices)
  for _, notice in ipairs(notices) do append(outbox, notice) end
end

-- Sets the time to live; one that is nearly right is left alone, to spare the log.
local nearly = math.min(3600, retention / 24) * 1000
local function live(key, seconds)
  local left = redis.call('PTTL', key)
  if seconds == nil then
    if left >= 0 then redis.call('PERSIST', key) end
  elseif left == -1 or math.abs(left - seconds * 1000) > nearly then
    redis.call('PEXPIRE', key, math.floor(seconds * 1000))
  end
end

local function keep_run(run, seconds)
  local calls = redis.call('LRANGE', calls_of(run), 0, -1)
  for _, name in ipairs(calls) do
    if redis.call('SISMEMBER', doubts, name) == 1 then seconds = nil end
  end
  for _, name in ipairs(calls) do live(call_key(name), seconds) end
  live(calls_of(run), seconds)
  live(base .. ':run:' .. run, seconds)
end

-- Everything of a thread lives for `retention` after now or after its last deadline; a call in
-- doubt keeps all of it until a person has settled it.
local function keep(run, deadline)
  local last = math.max(deadline or 0, tonumber(redis.call('HGET', head, 'deadline') or 0))
  if deadline == last then redis.call('HSET', head, 'deadline', string.format('%.3f', last)) end
  local seconds = math.max(now, last) - now + retention
  local latest = redis.call('HGET', head, 'run')
  if latest then keep_run(latest, seconds) end
  if run and run ~= latest then keep_run(run, seconds) end
  if redis.call('EXISTS', doubts) == 1 then seconds = nil end
  for _, key in ipairs({head, inbox, outbox, state, log, base .. ':history'}) do
    live(key, seconds)
  end
end
