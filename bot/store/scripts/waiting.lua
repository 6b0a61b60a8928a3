-- A page of what waits for any of some audiences, the one that expires first at the top.
-- KEYS[1] base. Args: how many come before the page, how many are on it, names of the audiences.
-- Answers how many wait in all, and of each on the page member and expiry.
local before, limit = tonumber(ARGV[1]), tonumber(ARGV[2])
local count, found, page = 0, {}, {}
for name in string.gmatch(ARGV[3], '%S+') do
  local key = KEYS[1] .. ':of:' .. name
  count = count + redis.call('ZCARD', key)
  local rows = redis.call('ZRANGE', key, 0, before + limit - 1, 'WITHSCORES')
  for row = 1, #rows, 2 do
    table.insert(found, {rows[row], rows[row + 1], tonumber(rows[row + 1])})
  end
end
table.sort(found, function(one, other)
  if one[3] == other[3] then return one[1] < other[1] end
  return one[3] < other[3]
end)
for place = before + 1, math.min(before + limit, #found) do
  table.insert(page, found[place][1])
  table.insert(page, found[place][2])
end
return {count, page}
