-- Takes up to n calls from both windows of an account at once: what one window refuses, the other does not count.
-- KEYS: minute counter, day counter (one hash tag, so one node).
-- ARGV: n, limit a minute, limit a day. The names of the n calls follow in order: each with the number of calls of that name in a row.
-- The hash of past days has the day counter's name and `:past`, so it is on the same node. So is the hash of a day's calls by name,
-- whose name ends in the day.
-- Answers: granted, used this minute before, used this day before, seconds since the epoch by this server's clock.
local now = tonumber(redis.call('TIME')[1])
local minute, day = math.floor(now / 60), math.floor(now / 86400)
local function used(key, window)
  local counter = redis.call('HMGET', key, 'window', 'used')
  local isBegun = counter[1] == tostring(window)
  return isBegun and tonumber(counter[2]) or 0, isBegun
end
-- The expiry is set at the first call of a window and lies after its end, so a counter never expires inside its window.
local function write(key, window, count, isBegun, lifeSeconds)
  redis.call('HSET', key, 'window', window, 'used', count)
  if not isBegun then redis.call('EXPIRE', key, lifeSeconds) end
end
local minuteUsed, isMinuteBegun = used(KEYS[1], minute)
local dayUsed, isDayBegun = used(KEYS[2], day)
-- The last day that was counted is kept for 31 days, for the account's own page. Until the next call the day counter itself has it.
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
-- The calls of a day by name, and the refused ones, are kept for 31 days, for the account's own view.
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
