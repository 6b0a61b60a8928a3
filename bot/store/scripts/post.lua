-- Appends to the inbox, once. Args: once key, its life in ms, entry, run that it calls off ('' =
-- none). Answers 'new' or 'known'.
local once = base .. ':once:' .. arg()
if not redis.call('SET', once, '', 'NX', 'PX', arg()) then return 'known' end
append(inbox, arg())
local run = arg()
if run ~= '' then redis.call('HSET', head, 'called_off', run) end
keep()
return 'new'
