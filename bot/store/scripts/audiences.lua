-- The names of all audiences under which something is filed, in one string: many small answers take
-- long to read. KEYS[1] base.
return table.concat(redis.call('HKEYS', KEYS[1] .. ':audiences'), ' ')
