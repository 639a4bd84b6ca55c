/** The demo's symbols: every endpoint with rows within two minutes, and a directory that changes before one's eyes. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDemo, type Demo } from '#test/support/demo.ts';
import { unlimitedKey } from '#test/support/unlimited-key.ts';
import { until } from '#test/support/until.ts';

let demo: Demo;
let key: string;
beforeAll(async () => {
  demo = await startDemo(['--rate', '5', '--seed', '12', '--quiet']);
  key = await unlimitedKey(demo);
}, 120_000);
afterAll(async () => {
  await demo.stop();
  await demo.remove();
});

interface Listed {
  readonly symbol: string;
  readonly sector: string | null;
  readonly country: string;
}
async function get<T>(path: string): Promise<T> {
  const response = await fetch(`${demo.run().api}${path}`, { headers: { authorization: `Bearer ${key}` } });
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}
const list = (query = ''): Promise<{ results: Listed[]; count: number }> => get(`/api/symbols/${query}`);

test('lists companies with their details, funds, foreign shares and coins, and searches them', async () => {
  await until(
    'all sources',
    async () => {
      const { results } = await list();
      return (
        results.some(({ symbol }) => symbol === 'ZFDA') &&
        results.some(({ country }) => country === 'Hong Kong') &&
        results.some(({ sector }) => sector !== null)
      );
    },
    110_000,
  );
  const { results, count } = await list();
  expect(count).toBe(results.length);
  expect(results.some(({ symbol }) => symbol === 'BTC-USD')).toBe(true);
  const one = results.find(({ sector }) => sector !== null)!;
  expect((await list(`?search=${one.symbol}`)).results[0]!.symbol).toBe(one.symbol);
  expect((await get<{ results: Listed[] }>(`/api/symbols/${one.symbol}/peers/`)).results.length).toBeGreaterThan(0);
}, 120_000);

test('tells the week of a company in the news', async () => {
  const total = await until(
    'a company with a reading',
    async () => {
      const news = await get<{ results: { enrichment: { tickers: string[] } }[] }>('/api/news/?sort=ingested&source_type=publisher&page_size=20');
      for (const ticker of new Set(news.results.flatMap(({ enrichment }) => enrichment.tickers))) {
        const summary = await get<{ total: number; daily: object[] }>(`/api/symbols/${encodeURIComponent(ticker)}/sentiment-summary/`);
        if (summary.total > 0) return summary.daily.length;
      }
      return null;
    },
    110_000,
  );
  expect(total).toBe(7);
}, 120_000);

test('shows a rename: the former ticker leads to the new one, and the new one names the former', async () => {
  const slots = Array.from({ length: 8 }, (_, slot) => `ZZQ${String.fromCharCode(65 + slot)}`);
  const renamed = await until(
    'a rename',
    async () => {
      for (const ticker of slots) {
        const found = await get<{ renamed_to: string }>(`/api/symbols/${ticker}/`).catch(() => null);
        if (found !== null && found.renamed_to !== '') return { ticker, to: found.renamed_to };
      }
      return null;
    },
    110_000,
  );
  const { former_tickers } = await get<{ former_tickers: string[] }>(`/api/symbols/${renamed.to}/`);
  expect(former_tickers).toContain(renamed.ticker);
}, 120_000);
