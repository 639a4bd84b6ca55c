-- Removes a counter whose window is over since another one: the next call of its account begins a new one anyway.
-- The counts of a day stay for 31 days in the hash of past days (take.lua).
-- KEYS: counter. ARGV: seconds of its window.
local window = redis.call('HGET', KEYS[1], 'window')
if not window then return 0 end
if (tonumber(window) + 2) * tonumber(ARGV[1]) > tonumber(redis.call('TIME')[1]) then return 0 end
if ARGV[1] == '86400' then
  local past = KEYS[1] .. ':past'
  redis.call('HSET', past, window, redis.call('HGET', KEYS[1], 'used'))
  redis.call('EXPIRE', past, 32 * 86400)
end
return redis.call('DEL', KEYS[1])
