-- Deletes a key if it still holds the given value. KEYS[1] key. Args: value.
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
return 'ok'
