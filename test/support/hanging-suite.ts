/** Starts the servers of tests, writes their process ids to PIDS_FILE, and never ends. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { renameSync, writeFileSync } from 'node:fs';
import { test } from 'vitest';
import { startClickHouse } from './clickhouse.ts';
import { startNats } from './nats.ts';
import { spawnPipeline } from './pipeline.ts';
import { startRedis } from './redis.ts';

test('never ends', { timeout: 600_000 }, async () => {
  const [nats, redis, clickhouse] = await Promise.all([startNats(), startRedis(), startClickHouse()]);
  const pipeline = spawnPipeline({ NATS_URL: nats.url, CLICKHOUSE_URL: clickhouse.url, REDIS_URL: redis.url, PIPELINE_PARTS: 'write' });
  // This process ignores SIGTERM, and the test support does not know it.
  const deaf = spawn(process.execPath, ['-e', "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('deaf')"], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(deaf.stdout, 'data');
  const pids = { worker: process.pid, nats: nats.pid(), redis: redis.pid(), clickhouse: clickhouse.pid(), pipeline: pipeline.pid, deaf: deaf.pid };
  const path = process.env['PIDS_FILE']!;
  // The rename makes the file appear whole.
  writeFileSync(`${path}.new`, JSON.stringify(pids));
  renameSync(`${path}.new`, path);
  await new Promise(() => undefined);
});
