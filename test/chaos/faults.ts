/** Faults that chaos tests cause in a running service, and their end. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Demo } from '#test/support/demo.ts';
import { programPath } from '#test/support/process.ts';
import { until } from '#test/support/until.ts';

export interface Fault {
  readonly name: string;
  /** Causes the fault and waits until the service is well. Returns readiness's report; null when the fault may end unreported. */
  readonly strike: (demo: Demo) => Promise<Telling | null>;
}

export interface Telling {
  /** Milliseconds from the strike to the report; null: not reported while the fault lasted. */
  readonly afterMs: number | null;
  readonly says: string;
}

/** Readiness must report a fault within this time while documents are published (promise of the operations port). */
const toldWithinMs = 10_000;
const wellWithinMs = 120_000;

/** Kills the part with SIGKILL; the supervisor starts it again. */
export const killed = (part: string): Fault => ({
  name: `kill ${part}`,
  strike: async (demo) => {
    const pid = demo.run().pids[part];
    if (typeof pid !== 'number') return null;
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      // An earlier fault ended it, and the supervisor is about to start it again.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
    await isStartedAgain(demo, part, pid);
    return null;
  },
});

/** Stops the part with SIGTERM, as an upgrade does; the supervisor starts it again. */
export const restarted = (part: string): Fault => ({
  name: `restart ${part}`,
  strike: async (demo) => {
    const pid = demo.run().pids[part];
    if (typeof pid !== 'number') throw new Error(`${part} does not run`);
    await until('all to be well before', () => isWell(demo), wellWithinMs);
    process.kill(pid, 'SIGTERM');
    await isStartedAgain(demo, part, pid);
    await until(`all to be well after ${part}`, () => isWell(demo), wellWithinMs);
    return null;
  },
});

/** Simulates a power loss of NATS' machine: NATS and the pipeline are killed, and its store is put back to its state of some seconds before. */
export const powerLost = (secondsBack: () => number): Fault => ({
  name: 'power loss of nats',
  strike: async (demo) => {
    const { nats: pid, pipeline } = demo.run().pids;
    if (typeof pid !== 'number' || typeof pipeline !== 'number') return null;
    const store = join(demo.dir, 'nats');
    const copy = await mkdtemp(join(tmpdir(), 'tickerwire-store-'));
    try {
      // Stopped during the copy, so that the copy is the disk at one moment.
      process.kill(pid, 'SIGSTOP');
      await cp(store, join(copy, 'nats'), { recursive: true }).finally(() => process.kill(pid, 'SIGCONT'));
      await sleep(secondsBack() * 1_000);
      // The supervisor must not start NATS before its store is put back.
      demo.freeze();
      try {
        process.kill(pid, 'SIGKILL');
        process.kill(pipeline, 'SIGKILL');
        await sleep(100);
        await rm(store, { recursive: true });
        await cp(join(copy, 'nats'), store, { recursive: true });
      } finally {
        demo.thaw();
      }
      await isStartedAgain(demo, 'nats', pid);
      await isStartedAgain(demo, 'pipeline', pipeline);
    } finally {
      await rm(copy, { recursive: true, force: true });
    }
    return null;
  },
});

/** The stores that write to disk, with their folders. */
export const stores = { nats: 'nats', clickhouse: 'clickhouse', redis: 'redis' } as const;
export type StoreName = keyof typeof stores;

/** Bytes of each store's own file system: enough for the documents of a run. */
const storeBytes = 1_500_000_000;

/** Mounts a file system for each store, so that it can be filled. Returns the unmount; throws where mounting is not allowed. */
export async function mountStores(dir: string): Promise<() => void> {
  const folders = Object.values(stores).map((folder) => join(dir, folder));
  for (const folder of folders) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${storeBytes},mode=700`, 'tmpfs', folder], { stdio: 'pipe' });
  }
  return () => {
    for (const folder of folders.splice(0)) execFileSync('umount', ['--lazy', folder], { stdio: 'pipe' });
  };
}

const lossTable = 'inet tickerwire_chaos';
const nft = (...words: readonly string[]): void => void execFileSync('nft', words, { stdio: 'pipe' });

/** Drops a share of the packets to and from a store's port for `lastsMs`, by a rule of the kernel's packet filter. Needs nft and root. */
export const packetsLost = (store: string, percent: number, lastsMs: number): Fault => ({
  name: `${percent} % of the packets of ${store} lost`,
  strike: async (demo) => {
    const port = String(demo.ports()[store]);
    await until('all to be well before', () => isWell(demo), wellWithinMs);
    const endedAtMs = performance.now() + lastsMs;
    const startedAtMs = performance.now();
    let telling: Telling | null = null;
    nft('add', 'table', lossTable);
    try {
      nft('add', 'chain', lossTable, 'loss', '{ type filter hook input priority 0; }');
      for (const end of ['dport', 'sport'])
        nft('add', 'rule', lossTable, 'loss', 'tcp', end, port, 'numgen', 'random', 'mod', '100', '<', String(percent), 'drop');
      while (performance.now() < endedAtMs) {
        const says: string | null = telling === null ? await troublesOf(demo).catch(() => null) : null;
        if (says !== null) telling = { afterMs: performance.now() - startedAtMs, says };
        await sleep(1_000);
      }
    } finally {
      nft('delete', 'table', lossTable);
    }
    await until(`all to be well after ${store}`, () => isWell(demo), wellWithinMs);
    return telling;
  },
});

const clockLibrary = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';

/** Returns the environment of a service whose clock `clockMoved` can move; files go into `dir`. Throws without libfaketime. */
export async function movableClock(dir: string): Promise<Readonly<Record<string, string>>> {
  if (!existsSync(clockLibrary)) throw new Error('a clock cannot be moved without libfaketime (Debian: apt-get install faketime)');
  await writeFile(clockFile(dir), '+0');
  // Redis does not start with the library loaded: its allocator reads the clock before it can allocate.
  const redis = join(dir, 'redis-server');
  await writeFile(redis, `#!/bin/sh\nunset LD_PRELOAD\nexec ${programPath('redis-server')} "$@"\n`, { mode: 0o755 });
  return {
    PATH: `${dir}:${process.env['PATH'] ?? ''}`,
    LD_PRELOAD: clockLibrary,
    FAKETIME_TIMESTAMP_FILE: clockFile(dir),
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
}

const clockFile = (dir: string): string => join(dir, 'clock');

/**
 * Moves the clock of Node and ClickHouse, and later moves it back. NATS, which does not ask the C library for it, and Redis keep theirs.
 * The upstream's clock moves too, so its rate is zero meanwhile; otherwise it would make an hour's documents at once.
 */
export const clockMoved = (dir: string, seconds: number, { rate, lastsMs }: { readonly rate: number; readonly lastsMs: number }): Fault => ({
  name: `clock moved by ${seconds} s`,
  strike: async (demo) => {
    const move = async (by: number): Promise<void> => {
      await setRate(demo, 0);
      await writeFile(clockFile(dir), `${by < 0 ? '' : '+'}${by}`);
      await sleep(clockHeardMs);
      await setRate(demo, rate);
    };
    await move(seconds);
    await sleep(lastsMs);
    await move(0);
    await until('all to be well with the right clock', () => isWell(demo), wellWithinMs);
    return null;
  },
});

/** The library reads its file once a second. */
const clockHeardMs = 3_000;

export async function setRate(demo: Demo, rate: number): Promise<void> {
  await fetch(`${demo.run().upstream}/__control/rate`, { method: 'POST', body: JSON.stringify({ rate }), signal: AbortSignal.timeout(10_000) });
}

/** Fills the store's file system to the last byte, until readiness has reported it and `lastsMs` more. */
export const diskFull = (store: StoreName, lastsMs: () => number): Fault => ({
  name: `disk full of ${store}`,
  strike: async (demo) => {
    const folder = join(demo.dir, stores[store]);
    const filler = join(folder, 'filler');
    await until('all to be well before', () => isWell(demo), wellWithinMs);
    await fill(folder, filler);
    const startedAtMs = performance.now();
    try {
      const says = await until(
        'readiness to tell',
        async () => {
          // Also fills the space that the store frees by itself.
          await fill(folder, `${filler}-${Math.round(performance.now())}`);
          return troublesOf(demo);
        },
        toldWithinMs,
      ).catch(() => null);
      const afterMs = says === null ? null : performance.now() - startedAtMs;
      await sleep(lastsMs());
      return { afterMs, says: says ?? '' };
    } finally {
      execFileSync('sh', ['-c', 'rm -f "$1"/filler*', 'sh', folder]);
      await until(`all to be well after ${store}`, () => isWell(demo), wellWithinMs);
    }
  },
});

async function fill(folder: string, file: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail === 0) return;
  const chunk = Buffer.alloc(Math.min(bavail * bsize, 64 << 20));
  for (let left = bavail * bsize; left > 0; left -= chunk.length)
    await writeFile(file, chunk.subarray(0, Math.min(left, chunk.length)), { flag: 'a' }).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    });
}

const isStartedAgain = (demo: Demo, part: string, pid: number): Promise<unknown> =>
  until(
    `${part} to come back`,
    () => {
      const now = demo.run().pids[part];
      return typeof now === 'number' && now !== pid;
    },
    60_000,
  );

interface Ready {
  readonly ready: boolean;
  readonly checks: Readonly<Record<string, string>>;
  readonly degraded?: Readonly<Record<string, string>>;
}

async function readyOf(demo: Demo): Promise<Ready> {
  const response = await fetch(`${demo.run().ops}/ready`, { signal: AbortSignal.timeout(10_000) });
  return (await response.json()) as Ready;
}

/** Returns the troubles that readiness reports now; null: none. */
async function troublesOf(demo: Demo): Promise<string | null> {
  const { checks, degraded = {} } = await readyOf(demo);
  const troubles = Object.entries({ ...checks, ...degraded }).filter(([, state]) => state !== 'ok');
  return troubles.length === 0 ? null : troubles.map(([name, state]) => `${name}: ${state}`).join('; ');
}

const isWell = async (demo: Demo): Promise<boolean> => (await troublesOf(demo).catch(() => 'no answer')) === null;
