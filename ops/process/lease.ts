/**
 * One active process for a part or a stage; the others stand by. A lease is a KV entry rewritten every second by
 * compare-and-swap. Who watches it takes it after `leaseMs` without a change; its holder stops `marginMs` before that, by its
 * own monotonic clock and counted from when its last answered renewal was sent, so that a holder that is cut off has stopped
 * before anybody can follow. It is for liveness and politeness: what keeps two holders from doing harm is the expected sequence on
 * FEED, the ids of RAW and the order of the tables.
 */
import { randomUUID } from 'node:crypto';
import type { KV, KvEntry } from '@nats-io/kv';
import type { Logger } from 'pino';
import { z } from 'zod';
import { pause, withJitter } from './pause.ts';
import { isProvenGone, ownIdentity, ProcessIdentity } from './process-identity.ts';
import { withTimeout } from './with-timeout.ts';

export const leaseTimes = {
  /** From the last change that a watcher saw until it takes the lease. */
  leaseMs: 4_000,
  /** How much sooner its holder stops. */
  marginMs: 600,
  renewEveryMs: 1_000,
  /** Of one request; a renewal that is late is asked about and sent again. */
  requestMs: 1_000,
  /** How often a watcher looks, give or take a tenth. */
  askedEveryMs: 250,
} as const;
const { leaseMs, marginMs, renewEveryMs, requestMs, askedEveryMs } = leaseTimes;
const retryMs = 100;

/** Longest from a holder's last renewal until another has the lease, beside the time of two requests: it is seen, it expires. */
export const takeOverMsMost = leaseMs + 1.1 * askedEveryMs;

const Holder = z.object({
  /** Random for each contender: two processes may share host name and process id. */
  id: z.string(),
  process: ProcessIdentity.nullable(),
});

/** A holder whose process is gone for certain need not be waited for. */
function isDead(value: unknown): boolean {
  const identity = Holder.safeParse(value).data?.process;
  return identity !== undefined && identity !== null && isProvenGone(identity);
}

const never = new AbortController().signal;

/** Whether a live process holds the lease; where that is not known at once it is watched for as long as a lease lives. */
export async function isLeaseHeld(bucket: KV, name: string): Promise<boolean> {
  const first = await bucket.get(name);
  if (first === null || first.operation !== 'PUT') return false;
  if (isDead(valueOf(first))) return false;
  for (const startedAtMs = performance.now(); performance.now() - startedAtMs < leaseMs;) {
    await pause(askedEveryMs, never);
    const entry = await bucket.get(name);
    if (entry === null || entry.operation !== 'PUT') return false;
    if (entry.revision !== first.revision) return true;
  }
  return false;
}

export interface LeaseOptions {
  readonly log: Logger;
  readonly signal: AbortSignal;
  /** Told when it ends at once, whatever `work` has still to finish. */
  readonly onChange?: (leading: boolean) => void;
  /** Takes the lease from a live holder, who notices with its next renewal; `work` then starts after a whole life of a lease. */
  readonly takeOver?: boolean;
  /** How long a lease that its holder gave up is left to others first. */
  readonly holdBackMs?: () => number;
}

export interface HeldLease {
  /** Whether it is held at this instant: also where a timer is late that would have told. */
  readonly isHeld: () => boolean;
  /** Lets another have it: `work` is told to end. */
  readonly giveUp: () => void;
  /** How long nobody has worked under it for certain, in ms; Infinity where nobody ever did. */
  readonly idleMs: number;
}

/** Taken with a request that was sent at `sentAtMs`. */
interface Taken extends Pick<HeldLease, 'idleMs'> {
  readonly revision: number;
  readonly sentAtMs: number;
}

/**
 * Calls `work` whenever this process holds the lease `name`; the signal it gets aborts when the lease is
 * lost, given up or `signal` aborts. Returns once `signal` aborted and `work` ended.
 */
export async function whileLeading(
  bucket: KV,
  name: string,
  options: LeaseOptions,
  work: (signal: AbortSignal, lease: HeldLease) => Promise<void>,
): Promise<void> {
  const { log, signal, onChange, takeOver = false, holdBackMs = () => 0 } = options;
  const holder = JSON.stringify({ id: randomUUID(), process: ownIdentity() } satisfies z.infer<typeof Holder>);
  let watched = { revision: -1, sinceMs: 0 };
  let freeSinceMs: number | null = null;
  /** By another, from whom it was taken over. */
  let wasHeld = false;
  while (!signal.aborted) {
    const taken = await acquire().catch(() => null);
    if (taken === null) {
      const expiresInMs = watched.sinceMs + leaseMs - performance.now();
      await pause(expiresInMs > 0 ? Math.min(withJitter(askedEveryMs), expiresInMs + 1) : withJitter(askedEveryMs), signal);
      continue;
    }
    if (signal.aborted) return giveBack(taken.revision);
    log.info({ lease: name }, 'lease.taken');
    onChange?.(true);
    const ended = new AbortController();
    const leading = AbortSignal.any([signal, ended.signal]);
    leading.addEventListener('abort', () => onChange?.(false), { once: true });
    const tenure = { revision: taken.revision, untilMs: taken.sentAtMs + leaseMs - marginMs };
    const lose = (error: unknown): void => {
      log.warn({ lease: name, err: error }, 'lease.lost');
      ended.abort();
    };
    const isHeld = (): boolean => {
      if (!leading.aborted && performance.now() >= tenure.untilMs) lose(new Error('no renewal was answered in time'));
      return !leading.aborted;
    };
    const keeping = [keep(tenure, lose, leading), watchEnd(tenure, isHeld, leading)];
    try {
      if (wasHeld) await pause(leaseMs, leading);
      await work(leading, { isHeld, giveUp: () => ended.abort(), idleMs: taken.idleMs });
    } finally {
      ended.abort();
      await Promise.all(keeping);
      await giveBack(tenure.revision);
      freeSinceMs = null;
      log.info({ lease: name }, 'lease.given_up');
    }
  }

  /** What is somebody else's by now stays: its revision is another. */
  async function giveBack(revision: number): Promise<void> {
    await withTimeout(requestMs, bucket.delete(name, { previousSeq: revision })).catch(() => undefined);
  }

  /** Null: another has it, or is let have it. */
  async function acquire(): Promise<Taken | null> {
    const entry = await withTimeout(requestMs, bucket.get(name));
    const isPut = entry?.operation === 'PUT';
    const take = async (asked: () => Promise<number>, idleMs: number): Promise<Taken> => {
      const sentAtMs = performance.now();
      return { revision: await withTimeout(requestMs, asked()), sentAtMs, idleMs };
    };
    if (takeOver) {
      wasHeld = isPut && !isDead(valueOf(entry));
      return take(() => bucket.put(name, holder), 0);
    }
    if (!isPut) {
      freeSinceMs ??= performance.now();
      if (performance.now() - freeSinceMs < holdBackMs()) return null;
      return entry === null ? take(() => bucket.create(name, holder), Infinity) : take(() => bucket.update(name, holder, entry.revision), 0);
    }
    freeSinceMs = null;
    if (entry.revision !== watched.revision) watched = { revision: entry.revision, sinceMs: performance.now() };
    // Of this very contender, whose request went through with its answer lost; or of one that is no more.
    if (entry.string() === holder || isDead(valueOf(entry))) return take(() => bucket.update(name, holder, entry.revision), 0);
    // Watched by our own clock: instants written by another host prove nothing.
    const isExpired = performance.now() - watched.sinceMs > leaseMs;
    return isExpired ? take(() => bucket.update(name, holder, entry.revision), marginMs) : null;
  }

  /** Rewrites the lease until `leading` aborts. */
  async function keep(tenure: { revision: number; untilMs: number }, lose: (error: unknown) => void, leading: AbortSignal): Promise<void> {
    let waitMs: number = renewEveryMs;
    for (;;) {
      await pause(waitMs, leading);
      if (leading.aborted) return;
      const sentAtMs = performance.now();
      try {
        const renewed = bucket.update(name, holder, tenure.revision).then((revision) => {
          // Also where its answer comes late.
          tenure.revision = Math.max(tenure.revision, revision);
          tenure.untilMs = Math.max(tenure.untilMs, sentAtMs + leaseMs - marginMs);
        });
        await withTimeout(requestMs, renewed);
        waitMs = renewEveryMs;
      } catch (error) {
        waitMs = retryMs;
        const current = await withTimeout(requestMs, bucket.get(name)).catch(() => undefined);
        if (current === undefined || leading.aborted) continue;
        if (current?.string() !== holder) return lose(error);
        // Our own write may have gone through with its answer lost; a replica that lags behind tells an older one.
        tenure.revision = Math.max(tenure.revision, current.revision);
      }
    }
  }

  async function watchEnd(tenure: { readonly untilMs: number }, isHeld: () => boolean, leading: AbortSignal): Promise<void> {
    while (!leading.aborted && isHeld()) await pause(tenure.untilMs - performance.now(), leading);
  }
}

/** Does `work` once under a lease; throws what it throws, and where the lease is lost before its end. `stopping` ends the wait for the lease and aborts `work`. */
export async function withLease<T>(
  bucket: KV,
  name: string,
  { stopping, ...options }: { readonly log: Logger; readonly takeOver?: boolean; readonly stopping?: AbortSignal },
  work: (leading: AbortSignal) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  const signal = stopping === undefined ? stop.signal : AbortSignal.any([stop.signal, stopping]);
  let outcome: { readonly value: T } | { readonly error: unknown } | null = null;
  await whileLeading(bucket, name, { ...options, signal }, async (leading) => {
    outcome = await work(leading).then((value) => ({ value }), (error: unknown) => ({ error })); // prettier-ignore
    stop.abort();
  });
  const ended = outcome as { readonly value: T } | { readonly error: unknown } | null;
  if (ended === null) stopping?.throwIfAborted();
  if (ended === null) throw new Error(`the lease ${name} was not to be had`);
  if ('error' in ended) throw ended.error;
  return ended.value;
}

function valueOf(entry: KvEntry): unknown {
  try {
    return entry.json<unknown>();
  } catch {
    return null;
  }
}
