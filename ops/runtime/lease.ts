/**
 * One active process for a part (refine, write); the others stand by. A lease is a KV entry rewritten
 * every third of its life by compare-and-swap. It is for liveness only: what keeps two holders from
 * doing harm is the expected sequence on FEED and the order of the table.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import type { KV } from '@nats-io/kv';
import type { Logger } from 'pino';
import { pause, withJitter } from './pause.ts';

const leaseMs = 6_000;
const askedEveryMs = 250;

interface Holder {
  /** Of this one attempt to lead. */
  readonly id: string;
  /** For people who look. */
  readonly host: string;
  readonly pid: number;
  /** Boot and process table that `pid` and `startedAt` mean something in; null: not to be told on this system. */
  readonly machine: string | null;
  /** In ticks since boot: a pid may be given again. */
  readonly startedAt: string | null;
}

const orNull = <T>(read: () => T): T | null => {
  try {
    return read();
  } catch {
    return null;
  }
};
/** proc(5): the 22nd field, counted behind the name, which may hold blanks. */
const startOf = (pid: number): string | null =>
  orNull(
    () =>
      readFileSync(`/proc/${pid}/stat`, 'latin1')
        .replace(/^.*\) /s, '')
        .split(' ')[19]!,
  );
// Host names and pids are alike in any two containers of an image: only what the kernel says tells machines apart.
const machine = orNull(() => `${readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()} ${readlinkSync('/proc/self/ns/pid')}`);

const newHolder = (): Holder => ({ id: randomUUID(), host: hostname(), pid: process.pid, machine, startedAt: startOf(process.pid) });
const never = new AbortController().signal;

/** A holder of this very machine whose process is gone need not be waited for. */
function isDead(holder: Partial<Holder>): boolean {
  if (machine === null || holder.machine !== machine || holder.pid === undefined || typeof holder.startedAt !== 'string') return false;
  return startOf(holder.pid) !== holder.startedAt;
}

/** Whether a live process holds the lease; where that is not known at once it is watched for as long as a lease lives. */
export async function isLeaseHeld(bucket: KV, name: string): Promise<boolean> {
  const first = await bucket.get(name);
  if (first === null || first.operation !== 'PUT') return false;
  if (isDead(first.json<Partial<Holder>>())) return false;
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
  const holder = JSON.stringify(newHolder());
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
      wasHeld = entry !== null && entry.operation === 'PUT' && !isDead(entry.json<Partial<Holder>>());
      return bucket.put(name, holder);
    }
    if (entry === null || entry.operation !== 'PUT') {
      return entry === null ? bucket.create(name, holder) : bucket.update(name, holder, entry.revision);
    }
    if (entry.revision !== watched.revision) watched = { revision: entry.revision, sinceMs: performance.now() };
    // Watched by our own clock: instants written by another host prove nothing.
    const isExpired = performance.now() - watched.sinceMs > leaseMs;
    return isExpired || isDead(entry.json<Partial<Holder>>()) ? bucket.update(name, holder, entry.revision) : null;
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
