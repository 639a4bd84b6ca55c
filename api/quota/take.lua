-- Takes up to n calls from both windows of an account at once: what one window refuses, the other does not count.
-- KEYS: minute counter, day counter (one hash tag, so one node). ARGV: n, limit a minute, limit a day.
-- Answers: granted, used this minute before, used this day before, seconds since the epoch by this server's clock.
local now = tonumber(redis.call('TIME')[1])
local function used(key, window)
  local counter = redis.call('HMGET', key, 'window', 'used')
  return counter[1] == tostring(window) and tonumber(counter[2]) or 0
end
local minute, day = math.floor(now / 60), math.floor(now / 86400)
local minuteUsed, dayUsed = used(KEYS[1], minute), used(KEYS[2], day)
local granted = math.max(0, math.min(tonumber(ARGV[1]), tonumber(ARGV[2]) - minuteUsed, tonumber(ARGV[3]) - dayUsed))
if granted > 0 then
  redis.call('HSET', KEYS[1], 'window', minute, 'used', minuteUsed + granted)
  redis.call('HSET', KEYS[2], 'window', day, 'used', dayUsed + granted)
  -- A minute longer than the window, should this server's clock be set back.
  redis.call('EXPIREAT', KEYS[1], (minute + 2) * 60)
  redis.call('EXPIREAT', KEYS[2], (day + 1) * 86400 + 60)
end
return { granted, minuteUsed, dayUsed, now }
