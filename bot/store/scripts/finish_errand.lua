-- The errand is done: what is left of it only refuses its next delivery. KEYS[1] key. Args: life in ms.
if redis.call('HDEL', KEYS[1], 'errand') == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return 'ok'
