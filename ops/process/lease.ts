/**
 * Leases: one process is active for a part or a stage, the others are standby. A lease is a KV entry that its leader rewrites every 1.5 s
 * by compare-and-swap. A standby takes it after `leaseMs` without a change. A leader that cannot renew stops `marginMs` earlier by its own
 * monotonic clock, counted from its last confirmed renewal, so that it has stopped before another one starts.
 *
 * A lease does not exclude two leaders in every case. Expected sequences on FEED, message ids on RAW and versions in the tables make that
 * harmless.
 */
import { randomUUID } from 'node:crypto';
import type { KV } from '@nats-io/kv';
import type { Logger } from 'pino';
import { pause, untilTickMs, withJitter } from './pause.ts';
import { withTimeout } from './with-timeout.ts';

export const leaseTimes = {
  /** Time in ms after the last change that a standby saw until it takes the lease. */
  leaseMs: 4_300,
  /** How much earlier the leader stops, in ms. */
  marginMs: 600,
  /** Interval of renewals in ms. The server writes each to its disk, and a process has up to 16 leases. */
  renewEveryMs: 1_500,
  /** Timeout of one request in ms. After it the leader reads the entry and renews again. */
  requestMs: 800,
  /** Interval in ms at which a standby reads the entry, with 10 % jitter. */
  askedEveryMs: 250,
} as const;
const { leaseMs, marginMs, renewEveryMs, requestMs, askedEveryMs } = leaseTimes;
const retryMs = 100;

const never = new AbortController().signal;

/** Returns whether a live process has the lease, by watching the entry for up to `leaseMs`. */
export async function isLeaseHeld(bucket: KV, name: string): Promise<boolean> {
  const first = await bucket.get(name);
  if (first === null || first.operation !== 'PUT') return false;
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
  /** Called with true when this process gets the lease, and with false as soon as it ends, even when `work` still runs. */
  readonly onChange?: (leading: boolean) => void;
  /** True to take the lease from a live leader, which notices at its next renewal. `work` then starts after `leaseMs`. */
  readonly takeOver?: boolean;
}

export interface HeldLease {
  /** Returns whether the lease is valid now. It is exact even when the timer that ends the lease is late. */
  readonly isHeld: () => boolean;
  /** Time in ms for which no process has worked under the lease, at least; Infinity when none ever did. */
  readonly idleMs: number;
}

/** Calls `work` whenever this process leads. Its signal aborts when the lease is lost. Resolves when `signal` has aborted and `work` ended. */
export async function whileLeading(
  bucket: KV,
  name: string,
  options: LeaseOptions,
  work: (signal: AbortSignal, lease: HeldLease) => Promise<void>,
): Promise<void> {
  const { log, signal, onChange, takeOver = false } = options;
  const holder = JSON.stringify({ id: randomUUID() });
  let watched = { revision: -1, sinceMs: 0 };
  /** True when the lease was taken over and another process may still work. */
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
      if (!leading.aborted && performance.now() >= tenure.untilMs) lose(new Error('no renewal was confirmed in time'));
      return !leading.aborted;
    };
    const keeping = [keep(tenure, lose, leading), watchEnd(tenure, isHeld, leading)];
    try {
      if (wasHeld) await pause(leaseMs, leading);
      await work(leading, { isHeld, idleMs: taken.idleMs });
    } finally {
      ended.abort();
      await Promise.all(keeping);
      await giveBack(tenure.revision);
      log.info({ lease: name }, 'lease.given_up');
    }
  }

  async function giveBack(revision: number): Promise<void> {
    await withTimeout(requestMs, bucket.delete(name, { previousSeq: revision })).catch(() => undefined);
  }

  /** Returns null when another process has the lease. Throws when another process takes it first. */
  async function acquire() {
    const entry = await withTimeout(requestMs, bucket.get(name));
    const isPut = entry?.operation === 'PUT';
    const take = async (asked: () => Promise<number>, idleMs: number) => {
      const sentAtMs = performance.now();
      return { revision: await withTimeout(requestMs, asked()), sentAtMs, idleMs };
    };
    if (takeOver) {
      wasHeld = isPut;
      return take(() => bucket.put(name, holder), 0);
    }
    if (!isPut)
      return entry === null ? take(() => bucket.create(name, holder), Infinity) : take(() => bucket.update(name, holder, entry.revision), 0);
    if (entry.revision !== watched.revision) watched = { revision: entry.revision, sinceMs: performance.now() };
    // The entry is this process's own, from a request whose reply was lost.
    if (entry.string() === holder) return take(() => bucket.update(name, holder, entry.revision), 0);
    // Only this process's clock counts, because clocks of other hosts may differ.
    const isExpired = performance.now() - watched.sinceMs > leaseMs;
    return isExpired ? take(() => bucket.update(name, holder, entry.revision), marginMs) : null;
  }

  async function keep(tenure: { revision: number; untilMs: number }, lose: (error: unknown) => void, leading: AbortSignal): Promise<void> {
    let waitMs: number = untilTickMs(renewEveryMs);
    for (;;) {
      await pause(waitMs, leading);
      if (leading.aborted) return;
      const sentAtMs = performance.now();
      try {
        const renewed = bucket.update(name, holder, tenure.revision).then((revision) => {
          // This runs even when the reply comes after the timeout.
          tenure.revision = Math.max(tenure.revision, revision);
          tenure.untilMs = Math.max(tenure.untilMs, sentAtMs + leaseMs - marginMs);
        });
        await withTimeout(requestMs, renewed);
        waitMs = untilTickMs(renewEveryMs);
      } catch (error) {
        waitMs = retryMs;
        const current = await withTimeout(requestMs, bucket.get(name)).catch(() => undefined);
        if (current === undefined || leading.aborted) continue;
        if (current?.string() !== holder) return lose(error);
        // The own write may have succeeded with its reply lost. A replica that lags may return an older revision.
        tenure.revision = Math.max(tenure.revision, current.revision);
      }
    }
  }

  async function watchEnd(tenure: { readonly untilMs: number }, isHeld: () => boolean, leading: AbortSignal): Promise<void> {
    while (!leading.aborted && isHeld()) await pause(tenure.untilMs - performance.now(), leading);
  }
}

/** Runs `work` once under a lease. Throws its error, or when the lease is lost. `stopping` ends the wait for the lease and aborts `work`. */
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
  if (ended === null) throw new Error(`the lease ${name} could not be taken`);
  if ('error' in ended) throw ended.error;
  return ended.value;
}
