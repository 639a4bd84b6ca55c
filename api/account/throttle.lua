-- Counts one try and returns 0, or returns the milliseconds that it has to wait and does not count it.
-- KEYS[1]: hash with the tries of one name. ARGV: number of free tries, first wait in ms, longest wait in ms, life of the hash in ms.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local counter = redis.call('HMGET', KEYS[1], 'tries', 'until')
local tries, open = tonumber(counter[1]) or 0, tonumber(counter[2]) or 0
if now < open then return open - now end
tries = tries + 1
local over = tries - tonumber(ARGV[1])
local wait = 0
if over >= 0 then wait = math.min(tonumber(ARGV[3]), tonumber(ARGV[2]) * 2 ^ math.min(over, 30)) end
redis.call('HSET', KEYS[1], 'tries', tries, 'until', string.format('%.0f', now + wait))
redis.call('PEXPIRE', KEYS[1], ARGV[4])
return 0
