import { expect, test } from 'vitest';
import { randomOf, runChaos, type ChaosResult } from './chaos.ts';
import { expectNothingLost, expectNothingMissed, expectTold } from './expect.ts';
import { diskFull, killed, mountStores, powerLost, stores, type StoreName } from './faults.ts';

const kills = Number(process.env.CHAOS_KILLS ?? 60);
const powerLosses = Number(process.env.CHAOS_POWER_LOSSES ?? 12);
const fullDisks = Number(process.env.CHAOS_FULL_DISKS ?? 6);
const seed = Number(process.env.CHAOS_SEED ?? Date.now() % 2 ** 31);

const parts = ['pipeline', 'writer', 'api', 'nats', 'redis', 'cache', 'clickhouse'];
const hoursMs = 3_600_000;
const shared = { rate: 20, seed, pauseMsMax: 4_000, drainMs: 900_000, onProgress: (line: string) => process.stdout.write(`${line}\n`) };

const tell = ({ served, rows, drops, faults, tellings, pollFailures }: ChaosResult): void => {
  shared.onProgress(JSON.stringify({ served, rows, drops, pollFailures, faults }));
  for (const { fault, afterMs, says } of tellings)
    shared.onProgress(`${fault}: told after ${afterMs === null ? 'never' : `${Math.round(afterMs)} ms`}: ${says}`);
};

test.runIf(kills > 0)(
  `${kills} kills at random moments (CHAOS_SEED=${seed}): nothing lost, nothing doubled, every row polled once and in order`,
  async () => {
    const result = await runChaos({ ...shared, rounds: kills, faults: parts.map(killed) });
    tell(result);
    if (kills >= parts.length) expect(Object.keys(result.faults)).toHaveLength(parts.length);
    expectNothingLost(result);
  },
  2 * hoursMs,
);

test.runIf(powerLosses > 0)(
  `${powerLosses} power losses of NATS among kills (CHAOS_SEED=${seed}): nothing lost, nothing doubled, no row missed by a poller that keeps its cursor`,
  async () => {
    const random = randomOf(seed + 1);
    const lost = powerLost(() => random() * 6);
    const result = await runChaos({
      ...shared,
      rounds: 2 * powerLosses,
      // Every other one, so that a part is killed while the log is put right.
      faults: ['pipeline', 'writer', 'api', 'nats'].flatMap((part) => [lost, killed(part)]),
    });
    tell(result);
    expectNothingMissed(result);
  },
  2 * hoursMs,
);

test.runIf(fullDisks > 0)(
  `${fullDisks} full disks (CHAOS_SEED=${seed}): nothing lost, nothing doubled, and readiness tells of each within 10 s`,
  async () => {
    const random = randomOf(seed + 2);
    let unmount = (): void => undefined;
    const result = await runChaos({
      ...shared,
      rounds: fullDisks,
      faults: (Object.keys(stores) as StoreName[]).map((store) => diskFull(store, () => random() * 15_000)),
      prepare: async (dir) => {
        unmount = await mountStores(dir);
      },
      beforeRemoval: () => unmount(),
    });
    tell(result);
    expectNothingMissed(result);
    expectTold(result);
  },
  2 * hoursMs,
);
