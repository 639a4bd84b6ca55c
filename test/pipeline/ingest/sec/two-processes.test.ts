import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startUpstream, type Upstream } from '#ops/lab/upstream/server.ts';
import { applyStreamsAt } from '#test/support/control-plane.ts';
import { startNats, type NatsServer } from '#test/support/nats.ts';
import { startRedis, type RedisServer } from '#test/support/redis.ts';
import { until } from '#test/support/until.ts';

const program = fileURLToPath(new URL('../../../../pipeline/main.ts', import.meta.url));
const allowance = 8;
const filingsWanted = 240;
let nats: NatsServer;
let redis: RedisServer;
let upstream: Upstream;
const processes: ChildProcess[] = [];
process.once('exit', () => {
  for (const child of processes) child.kill('SIGKILL');
});

beforeAll(async () => {
  [nats, redis] = await Promise.all([startNats(), startRedis()]);
  await applyStreamsAt(nats.url);
  upstream = await startUpstream({ rate: 0, burst: 1_000, filingShare: 1, seed: 7 });
});
afterAll(async () => {
  await Promise.all(
    processes.map(async (child) => {
      if (child.exitCode !== null) return;
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await gone;
    }),
  );
  await upstream.stop();
  await Promise.all([nats.stop(), redis.stop()]);
});

const Stats = z.object({
  requests: z.record(z.string(), z.number()),
  edgar: z.object({ requests: z.number(), refused_rate: z.number(), refused_contact: z.number(), peak_per_second: z.number() }),
});
const statsOf = async () => Stats.parse(await (await fetch(`${upstream.url}/__control/stats`)).json());

/** Starts all stages that query EDGAR, as an operator does on a second machine: same settings, same Redis. */
function startIngestProcess(): void {
  const child = spawn(process.execPath, [program], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      NATS_URL: nats.url,
      REDIS_URL: redis.url,
      PIPELINE_PARTS: 'ingest',
      INGEST_STAGES: 'symbols,sec_form4,sec_form8k,sec_form6k',
      INGEST_PROCESSES: '2',
      EDGAR_URL: upstream.url,
      EDGAR_POLL_MS: '1000',
      EDGAR_POLL_OFF_HOURS_MS: '1000',
      EDGAR_REQUESTS_PER_SECOND: String(allowance),
      OUTBOUND_ALLOWED_ORIGINS: upstream.url,
      OPS_PORT: '0',
      LOG_LEVEL: 'warn',
    },
  });
  processes.push(child);
}

test('two processes of ingest that share Redis keep to one allowance while hundreds of filings are fetched', { timeout: 180_000 }, async () => {
  startIngestProcess();
  startIngestProcess();
  const { edgar } = await until(
    `${filingsWanted} filings`,
    async () => {
      const stats = await statsOf();
      return (stats.requests.edgar_archive ?? 0) >= filingsWanted && stats;
    },
    150_000,
  );
  expect(edgar.refused_rate + edgar.refused_contact).toBe(0);
  expect(edgar.peak_per_second).toBeLessThanOrEqual(allowance);
});
