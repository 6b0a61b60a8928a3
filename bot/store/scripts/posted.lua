-- Remembers where the card or a copy of it is, or where it led to; what is there stays. Args: call key,
-- approval id, name of the field, its value.
-- Answers 'ok' or 'missing'.
local call = call_key(arg())
if redis.call('HGET', call, 'id') ~= arg() then return 'missing' end
redis.call('HSETNX', call, arg(), arg())
return 'ok'
