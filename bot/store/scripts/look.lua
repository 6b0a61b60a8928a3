-- Has the thread something to be looked after? Answers 'unsettled', 'busy' or 'settled'.
if redis.call('EXISTS', inbox, outbox) > 0 then return 'unsettled' end
if redis.call('EXISTS', lease) == 1 then return 'busy' end
return redis.call('HGET', head, 'status') == 'running' and 'unsettled' or 'settled'
