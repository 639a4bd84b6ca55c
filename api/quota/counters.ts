/**
 * The counters of both windows in Redis, exact over any number of keys and processes: they change in one script. Whether they
 * can be believed is known with every answer: a mark beside them goes when they go, and another server is told by its id.
 */
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { serversOf, type Redis } from '#ops/process/redis.ts';
import { withTimeout } from '#ops/process/with-timeout.ts';
import type { Taken } from './grant.ts';
import type { Limits } from './limits.ts';
import type { KnownUse } from './known-usage.ts';

const script = readFileSync(new URL('take.lua', import.meta.url), 'utf8');
const scriptSha = createHash('sha1').update(script).digest('hex');
const markKey = 'quota:generation';

/** Calls of one account that are taken together. */
export interface Run {
  readonly accountId: string;
  readonly minuteKey: string;
  readonly dayKey: string;
  readonly calls: number;
  readonly limits: Limits;
  readonly known: KnownUse;
}

/** The counters are or may be lost: another server answers, or it was restarted, emptied, or configured to evict. */
export class CountersLost extends Error {
  /** What the lost counters' successors counted all the same, from what this process knew; null: they were not asked. */
  readonly taken: Taken[] | null;
  constructor(taken: Taken[] | null = null) {
    super();
    this.taken = taken;
  }
}

export interface Counters {
  /** Why this server may lose counts by its configuration; null: it does not, or does not tell. */
  readonly warning: () => string | null;
  /** In the order of the runs; throws while the server does not answer, cannot write, or has lost what was counted (once: CountersLost). */
  readonly take: (runs: readonly Run[]) => Promise<Taken[]>;
}

export function createCounters(redis: Redis, timeoutMs: number): Counters {
  /** Of the server whose counters were last believed. */
  let believed: { readonly runId: string; readonly mark: string } | null = null;
  let isChecked = false;
  let warning: string | null = null;
  redis.on('ready', () => {
    isChecked = false;
  });

  /** One at a time: each turn that waits for it learns of a loss, or the second would take what was lost for what is. */
  let checking: Promise<void> | null = null;
  const check = (): Promise<void> => {
    checking ??= compare().finally(() => {
      checking = null;
    });
    return checking;
  };

  const compare = async (): Promise<void> => {
    // A server may keep its id to itself; then the mark alone tells. Of a cluster it is that of one node: what another one has lost is
    // told it again by each process that knows it.
    const servers = serversOf(redis);
    const [infos, found] = await withTimeout(
      timeoutMs,
      Promise.all([Promise.all(servers.map((server) => server.info().catch(() => ''))), redis.get(markKey)]),
    );
    warning = infos.map(evictionWarning).find((told) => told !== null) ?? null;
    if (found === null) await withTimeout(timeoutMs, redis.set(markKey, randomBytes(9).toString('base64url'), 'NX'));
    const mark = found ?? (await withTimeout(timeoutMs, redis.get(markKey)));
    if (mark === null) throw new Error('Redis keeps nothing');
    const before = believed;
    const runId = (infos.length === 1 && /^run_id:(\w+)/m.exec(infos[0] ?? '')?.[1]) || '';
    believed = { runId, mark };
    isChecked = true;
    if (before !== null && (before.mark !== mark || before.runId !== believed.runId)) throw new CountersLost();
  };

  return {
    warning: () => warning,
    take: async (runs) => {
      if (!isChecked) await check();
      const { mark, taken } = await withTimeout(timeoutMs, runScript(redis, runs, 'evalsha', scriptSha));
      if (mark !== believed?.mark) {
        // Every turn under way finds it gone: the first to ask again says so, and no other believes its answers either.
        await check().catch((error: unknown) => {
          if (!(error instanceof CountersLost)) throw error;
        });
        throw new CountersLost(taken.includes(null) ? null : (taken as Taken[]));
      }
      // A server that was restarted knows no script: it is sent whole, for those that it refused.
      const unknown = runs.filter((_, index) => taken[index] === null);
      if (unknown.length === 0) return taken as Taken[];
      const again = await withTimeout(timeoutMs, runScript(redis, unknown, 'eval', script));
      let next = 0;
      return taken.map((answer) => {
        const settled = answer ?? again.taken[next++] ?? null;
        if (settled === null) throw new Error('the quota script did not run');
        return settled;
      });
    },
  };
}

/** Counters have no end of their own, so only a policy that takes any key takes them. */
function evictionWarning(info: string): string | null {
  const policy = /^maxmemory_policy:(allkeys-\w+)/m.exec(info)?.[1];
  if (policy === undefined || /^maxmemory:0\r?$/m.test(info)) return null;
  return `its maxmemory-policy ${policy} may evict counters of quotas: set volatile-ttl or noeviction, or give cached pages a server of their own`;
}

/** One answer per run, in order, and the mark, requested in one write; null: the server does not have the script. */
async function runScript(
  redis: Redis,
  runs: readonly Run[],
  command: 'evalsha' | 'eval',
  what: string,
): Promise<{ readonly mark: string | null; readonly taken: readonly (Taken | null)[] }> {
  const one = async ({ minuteKey, dayKey, calls, limits, known }: Run): Promise<Taken | null> => {
    const { minute, minuteUsed, day, dayUsed, owed } = known;
    try {
      const told = `${minute} ${minuteUsed} ${day} ${dayUsed} ${owed}`;
      const reply = await redis[command](what, 2, minuteKey, dayKey, calls, limits.perMinute, limits.perDay, told);
      const [granted, minuteBefore, dayBefore, nowSeconds] = reply as [number, number, number, number];
      return { granted, minuteUsed: minuteBefore, dayUsed: dayBefore, nowSeconds };
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('NOSCRIPT')) return null;
      throw error;
    }
  };
  // Corked, the commands of all accounts leave in one write.
  const { stream } = redis;
  stream?.cork();
  const replies = Promise.all([redis.get(markKey), ...runs.map(one)]);
  stream?.uncork();
  const [mark, ...taken] = await replies;
  return { mark, taken };
}
