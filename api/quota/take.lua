-- Takes up to n calls from both windows of an account. A call that one window refuses does not count in the other.
-- KEYS: minute counter, day counter. They have the same hash tag, so they are on one node of a cluster.
-- ARGV: n, limit per minute, limit per day, then the run-length encoding of the n calls' names.
-- Two other hashes are on the same node, because their names begin with the day counter's: `:past` has the calls of earlier days, `:<day>` has
-- a day's calls by name.
-- Returns: granted calls, calls of the minute before, calls of the day before, seconds since 1970 by this server's clock.
local now = tonumber(redis.call('TIME')[1])
local minute, day = math.floor(now / 60), math.floor(now / 86400)
local function used(key, window)
  local counter = redis.call('HMGET', key, 'window', 'used')
  local isBegun = counter[1] == tostring(window)
  return isBegun and tonumber(counter[2]) or 0, isBegun
end
-- The expiry is set at the first call of a window and is later than its end, so a counter never expires in its window.
local function write(key, window, count, isBegun, lifeSeconds)
  redis.call('HSET', key, 'window', window, 'used', count)
  if not isBegun then redis.call('EXPIRE', key, lifeSeconds) end
end
local minuteUsed, isMinuteBegun = used(KEYS[1], minute)
local dayUsed, isDayBegun = used(KEYS[2], day)
-- Copies the calls of the last counted day to the hash of earlier days, which keeps 31 days. The day counter has them until the next call.
local function keepDay(key)
  local counter = redis.call('HMGET', key, 'window', 'used')
  if not counter[1] then return end
  local past = key .. ':past'
  for _, kept in ipairs(redis.call('HKEYS', past)) do
    if tonumber(kept) < day - 31 then redis.call('HDEL', past, kept) end
  end
  redis.call('HSET', past, counter[1], counter[2])
  redis.call('EXPIRE', past, 32 * 86400)
end
-- Counts a day's calls by name, and its refused calls, in a hash that is kept for 31 days.
local function tally(name, count)
  local byName = KEYS[2] .. ':' .. day
  if redis.call('HINCRBY', byName, name, count) == count then redis.call('EXPIRE', byName, 32 * 86400) end
end
local wanted = tonumber(ARGV[1])
local granted = math.max(0, math.min(wanted, tonumber(ARGV[2]) - minuteUsed, tonumber(ARGV[3]) - dayUsed))
if granted > 0 then
  write(KEYS[1], minute, minuteUsed + granted, isMinuteBegun, 120)
  if not isDayBegun then keepDay(KEYS[2]) end
  write(KEYS[2], day, dayUsed + granted, isDayBegun, 32 * 86400)
end
local left = granted
for index = 4, #ARGV, 2 do
  local count = math.min(left, tonumber(ARGV[index + 1]))
  if count > 0 then tally(ARGV[index], count) end
  left = left - count
end
if granted < wanted then tally('refused', wanted - granted) end
return { granted, minuteUsed, dayUsed, now }
