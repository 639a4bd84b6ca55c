/**
 * One active process for a part (refine, write); the others stand by. A lease is a KV entry rewritten
 * every third of its life by compare-and-swap. It is for liveness only: what keeps two holders from
 * doing harm is the expected sequence on FEED and the order of the table.
 */
import { randomUUID } from 'node:crypto';
import type { KV, KvEntry } from '@nats-io/kv';
import type { Logger } from 'pino';
import { z } from 'zod';
import { pause, withJitter } from './pause.ts';
import { isProvenGone, ownIdentity, ProcessIdentity } from './process-identity.ts';

const leaseMs = 6_000;
const askedEveryMs = 250;

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
    /** Takes the lease from a live holder, who notices within a third of its life; `work` then starts after a whole one. */
    readonly takeOver?: boolean;
  },
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const { log, signal, onChange, takeOver = false } = options;
  const holder = JSON.stringify({ id: randomUUID(), process: ownIdentity() } satisfies z.infer<typeof Holder>);
  let watched = { revision: -1, sinceMs: 0 };
  /** By another, from whom it was taken over. */
  let wasHeld = false;
  while (!signal.aborted) {
    const revision = await acquire().catch(() => null);
    if (revision === null) {
      await pause(withJitter(askedEveryMs), signal);
      continue;
    }
    log.info({ lease: name }, 'lease.taken');
    onChange?.(true);
    const lost = new AbortController();
    const leading = AbortSignal.any([signal, lost.signal]);
    const keeper = keep(revision, lost, leading);
    try {
      if (wasHeld) await pause(leaseMs, leading);
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
    const entry = await bucket.get(name);
    if (takeOver) {
      wasHeld = entry !== null && entry.operation === 'PUT' && !isDead(valueOf(entry));
      return bucket.put(name, holder);
    }
    if (entry === null || entry.operation !== 'PUT') {
      return entry === null ? bucket.create(name, holder) : bucket.update(name, holder, entry.revision);
    }
    if (entry.revision !== watched.revision) watched = { revision: entry.revision, sinceMs: performance.now() };
    // Watched by our own clock: instants written by another host prove nothing.
    const isExpired = performance.now() - watched.sinceMs > leaseMs;
    return isExpired || isDead(valueOf(entry)) ? bucket.update(name, holder, entry.revision) : null;
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

function valueOf(entry: KvEntry): unknown {
  try {
    return entry.json<unknown>();
  } catch {
    return null;
  }
}
