/**
 * API processes on all machines find each other through NATS: which exist, which reach the counters, and which grant
 * from their share. A process without counters asks another to count for it; the shares of a limit add up to the limit.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { withTimeout } from '#ops/process/with-timeout.ts';
import { apiSubjects } from '#schemas/subjects.ts';
import { quotaKeys } from '../auth/caller.ts';
import type { Run } from './counters.ts';
import type { Taken } from './grant.ts';
import type { KnownUsage, UsageList } from './known-usage.ts';

const Usage = z.object({ minute: z.int(), day: z.int(), used: z.array(z.tuple([z.string(), z.int(), z.int()])) });

/**
 * What a process announces about itself; `shares`: the last minute in which it granted from its share. A leaving process
 * announces its known usage.
 */
const Beat = z.object({
  id: z.string().max(40),
  counters: z.boolean(),
  shares: z.int().nullable(),
  kind: z.enum(['hello', 'beat', 'bye']),
  usage: Usage.optional(),
});
type Beat = z.infer<typeof Beat>;

const count = z.int().min(0);
const AskedRun = z.object({
  accountId: z.string().min(1).max(40),
  calls: count,
  limits: z.object({ perMinute: count, perDay: count }),
  known: z.object({ minute: count, minuteUsed: count, day: count, dayUsed: count, owed: count }),
});
const Counted = z.object({ granted: count, minuteUsed: count, dayUsed: count, nowSeconds: count }).array().nullable();

export interface PeerDuties {
  /** Counts for a process that cannot; null: neither can this one. */
  readonly take: (runs: readonly Run[]) => Promise<Taken[] | null>;
  readonly usage: Pick<KnownUsage, 'list' | 'merge'>;
}

/** Place of a process among those that share, in the order of their ids; null: it has no share in that minute. */
export interface Share {
  readonly place: number;
  readonly of: number;
}

export interface Peers {
  /** Whether no other process can grant to the same accounts. */
  readonly isAlone: () => boolean;
  readonly count: () => number;
  /** Whether another one grants from its share in that minute. */
  readonly isSharing: (minute: number) => boolean;
  readonly share: (minute: number) => Share | null;
  /** Resolves when shares may begin in that minute: one that has come just now has none, and all may have come just now. */
  readonly settled: (minute: number) => Promise<void>;
  readonly say: (state: { readonly counters: boolean; readonly shares: number | null }) => void;
  /** What the others know; not complete where one of them did not answer in time. */
  readonly usage: () => Promise<{ readonly lists: readonly UsageList[]; readonly isComplete: boolean }>;
  /** Has another process count that reaches the counters; null where there is none. */
  readonly take: (runs: readonly Run[]) => Promise<Taken[] | null>;
  /** From now on it answers the others. */
  readonly serve: (duties: PeerDuties) => void;
  readonly stop: () => void;
}

export interface PeerOptions {
  readonly connection: NatsConnection;
  readonly isConnected: () => boolean;
  /** How many there are at least, whatever is heard. */
  readonly processesMin: number;
  readonly timeoutMs: number;
  readonly nowMs?: () => number;
  /** For who was there first. */
  readonly monotonicMs?: () => number;
}

const beatEveryMs = 2_000;
/** One that ends without a word is counted for so long: it may be cut off and granting. */
const goneAfterMs = 60_000;
/**
 * Who has a share in a minute is settled when shares begin in it: the others count a process that they had heard of for so long,
 * and it takes its share if it had been there for longer, so that it never takes one that the others do not count.
 */
const countedAfterMs = 500;
const sharingAfterMs = 2_000;
const settledEveryMs = 50;
/** All answer at once but those that are gone; a machine without a free core takes its time. */
const usageWithinMs = 1_000;
const minuteMs = 60_000;
const sharedMinutesMax = 4;
const membersMax = 1_000;
/** Of the accounts that called last; some 25 bytes each, and a message of NATS may have a million. */
const usageEntriesMax = 30_000;

interface Member extends Omit<Beat, 'kind' | 'usage'> {
  readonly firstHeardAtMs: number;
  heardAtMs: number;
  leftInMinute: number | null;
}

export function joinPeers({
  connection,
  isConnected,
  processesMin,
  timeoutMs,
  nowMs = Date.now,
  monotonicMs = () => performance.now(),
}: PeerOptions): Peers {
  const id = randomBytes(9).toString('base64url');
  const members = new Map<string, Member>();
  const joinedAtMs = monotonicMs();
  let own = { counters: false, shares: null as number | null };
  let duties: PeerDuties | null = null;
  let wasConnected = true;
  /** The last minutes of which another said that it granted from its share. */
  const sharedMinutes = new Set<number>();
  /** When this process granted from its share in a minute first, or heard that another did. */
  let begun = { minute: -1, atMs: 0 };

  const publish = (kind: Beat['kind']): void => {
    if (connection.isClosed()) return;
    const usage = kind === 'bye' ? duties?.usage.list(usageEntriesMax) : undefined;
    connection.publish(apiSubjects.presence, JSON.stringify({ id, ...own, kind, ...(usage && { usage }) }));
  };
  const thisMinute = (): number => Math.floor(nowMs() / minuteMs);
  const begin = (minute: number | null): void => {
    if (minute !== null && minute > begun.minute) begun = { minute, atMs: monotonicMs() };
  };

  const hear = (message: Msg): void => {
    const beat = parsed(Beat, message);
    if (beat === null || beat.id === id) return;
    const { kind, usage, ...said } = beat;
    if (usage !== undefined) duties?.usage.merge(usage);
    const known = members.get(beat.id);
    if (known === undefined && members.size >= membersMax) return;
    members.set(beat.id, {
      ...said,
      firstHeardAtMs: known?.firstHeardAtMs ?? monotonicMs(),
      heardAtMs: performance.now(),
      leftInMinute: kind === 'bye' ? thisMinute() : null,
    });
    if (beat.shares !== null) sharedMinutes.add(beat.shares);
    if (sharedMinutes.size > sharedMinutesMax) sharedMinutes.delete(Math.min(...sharedMinutes));
    begin(beat.shares);
    if (kind === 'hello') publish('beat');
  };

  const forget = (): void => {
    const connected = isConnected();
    for (const [other, member] of members) {
      // Silence while this process was disconnected is no evidence that a peer has gone.
      if (!connected || !wasConnected) member.heardAtMs = performance.now();
      const isOver = member.leftInMinute !== null && member.leftInMinute < thisMinute();
      if (isOver || performance.now() - member.heardAtMs > goneAfterMs) members.delete(other);
    }
    wasConnected = connected;
  };

  const subscriptions = [
    connection.subscribe(apiSubjects.presence, { callback: (error, message) => void (error === null && hear(message)) }),
    connection.subscribe(apiSubjects.usage, {
      callback: (error, message) => {
        if (error === null && duties !== null && message.string() !== id) message.respond(JSON.stringify(duties.usage.list(usageEntriesMax)));
      },
    }),
    connection.subscribe(apiSubjects.take(id), {
      callback: (error, message) => {
        if (error === null) void answerTake(message);
      },
    }),
  ];

  const answerTake = async (message: Msg): Promise<void> => {
    const runs = parsed(AskedRun.array(), message);
    const counted = runs === null ? null : ((await duties?.take(runs.map((run) => ({ ...run, ...quotaKeys(run.accountId) })))) ?? null);
    if (!connection.isClosed()) message.respond(JSON.stringify(counted));
  };

  publish('hello');
  const beating = setInterval(
    () => {
      forget();
      publish('beat');
    },
    beatEveryMs * (0.75 + Math.random() / 2),
  );
  beating.unref();

  return {
    isAlone: () => members.size === 0 && processesMin <= 1,
    count: () => Math.max(processesMin, members.size + 1),
    isSharing: (minute) => sharedMinutes.has(minute),
    share: (minute) => {
      if (members.size === 0 && processesMin <= 1) return { place: 0, of: 1 };
      begin(minute);
      if (joinedAtMs + sharingAfterMs > begun.atMs) return null;
      const others = [...members.values()].filter(({ firstHeardAtMs }) => firstHeardAtMs + countedAfterMs <= begun.atMs).map((member) => member.id);
      return { place: [id, ...others].sort().indexOf(id), of: Math.max(processesMin, others.length + 1) };
    },
    settled: async (minute) => {
      const latestMs = monotonicMs() + sharingAfterMs;
      for (;;) {
        if ((members.size === 0 && processesMin <= 1) || begun.minute >= minute) return;
        const cameAtMs = Math.max(joinedAtMs, ...[...members.values()].map(({ firstHeardAtMs }) => firstHeardAtMs));
        const waitMs = Math.min(cameAtMs + sharingAfterMs, latestMs) - monotonicMs();
        if (waitMs <= 0) return;
        // In pieces, for another one may begin meanwhile.
        await sleep(Math.min(waitMs, settledEveryMs), undefined, { ref: false });
      }
    },
    say: (state) => {
      if (state.counters === own.counters && state.shares === own.shares) return;
      own = state;
      begin(state.shares);
      publish('beat');
    },
    usage: async () => {
      const others = [...members.values()].filter(({ leftInMinute }) => leftInMinute === null).length;
      if (others === 0) return { lists: [], isComplete: processesMin <= 1 };
      const lists: UsageList[] = [];
      try {
        const answers = await connection.requestMany(apiSubjects.usage, id, { strategy: 'count', maxMessages: others, maxWait: usageWithinMs });
        for await (const answer of answers) {
          const list = parsed(Usage, answer);
          if (list !== null) lists.push(list);
        }
      } catch {
        // Told by what is missing.
      }
      return { lists, isComplete: lists.length >= Math.max(others, processesMin - 1) };
    },
    take: async (runs) => {
      const able = [...members.values()].filter(({ counters, leftInMinute }) => counters && leftInMinute === null);
      const asked = able[Math.floor(Math.random() * able.length)];
      if (asked === undefined || !isConnected()) return null;
      try {
        const sent = runs.map(({ accountId, calls, limits, known }) => ({ accountId, calls, limits, known }));
        const asking = connection.request(apiSubjects.take(asked.id), JSON.stringify(sent), { timeout: 4 * timeoutMs });
        const answer = await withTimeout(timeoutMs, asking);
        const counted = parsed(Counted, answer);
        if (counted?.length === runs.length) return counted;
      } catch {
        // As if it had said no.
      }
      // Until it says otherwise.
      const member = members.get(asked.id);
      if (member !== undefined) member.counters = false;
      return null;
    },
    serve: (given) => {
      duties = given;
    },
    stop: () => {
      clearInterval(beating);
      publish('bye');
      for (const subscription of subscriptions) subscription.unsubscribe();
    },
  };
}

function parsed<S extends z.ZodType>(schema: S, message: Msg): z.output<S> | null {
  try {
    return schema.safeParse(message.json()).data ?? null;
  } catch {
    return null;
  }
}
