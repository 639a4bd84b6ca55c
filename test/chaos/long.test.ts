import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startDemo } from '#test/support/demo.ts';
import { startNats } from '#test/support/nats.ts';
import { expectTrue, tellThroughKills } from '#test/support/webhook-kills.ts';
import { demoOptions, randomOf, runChaos, type ChaosResult } from './chaos.ts';
import { leaderKilled, nodeCutOff, openClusterWorld } from './cluster.ts';
import { expectNothingLost, expectNothingMissed, expectTold } from './expect.ts';
import { clockMoved, diskFull, killed, mountStores, movableClock, packetsLost, powerLost, stores, type StoreName } from './faults.ts';

const kills = Number(process.env.CHAOS_KILLS ?? 60);
const powerLosses = Number(process.env.CHAOS_POWER_LOSSES ?? 12);
const fullDisks = Number(process.env.CHAOS_FULL_DISKS ?? 6);
const webhookKills = Number(process.env.CHAOS_WEBHOOK_KILLS ?? 20);
const leaderKills = Number(process.env.CHAOS_LEADER_KILLS ?? 20);
const lossPercent = Number(process.env.CHAOS_LOSS_PERCENT ?? 30);
const clockSeconds = Number(process.env.CHAOS_CLOCK_SECONDS ?? 3_600);
const seed = Number(process.env.CHAOS_SEED ?? Date.now() % 2 ** 31);

const parts = ['pipeline', 'webhooks', 'api', 'nats', 'redis', 'clickhouse'];
const hoursMs = 3_600_000;
const cutOffMs = 60_000;
const troubleMs = 60_000;
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
      // The power loss is every other fault, so that a part is killed during the repair of the log.
      faults: ['pipeline', 'api', 'nats'].flatMap((part) => [lost, killed(part)]),
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
      start: () =>
        startDemo(demoOptions(shared), {
          prepare: async (dir) => {
            unmount = await mountStores(dir);
          },
        }),
      beforeRemoval: () => unmount(),
    });
    tell(result);
    expectNothingMissed(result);
    expectTold(result);
  },
  2 * hoursMs,
);

test.runIf(lossPercent > 0)(
  `${lossPercent} % of the packets to and from each store lost for a minute (CHAOS_SEED=${seed}): nothing lost, nothing doubled, and it heals`,
  async () => {
    const lossy = ['nats', 'clickhouse', 'redis'];
    const faults = lossy.map((store) => packetsLost(store, lossPercent, troubleMs));
    const result = await runChaos({ ...shared, rounds: lossy.length, faults });
    tell(result);
    expectNothingLost(result);
  },
  2 * hoursMs,
);

test.runIf(clockSeconds > 0)(
  `a clock that jumps by ${clockSeconds} s and back, either way (CHAOS_SEED=${seed}): nothing lost, nothing doubled, and it heals`,
  async () => {
    const dir = mkdtempSync(join(tmpdir(), 'tickerwire-clock-'));
    const faults = [clockSeconds, -clockSeconds].map((seconds) => clockMoved(dir, seconds, { rate: shared.rate, lastsMs: troubleMs }));
    try {
      const environment = await movableClock(dir);
      const result = await runChaos({ ...shared, rounds: faults.length, faults, start: () => startDemo(demoOptions(shared), { environment }) });
      tell(result);
      expectNothingLost(result);
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  },
  2 * hoursMs,
);

test.runIf(leaderKills > 0)(
  `a cluster of three, its leader killed ${leaderKills} times, a server cut off for a minute (CHAOS_SEED=${seed}): nothing lost or doubled`,
  async () => {
    const random = randomOf(seed + 3);
    const world = await openClusterWorld(shared);
    try {
      const kill = leaderKilled(world.cluster, () => random() * 3_000);
      const faults = [...Array.from({ length: leaderKills }, () => kill), nodeCutOff(world.cluster, cutOffMs)];
      const result = await runChaos({ ...shared, rounds: faults.length, faults, start: world.start });
      tell(result);
      const sorted = world.prober.latenciesMs.toSorted((one, other) => one - other);
      const [p50, p99, most] = [0.5, 0.99, 1].map((part) => Math.round(sorted[Math.ceil(part * sorted.length) - 1] ?? 0));
      shared.onProgress(`a publish to three copies: p50 ${p50} ms, p99 ${p99} ms, longest ${most} ms, of ${sorted.length}`);
      expectNothingLost(result);
    } finally {
      await world.stop();
    }
  },
  2 * hoursMs,
);

test.runIf(webhookKills > 0)(
  `${webhookKills} kills of the matcher, the deliverer and NATS: every receiver gets each row, under one number, attempts in order`,
  async () => {
    const nats = await startNats();
    onTestFinished(() => nats.stop());
    // Two rounds make five kills.
    const result = await tellThroughKills(nats, Math.ceil((webhookKills * 2) / 5));
    shared.onProgress(JSON.stringify({ kills: result.kills, deliveries: result.wanted.length }));
    expect(result.kills).toBeGreaterThanOrEqual(webhookKills);
    expectTrue(result);
  },
  hoursMs,
);
