/** Slows down repeated tries: some are free, then each waits twice as long as the one before, up to a bound. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { LRUCache } from 'lru-cache';
import { isReady, type Redis } from '#ops/process/redis.ts';

interface ThrottleRule {
  readonly freeTries: number;
  readonly firstWaitMs: number;
  readonly lastWaitMs: number;
  /** Milliseconds since the last try after which the count ends. */
  readonly forgottenAfterMs: number;
}

const [second, minute, hour] = [1_000, 60_000, 3_600_000];

/** Sign-ins are limited per address as well as per client, because many clients together could guess a password. */
// prettier-ignore
export const throttleRules = {
  'sign-in-address':  { freeTries: 10,  firstWaitMs: second,      lastWaitMs: 15 * minute, forgottenAfterMs: 24 * hour },
  'sign-in-client':   { freeTries: 30,  firstWaitMs: second,      lastWaitMs: 15 * minute, forgottenAfterMs: 2 * hour },
  'mail-address':     { freeTries: 3,   firstWaitMs: minute,      lastWaitMs: 6 * hour,    forgottenAfterMs: 24 * hour },
  'mail-client':      { freeTries: 10,  firstWaitMs: 30 * second, lastWaitMs: 6 * hour,    forgottenAfterMs: 24 * hour },
  'link-client':      { freeTries: 30,  firstWaitMs: second,      lastWaitMs: 15 * minute, forgottenAfterMs: 2 * hour },
  'password-account': { freeTries: 10,  firstWaitMs: second,      lastWaitMs: 15 * minute, forgottenAfterMs: 24 * hour },
  // One application may register from one address for many of its users.
  'oauth-register':   { freeTries: 60,  firstWaitMs: 10 * second, lastWaitMs: 10 * minute, forgottenAfterMs: hour },
  'oauth-authorize':  { freeTries: 120, firstWaitMs: second,      lastWaitMs: minute,      forgottenAfterMs: 10 * minute },
  'oauth-refresh':    { freeTries: 200, firstWaitMs: minute,      lastWaitMs: 15 * minute, forgottenAfterMs: 20 * minute },
} as const satisfies Record<string, ThrottleRule>;
export type ThrottleName = keyof typeof throttleRules;

export type Throttle = ReturnType<typeof createThrottle>;

const script = readFileSync(new URL('throttle.lua', import.meta.url), 'utf8');
const ownNamesMax = 20_000;

const keyOf = (rule: ThrottleName, name: string): string => `account:throttle:${rule}:${createHash('sha256').update(name).digest('base64url')}`;

/** All processes count together in Redis; without Redis each counts alone, by the monotonic clock `nowMs`. */
export function createThrottle(redis: Redis, nowMs: () => number = () => performance.now()) {
  const own = new LRUCache<string, { tries: number; openAtMs: number }>({ max: ownNamesMax });

  const takeOwn = (key: string, { freeTries, firstWaitMs, lastWaitMs, forgottenAfterMs }: ThrottleRule): number => {
    const entry = own.get(key) ?? { tries: 0, openAtMs: 0 };
    if (nowMs() < entry.openAtMs) return entry.openAtMs - nowMs();
    const tries = entry.tries + 1;
    const waitMs = tries < freeTries ? 0 : Math.min(lastWaitMs, firstWaitMs * 2 ** Math.min(tries - freeTries, 30));
    own.set(key, { tries, openAtMs: nowMs() + waitMs }, { ttl: forgottenAfterMs });
    return 0;
  };

  const takeOne = async (key: string, rule: ThrottleRule): Promise<number> => {
    if (!isReady(redis)) return takeOwn(key, rule);
    const { freeTries, firstWaitMs, lastWaitMs, forgottenAfterMs } = rule;
    try {
      return Number(await redis.eval(script, 1, key, freeTries, firstWaitMs, lastWaitMs, forgottenAfterMs));
    } catch {
      return takeOwn(key, rule);
    }
  };

  return {
    /** Counts a try for each name, before it is made. Returns the longest wait in milliseconds, or 0 when the try may proceed. */
    take: async (names: Readonly<Partial<Record<ThrottleName, string>>>): Promise<number> => {
      const waits = (Object.keys(names) as ThrottleName[]).map((rule) => takeOne(keyOf(rule, names[rule]!), throttleRules[rule]));
      return Math.max(0, ...(await Promise.all(waits)));
    },
    /** Resets the count of a name after a correct password. */
    forget: async (rule: ThrottleName, name: string): Promise<void> => {
      const key = keyOf(rule, name);
      own.delete(key);
      if (isReady(redis)) await redis.del(key).catch(() => undefined);
    },
  };
}
