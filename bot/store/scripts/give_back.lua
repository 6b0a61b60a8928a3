-- Gives the thread back, unless something came in after `read_to`. The fence moves on, so that
-- nothing the holder still has under way is accepted. Args: fence, read_to ('' gives it back in
-- any case). Answers 'ok', 'news' or 'lost'.
local fence, read_to = arg(), arg()
if redis.call('HGET', head, 'fence') ~= fence then return 'lost' end
if read_to ~= '' and redis.call('ZCOUNT', inbox, '(' .. read_to, '+inf') > 0 then return 'news' end
redis.call('HINCRBY', head, 'fence', 1)
redis.call('DEL', lease)
return 'ok'
