-- The oldest notice for the courier whose token is given; with none left he is relieved.
-- Args: courier's token. Answers the notice with its number in front, or ''.
local courier = base .. ':courier'
if redis.call('GET', courier) ~= arg() then return '' end
local oldest = redis.call('ZRANGE', outbox, 0, 0)[1]
if oldest then return oldest end
redis.call('DEL', courier)
return ''
