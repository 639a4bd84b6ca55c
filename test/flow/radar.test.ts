import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { tickerOfNow } from '#ops/lab/upstream/generate/history.ts';
import type { RadarRow } from '#schemas/radar.ts';
import { startDemo } from '#test/support/demo.ts';
import { until } from '#test/support/until.ts';

// Radar needs three days before the window and five stories of a company in them; more history takes longer to read.
const demo = await startDemo(['--history-days', '6', '--rate', '1', '--seed', '4', '--quiet']);
afterAll(async () => {
  await demo.stop();
  await demo.remove();
});

interface Answer<Row> {
  readonly results: readonly Row[];
}
const ask = async <Row = RadarRow>(path: string): Promise<{ status: number; body: Answer<Row> }> => {
  const { api, keys } = demo.run();
  const response = await fetch(`${api}${path}`, { headers: { authorization: `Bearer ${keys.pro}` } });
  return { status: response.status, body: (await response.json()) as Answer<Row> };
};

test('Radar has a ranking soon after the first start, in which the company of the welcome text is a spike', async () => {
  const row = await until(
    'the company to stand out',
    async () => {
      // The plan limits the requests per minute.
      await sleep(2_000);
      const { status, body } = await ask(`/api/signals/snapshot/?ticker=${tickerOfNow()}`);
      const [found] = status === 200 ? body.results : [];
      return found !== undefined && (found.news_z ?? 0) > 2 && found;
    },
    480_000,
  );
  expect(row.model_stories).toBeGreaterThan(row.stories_expected!);
  expect(row.evidence.length).toBeGreaterThan(0);
  // The 4h snapshot of the same minute follows.
  await until('rows of four hours', async () => {
    await sleep(2_000);
    const { status, body } = await ask('/api/signals/snapshot/?window=4h&limit=5');
    return status === 200 && body.results.length > 0;
  }); // prettier-ignore
  const page = await fetch(`${demo.run().ops}/radar`);
  expect([page.status, page.headers.get('content-security-policy')]).toEqual([200, expect.stringContaining("default-src 'none'")]);
  const data = await fetch(`${demo.run().ops}/radar/data?limit=3`);
  expect(((await data.json()) as { results: unknown[] }).results).toHaveLength(3);
}, 600_000);

test('backfilled rows are on no delta page', async () => {
  const { body } = await ask<{ original: { url: string } }>('/api/news/?sort=ingested&page_size=50');
  const items = body.results;
  expect(items.length).toBeGreaterThan(0);
  expect(items.filter(({ original }) => original.url.includes('/archive/'))).toEqual([]);
});
