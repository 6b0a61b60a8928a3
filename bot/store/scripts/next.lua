-- Takes out the notice the courier has told, and hands him the oldest that is left; with none left he
-- is relieved. If somebody has come in his place nothing is taken out: that one may be about to tell it.
-- Args: his badge, ms for which it is remembered who had a notice in hand, number of the one he has
-- told (0: none yet).
-- Answers 'lost' when he has been replaced; '' when none is left; or since when somebody has had it in
-- hand, whether that was another courier (1 or 0), its number, the notice.
local courier, hand = base .. ':courier', base .. ':hand'
local badge, life, told = arg(), arg(), arg()
if redis.call('GET', courier) ~= badge then return 'lost' end
redis.call('ZREMRANGEBYSCORE', outbox, told, told)
local oldest = redis.call('ZRANGE', outbox, 0, 0)[1]
if not oldest then
  redis.call('DEL', courier)
  return ''
end
local number = string.match(oldest, '^%d+')
local had, since, who = string.match(redis.call('GET', hand) or '', '^(%d+) (%S+) (%S+)$')
if had ~= number then
  since, who = ARGV[2], badge
  redis.call('SET', hand, number .. ' ' .. since .. ' ' .. who, 'PX', life)
end
return since .. ' ' .. (who == badge and 0 or 1) .. ' ' .. oldest
