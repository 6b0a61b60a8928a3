-- Lengthens the life of a key that still holds the given value. KEYS[1] key. Args: value, ms.
-- Answers 'ok' or 'lost'.
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 'lost' end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 'ok'
