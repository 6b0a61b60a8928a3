-- Comes before every script about a thread.
-- KEYS[1]  the thread's base, `run:{T}`: every key below is in its slot
-- ARGV[1]  token of the request, [2] now in seconds, [3] retention in seconds; then the script's own
local base = KEYS[1]
local token, now, retention = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local head, lease = base .. ':head', base .. ':lease'
local inbox, outbox, doubts = base .. ':inbox', base .. ':outbox', base .. ':doubts'
local state, log = base .. ':state', base .. ':log'

local read = 3
local function arg()
  read = read + 1
  return ARGV[read]
end

local function calls_of(run) return base .. ':calls:' .. run end
local function call_key(name) return base .. ':call:' .. name end

-- Arguments with their count in front.
local function list()
  local items = {}
  for _ = 1, tonumber(arg()) do table.insert(items, arg()) end
  return items
end
