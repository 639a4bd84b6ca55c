import { afterAll, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { startUpstream } from '#ops/lab/upstream/server.ts';
import { applyStreamsAt } from '#test/support/control-plane.ts';
import { spawnPipeline } from '#test/support/pipeline.ts';
import { sharedNats, sharedRedis } from '#test/support/shared-servers.ts';
import { until } from '#test/support/until.ts';

const allowance = 8;
const filingsWanted = 240;

const [nats, redis] = [await sharedNats(), await sharedRedis()];
await applyStreamsAt(nats.url);
const upstream = await startUpstream({ rate: 0, burst: 1_000, filingShare: 1, seed: 7 });
afterAll(() => upstream.stop());

const Stats = z.object({
  requests: z.record(z.string(), z.number()),
  edgar: z.object({ requests: z.number(), refused_rate: z.number(), refused_contact: z.number(), peak_per_second: z.number() }),
});
const statsOf = async () => Stats.parse(await (await fetch(`${upstream.url}/__control/stats`)).json());

/** Starts all stages that query EDGAR, as an operator does on a second machine: same settings, same Redis. */
function startIngestProcess(): void {
  const child = spawnPipeline({
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
    LOG_LEVEL: 'warn',
  });
  onTestFinished(async () => void (await child.stop()));
}

test('two processes of ingest that share Redis keep to one allowance while hundreds of filings are fetched', async () => {
  startIngestProcess();
  startIngestProcess();
  const { edgar } = await until(`${filingsWanted} filings`, async () => {
    const stats = await statsOf();
    return (stats.requests.edgar_archive ?? 0) >= filingsWanted && stats;
  });
  expect(edgar.refused_rate + edgar.refused_contact).toBe(0);
  expect(edgar.peak_per_second).toBeGreaterThan(allowance / 2);
  expect(edgar.peak_per_second).toBeLessThanOrEqual(allowance);
});
