/**
 * Spreads leases over several processes. Each lease has one leader. A process that leads at least two more than another that waits for some
 * of them gives up half the difference, so that work spreads over processes that come and go. The process that leads fewer also takes
 * released leases first.
 */
import { randomUUID } from 'node:crypto';
import type { KV } from '@nats-io/kv';
import type { Logger } from 'pino';
import { z } from 'zod';
import { whileLeading, type HeldLease, type LeaseOptions } from './lease.ts';
import { pause, withJitter } from './pause.ts';
import { withTimeout } from './with-timeout.ts';

export interface LeaseSpread {
  /** Calls `work` while this process has the lease, as `whileLeading` does. */
  readonly lead: (
    name: string,
    options: Pick<LeaseOptions, 'log' | 'onChange' | 'signal'>,
    work: (signal: AbortSignal, lease: HeldLease) => Promise<void>,
  ) => Promise<void>;
  /** Balances the leases until `signal` aborts. */
  readonly balance: (signal: AbortSignal) => Promise<void>;
}

const balanceEveryMs = 5_000;
const requestMs = 1_000;
/** Delay before taking a free lease, per lease that the process has, up to `holdBackMsMost`. */
const holdBackEachMs = 100;
const holdBackMsMost = 500;
/** Delay before taking back a lease given up for balance; longer than any waiting process needs to notice it. */
const holdBackMsGivenUp = 2_000;

/** The announcement of a process that waits for leases, in the entry `<group>.wanted`; the last one replaces others. */
const WaitingProcess = z.object({ id: z.string(), held: z.int(), waiting: z.array(z.string()) });
type WaitingProcess = z.infer<typeof WaitingProcess>;

/** Returns the leases to give up for another process, last taken first; none when balanced or it waits for none of them. */
export function leasesToGiveUp(held: readonly string[], wanted: Pick<WaitingProcess, 'held' | 'waiting'>): string[] {
  const count = Math.max(0, Math.floor((held.length - wanted.held) / 2));
  return held
    .filter((name) => wanted.waiting.includes(name))
    .toReversed()
    .slice(0, count);
}

/** Returns the spread of a group of leases, whose names begin with `group`. */
export function spreadLeases(bucket: KV, group: string, { log, everyMs = balanceEveryMs }: { log: Logger; everyMs?: number }): LeaseSpread {
  const id = randomUUID();
  const key = `${group}.wanted`;
  const asked = new Set<string>();
  /** The leases of this process, in the order in which they were taken. */
  const held = new Map<string, HeldLease>();
  const givenUp = new Set<string>();
  let seenRevision: number | null = null;

  async function look(): Promise<void> {
    const waiting = [...asked].filter((name) => !held.has(name));
    const entry = await withTimeout(requestMs, bucket.get(key));
    const wanted = entry?.operation === 'PUT' ? WaitingProcess.safeParse(parsed(entry.string())).data : undefined;
    // An entry at the first look may be from a process that has ended.
    const isNew = seenRevision !== null && (entry?.revision ?? 0) > seenRevision;
    seenRevision = entry?.revision ?? 0;
    if (isNew && wanted !== undefined && wanted.id !== id) {
      const names = leasesToGiveUp([...held.keys()], wanted);
      if (names.length > 0) log.info({ leases: names, held: held.size, other: wanted.held }, 'leases.spread');
      for (const name of names) {
        givenUp.add(name);
        held.get(name)?.giveUp();
      }
      if (names.length > 0) return;
    }
    if (waiting.length > 0) await withTimeout(requestMs, bucket.put(key, JSON.stringify({ id, held: held.size, waiting } satisfies WaitingProcess)));
  }

  return {
    lead: async (name, options, work) => {
      asked.add(name);
      const holdBackMs = (): number => (givenUp.has(name) ? holdBackMsGivenUp : Math.min(held.size * holdBackEachMs, holdBackMsMost));
      try {
        await whileLeading(bucket, name, { ...options, holdBackMs }, async (leading, lease) => {
          givenUp.delete(name);
          held.set(name, lease);
          try {
            await work(leading, lease);
          } finally {
            held.delete(name);
          }
        });
      } finally {
        asked.delete(name);
      }
    },
    balance: async (signal) => {
      while (!signal.aborted) {
        await pause(withJitter(everyMs), signal);
        // When NATS does not answer, nothing is balanced until the next look.
        if (!signal.aborted) await look().catch((error: unknown) => log.debug({ err: error }, 'lease.not_spread'));
      }
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
