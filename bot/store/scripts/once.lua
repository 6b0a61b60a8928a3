-- Comes after every script about a thread: a request that is sent again because its answer was lost
-- gets the answer of the first time, and changes nothing. (The renewed life is a write on this
-- connection too: a confirmation behind it waits for the first one as well.)
local answer = base .. ':sent:' .. token
local known = redis.call('GET', answer)
if known then
  redis.call('PEXPIRE', answer, 60000)
  return known
end
local reply = apply()
redis.call('SET', answer, reply, 'PX', 60000)
return reply
