/**
 * One active process for a part (refine, write); the others stand by. A lease is a KV entry rewritten
 * every third of its life by compare-and-swap. It is for liveness only: what keeps two holders from
 * doing harm is the expected sequence on FEED and the order of the table.
 */
import { hostname } from 'node:os';
import type { KV } from '@nats-io/kv';
import type { Logger } from 'pino';
import { pause, withJitter } from './pause.ts';

const leaseMs = 6_000;

interface Holder {
  readonly host: string;
  readonly pid: number;
}

/** A holder on this very host whose process is gone need not be waited for. */
function isDead(holder: Holder): boolean {
  if (holder.host !== hostname() || holder.pid === process.pid) return false;
  try {
    process.kill(holder.pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/**
 * Calls `work` whenever this process holds the lease `name`; the signal it gets aborts when the lease is
 * lost or `signal` aborts. Returns once `signal` aborted and `work` ended.
 */
export async function whileLeading(
  bucket: KV,
  name: string,
  options: {
    readonly log: Logger;
    readonly signal: AbortSignal;
    readonly onChange?: (leading: boolean) => void;
    /** Takes the lease from a live holder, who notices within a third of its life; `work` starts after a whole one. */
    readonly takeOver?: boolean;
  },
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const { log, signal, onChange, takeOver = false } = options;
  const holder = JSON.stringify({ host: hostname(), pid: process.pid } satisfies Holder);
  let watched = { revision: -1, sinceMs: 0 };
  while (!signal.aborted) {
    const revision = await acquire().catch(() => null);
    if (revision === null) {
      await pause(withJitter(250), signal);
      continue;
    }
    log.info({ lease: name }, 'lease.taken');
    onChange?.(true);
    const lost = new AbortController();
    const leading = AbortSignal.any([signal, lost.signal]);
    const keeper = keep(revision, lost, leading);
    try {
      if (takeOver) await pause(leaseMs, leading);
      await work(leading);
    } finally {
      lost.abort();
      onChange?.(false);
      const last = await keeper;
      if (last !== null) await bucket.delete(name, { previousSeq: last }).catch(() => undefined);
      log.info({ lease: name }, 'lease.given_up');
    }
  }

  async function acquire(): Promise<number | null> {
    if (takeOver) return bucket.put(name, holder);
    const entry = await bucket.get(name);
    if (entry === null || entry.operation !== 'PUT') {
      return entry === null ? bucket.create(name, holder) : bucket.update(name, holder, entry.revision);
    }
    if (entry.revision !== watched.revision) watched = { revision: entry.revision, sinceMs: performance.now() };
    // Watched by our own clock: instants written by another host prove nothing.
    const isExpired = performance.now() - watched.sinceMs > leaseMs;
    return isExpired || isDead(entry.json<Holder>()) ? bucket.update(name, holder, entry.revision) : null;
  }

  /** Rewrites the lease until `leading` aborts; returns its last revision, or null when it was lost. */
  async function keep(first: number, lost: AbortController, leading: AbortSignal): Promise<number | null> {
    let revision = first;
    let keptAtMs = performance.now();
    for (;;) {
      await pause(leaseMs / 3, leading);
      if (leading.aborted) return revision;
      try {
        revision = await bucket.update(name, holder, revision);
        keptAtMs = performance.now();
      } catch (error) {
        const current = await bucket.get(name).catch(() => undefined);
        const isTaken = current !== undefined && current?.string() !== holder;
        // Our own write may have gone through with its answer lost.
        if (current?.string() === holder) revision = current.revision;
        if (isTaken || performance.now() - keptAtMs > leaseMs) {
          log.warn({ lease: name, err: error }, 'lease.lost');
          lost.abort();
          return null;
        }
      }
    }
  }
}
