-- A page of what is filed under any of some audiences, the lowest place at the top.
-- KEYS[1] base. Args: how many come before the page, how many are on it, names of the audiences.
-- Answers how many there are in all, and of each on the page member and place.
local wanted = tonumber(ARGV[1]) + tonumber(ARGV[2])
local function sooner(one, other)
  if one[3] == other[3] then return one[1] < other[1] end
  return one[3] < other[3]
end

local count, fronts, found, page = 0, {}, {}, {}
for name in string.gmatch(ARGV[3], '%S+') do
  local key = KEYS[1] .. ':of:' .. name
  local first = redis.call('ZRANGE', key, 0, 0, 'WITHSCORES')
  if first[1] then
    count = count + redis.call('ZCARD', key)
    table.insert(fronts, {first[1], first[2], tonumber(first[2]), key})
  end
end
table.sort(fronts, sooner)

-- What begins later than as many others as are wanted has nothing on the page.
for place = 1, math.min(wanted, #fronts) do
  local rows = redis.call('ZRANGE', fronts[place][4], 0, wanted - 1, 'WITHSCORES')
  for row = 1, #rows, 2 do
    table.insert(found, {rows[row], rows[row + 1], tonumber(rows[row + 1])})
  end
end
table.sort(found, sooner)
for place = tonumber(ARGV[1]) + 1, math.min(wanted, #found) do
  table.insert(page, found[place][1])
  table.insert(page, found[place][2])
end
return {count, page}
