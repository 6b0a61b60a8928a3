-- Renews the lease as long as nobody else has taken the thread, even when it had run out; while most
-- of it is left nothing is written. Args: fence, lease in ms. Answers 'lost'; or 'ok' and the run
-- that somebody has called off last, if any.
local fence, life = arg(), arg()
if redis.call('HGET', head, 'fence') ~= fence then return 'lost' end
if redis.call('PTTL', lease) < life * 0.75 then redis.call('SET', lease, fence, 'PX', life) end
return 'ok ' .. (redis.call('HGET', head, 'called_off') or '')
