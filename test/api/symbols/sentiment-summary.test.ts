import { expect, test } from 'vitest';
import { symbolsGround } from './symbols-ground.ts';

const { get } = await symbolsGround();

const sums = async (ticker: string) => (await get<Record<string, unknown>>(`${ticker}/sentiment-summary/`)).body;

test('counts the articles of seven UTC days by day, each once, without Form 4 rows and rows below the floor', async () => {
  const body = await sums('NVDA');
  expect(body).toMatchObject({ ticker: 'NVDA', days: 7, total: 3, bullish: 1, neutral: 1, bearish: 1 });
  const day = (date: string, bullish = 0, neutral = 0, bearish = 0) => ({ day: `2026-07-${date}`, bullish, neutral, bearish });
  expect(body.daily).toEqual([day('09', 0, 0, 1), day('10'), day('11'), day('12', 1), day('13'), day('14'), day('15', 0, 1)]);
});

test('includes other share classes; a company without news has seven empty days', async () => {
  expect(await sums('BRK-B')).toMatchObject({ total: 1, bullish: 1 });
  const quiet = await sums('MSFT');
  expect([quiet.total, (quiet.daily as unknown[]).length]).toEqual([0, 7]);
});
