-- Appends to the outbox, once. Args: once key, its life in ms, notice. Answers 'ok'.
local once = base .. ':once:' .. arg()
if not redis.call('SET', once, '', 'NX', 'PX', arg()) then return 'ok' end
append(outbox, arg())
keep()
return 'ok'
