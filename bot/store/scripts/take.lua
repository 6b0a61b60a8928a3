-- Takes the thread. Args: lease in ms, schema of the taker. Answers the fence of the new holder and
-- the version of the state; or 'busy'; or 'newer' and since when, if it needs a newer holder.
if redis.call('EXISTS', lease) == 1 then return 'busy' end
local life, schema = arg(), arg()
local known = tonumber(redis.call('HGET', head, 'schema') or 0)
if known > tonumber(schema) then
  redis.call('HSETNX', head, 'left', ARGV[2])
  return 'newer ' .. redis.call('HGET', head, 'left')
end
if known < tonumber(schema) then redis.call('HSET', head, 'schema', schema) end
if redis.call('HEXISTS', head, 'left') == 1 then redis.call('HDEL', head, 'left') end
local fence = redis.call('HINCRBY', head, 'fence', 1)
redis.call('SET', lease, fence, 'PX', life)
keep()
return fence .. ' ' .. (redis.call('HGET', head, 'version') or 0)
