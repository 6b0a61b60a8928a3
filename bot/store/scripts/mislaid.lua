-- Forgets where the card is, which somebody has deleted. Args: call key, approval id.
-- Answers 'ok' or 'missing'.
local call = call_key(arg())
if redis.call('HGET', call, 'id') ~= arg() then return 'missing' end
redis.call('HDEL', call, 'card')
return 'ok'
