-- Renews the lease as long as nobody else has taken the thread, even when it had run out.
-- Args: fence, lease in ms. Answers 'ok' or 'lost'.
local fence = arg()
if redis.call('HGET', head, 'fence') ~= fence then return 'lost' end
redis.call('SET', lease, fence, 'PX', arg())
return 'ok'
