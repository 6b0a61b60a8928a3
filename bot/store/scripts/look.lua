-- Has the thread something to be looked after? Answers 'unsettled', 'busy' or 'settled', and in how
-- many ms its lease runs out (0: nobody has it).
local left = math.max(redis.call('PTTL', lease), 0)
if redis.call('EXISTS', inbox, outbox) > 0 then return 'unsettled ' .. left end
if left > 0 then return 'busy ' .. left end
return (redis.call('HGET', head, 'status') == 'running' and 'unsettled' or 'settled') .. ' 0'
