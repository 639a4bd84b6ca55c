import { expect, test } from 'vitest';
import { runChaos } from './chaos.ts';
import { expectNothingLost } from './expect.ts';

const kills = Number(process.env.CHAOS_KILLS ?? 60);
const seed = Number(process.env.CHAOS_SEED ?? Date.now() % 2 ** 31);

test(`${kills} kills at random moments (CHAOS_SEED=${seed}): nothing lost, nothing doubled, every row polled once and in order`, async () => {
  const result = await runChaos({
    kills,
    rate: 20,
    seed,
    parts: ['pipeline', 'writer', 'api', 'nats', 'redis', 'cache', 'clickhouse'],
    pauseMsMax: 4_000,
    drainMs: 900_000,
    onProgress: (line) => process.stdout.write(`${line}\n`),
  });
  expect(Object.keys(result.kills)).toHaveLength(6);
  expectNothingLost(result);
}, 3_600_000);
