-- May this call start? Args: fence, call key, run, digest, whether it is gated, whether its effect
-- allows to repeat it; notices for the outbox when it goes, and when it comes into doubt, each with
-- their count in front.
-- Answers 'go', 'done', 'in_doubt', 'superseded' when a person wants another attempt in place of this
-- one, 'refused', 'called_off' or 'lost'.
local fence, name, run, digest = arg(), arg(), arg(), arg()
local gated, repeatable, going, doubting = arg(), arg(), list(), list()
local call = call_key(name)
if redis.call('HGET', head, 'fence') ~= fence then return 'lost' end

local known = redis.call('HMGET', call, 'status', 'digest', 'request')
local status = known[1]
if known[2] and known[2] ~= digest then return 'refused' end
if gated == '1' and not known[3] then return 'refused' end
if status == 'done' or status == 'failed' then return 'done' end

local begun = status == 'started' or status == 'in_doubt'
if begun and repeatable ~= '1' then
  if status == 'started' then
    redis.call('HSET', call, 'status', 'in_doubt')
    redis.call('HINCRBY', call, 'version', 1)
    redis.call('SADD', doubts, name)
    tell(doubting)
    keep(run)
  end
  return 'in_doubt'
end
if status == 'superseded' then return 'superseded' end
if status and status ~= 'approved' and not begun then return 'refused' end
if redis.call('HGET', head, 'called_off') == run then return 'called_off' end

if not status then redis.call('RPUSH', calls_of(run), name) end
redis.call('HSET', call, 'status', 'started', 'digest', digest, 'fence', fence)
redis.call('HINCRBY', call, 'version', 1)
redis.call('SREM', doubts, name)
tell(going)
keep(run)
return 'go'
