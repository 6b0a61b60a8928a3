-- Remembers where the card is. Args: call key, approval id, card. Answers 'ok' or 'missing'.
local call = call_key(arg())
if redis.call('HGET', call, 'id') ~= arg() then return 'missing' end
redis.call('HSET', call, 'card', arg())
return 'ok'
