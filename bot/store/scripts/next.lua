-- The oldest notice for the courier whose token is given; with none left he is relieved.
-- Args: courier's token, ms for which it is remembered who had it in hand. Answers '', or since when
-- somebody has had it in hand, whether that was another courier (1 or 0), its number, the notice.
local courier, hand = base .. ':courier', base .. ':hand'
local badge, life = arg(), arg()
if redis.call('GET', courier) ~= badge then return '' end
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
