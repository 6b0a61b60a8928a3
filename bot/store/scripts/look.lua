-- Has the thread something to be looked after? Answers 'unsettled', 'busy' or 'settled', and in how
-- many ms whoever is at it can be given up (0: nobody is). An outbox is its courier's business for
-- as long as there is one: where everything is slow, waking the thread as well makes it slower.
local left = math.max(redis.call('PTTL', lease), 0)
if redis.call('EXISTS', inbox) == 1 then return 'unsettled ' .. left end
local runs = redis.call('HGET', head, 'status') == 'running'
if runs and left == 0 then return 'unsettled 0' end
if redis.call('EXISTS', outbox) == 1 then
  local courier = math.max(redis.call('PTTL', base .. ':courier'), 0)
  if courier == 0 then return 'unsettled ' .. left end
  return 'busy ' .. (left > 0 and math.min(left, courier) or courier)
end
return (left > 0 and 'busy ' or 'settled ') .. left
