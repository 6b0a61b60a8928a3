-- Keeps an errand, once; the token lets the same request be sent again. KEYS[1] key.
-- Args: token, errand, life in ms. Answers 'new' or 'known'.
if redis.call('EXISTS', KEYS[1]) == 1 then
  return redis.call('HGET', KEYS[1], 'token') == ARGV[1] and 'new' or 'known'
end
redis.call('HSET', KEYS[1], 'token', ARGV[1], 'errand', ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 'new'
