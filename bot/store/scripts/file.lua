-- Files a record under its audience, or nowhere. KEYS[1] base.
-- Args: member (id and key of the record), its place among the others, name of the audience ('' for nowhere),
-- audience, '1' to leave one alone that is filed already.
local member, place, name, audience, once = unpack(ARGV)
local filed, audiences = KEYS[1] .. ':filed', KEYS[1] .. ':audiences'
local id = string.match(member, '^%S+')
local function of(each) return KEYS[1] .. ':of:' .. each end

local former = redis.call('HGET', filed, id)
if former and (former == name or once == '1') then return end
if former then
  redis.call('HDEL', filed, id)
  redis.call('ZREM', of(former), member)
  if redis.call('EXISTS', of(former)) == 0 then redis.call('HDEL', audiences, former) end
end
if name ~= '' then
  redis.call('HSET', filed, id, name)
  redis.call('ZADD', of(name), place, member)
  redis.call('HSET', audiences, name, audience)
end
