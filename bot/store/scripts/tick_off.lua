-- Takes out a notice that has been told, unless somebody has come in the place of the courier whose
-- badge is given: he may be about to tell it, too. KEYS[1] base. Args: badge, number of the notice.
-- Answers how many were taken out.
if redis.call('GET', KEYS[1] .. ':courier') ~= ARGV[1] then return 0 end
return redis.call('ZREMRANGEBYSCORE', KEYS[1] .. ':outbox', ARGV[2], ARGV[2])
