-- Appends to the inbox, once. Args: once key, its life in ms, entry. Answers 'new' or 'known'.
local once = base .. ':once:' .. arg()
if not redis.call('SET', once, '', 'NX', 'PX', arg()) then return 'known' end
append(inbox, arg())
keep()
return 'new'
