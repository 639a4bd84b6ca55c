-- Removes a counter whose window is over since another one: the next call of its account begins a new one anyway.
-- KEYS: counter. ARGV: seconds of its window.
local window = redis.call('HGET', KEYS[1], 'window')
if not window then return 0 end
if (tonumber(window) + 2) * tonumber(ARGV[1]) > tonumber(redis.call('TIME')[1]) then return 0 end
return redis.call('DEL', KEYS[1])
