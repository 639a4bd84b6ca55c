-- Takes up to n calls from both windows of an account at once: what one window refuses, the other does not count.
-- KEYS: minute counter, day counter (one hash tag, so one node).
-- ARGV: n, limit a minute, limit a day; in one text of five numbers what the caller knows: a minute and what was used in it, a day
-- and what was used on it, so that a counter that was lost does not begin at zero, and the number of this run; the caller's process;
-- its debts as JSON, empty for none: calls that it granted or refused without this server, each with a run, its day and its calls by name.
-- The names of the n calls follow in order: each with the number of calls of that name in a row.
-- A process numbers its runs upwards: a debt up to the last number that was counted is of a run that was counted late.
-- The hash of past days has the day counter's name and `:past`, so it is on the same node. So is the hash of a day's calls by name,
-- whose name ends in the day.
-- Answers: granted, used this minute before, used this day before, seconds since the epoch by this server's clock.
local now = tonumber(redis.call('TIME')[1])
local minute, day = math.floor(now / 60), math.floor(now / 86400)
local knownMinute, knownMinuteUsed, knownDay, knownDayUsed, run = string.match(ARGV[4], '(%d+) (%d+) (%d+) (%d+) (%d+)')
local mustWrite = false
local function used(key, window, knownWindow, known)
  local counter = redis.call('HMGET', key, 'window', 'used', ARGV[5])
  local isBegun = counter[1] == tostring(window)
  local count = isBegun and tonumber(counter[2]) or 0
  if tonumber(knownWindow) == window and tonumber(known) > count then
    count = tonumber(known)
    mustWrite = true
  end
  return count, isBegun, tonumber(counter[3] or 0)
end
-- The expiry is set at the first call of a window and lies after its end, so a counter never expires inside its window.
local function write(key, window, count, isBegun, lifeSeconds, ...)
  redis.call('HSET', key, 'window', window, 'used', count, ...)
  if not isBegun then redis.call('EXPIRE', key, lifeSeconds) end
end
local minuteUsed, isMinuteBegun = used(KEYS[1], minute, knownMinute, knownMinuteUsed)
local dayUsed, isDayBegun, lastRun = used(KEYS[2], day, knownDay, knownDayUsed)
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
local function tally(name, count, ofDay)
  local byName = KEYS[2] .. ':' .. ofDay
  if redis.call('HINCRBY', byName, name, count) == count then redis.call('EXPIRE', byName, 32 * 86400) end
end
local pastCalls = {}
if ARGV[6] ~= '' then
  for _, debt in ipairs(cjson.decode(ARGV[6])) do
    if debt[1] > lastRun then
      mustWrite = true
      -- A process whose clock is ahead may name a day that has not begun here: its calls are of today.
      local ofDay = math.min(debt[2], day)
      for name, count in pairs(debt[3]) do
        tally(name, count, ofDay)
        if name ~= 'refused' then
          if ofDay == day then dayUsed = dayUsed + count else pastCalls[ofDay] = (pastCalls[ofDay] or 0) + count end
        end
      end
    end
  end
end
local wanted = tonumber(ARGV[1])
local granted = math.max(0, math.min(wanted, tonumber(ARGV[2]) - minuteUsed, tonumber(ARGV[3]) - dayUsed))
-- A run of which every call is refused is counted, too: its number must be kept, or a debt would count it again.
if wanted > 0 or mustWrite then
  write(KEYS[1], minute, minuteUsed + granted, isMinuteBegun, 120)
  if not isDayBegun then
    keepDay(KEYS[2])
    -- Processes that ended leave their numbers.
    redis.call('DEL', KEYS[2])
  end
  -- Runs may overtake each other while a cluster moves keys; the number never falls.
  write(KEYS[2], day, dayUsed + granted, isDayBegun, 32 * 86400, ARGV[5], math.max(lastRun, tonumber(run)))
end
-- After keepDay, which writes the past day as this server counted it.
for ofDay, count in pairs(pastCalls) do
  redis.call('HINCRBY', KEYS[2] .. ':past', ofDay, count)
  redis.call('EXPIRE', KEYS[2] .. ':past', 32 * 86400)
end
local left = granted
for index = 7, #ARGV, 2 do
  local count = math.min(left, tonumber(ARGV[index + 1]))
  if count > 0 then tally(ARGV[index], count, day) end
  left = left - count
end
if granted < wanted then tally('refused', wanted - granted, day) end
return { granted, minuteUsed, dayUsed, now }
