import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { EarningsPointer } from '#schemas/earnings.ts';
import { earningsAnalysis, earningsRow } from '#test/support/trades.ts';
import { tradesGround } from './trades-ground.ts';

type Pointer = z.infer<typeof EarningsPointer>;

const older = earningsRow('8-K 1', earningsAnalysis({ fiscal_period: 'Q2 2026' }), { publishedAt: '2026-07-30T20:05:00.000Z' });
const latest = earningsRow('8-K 2', earningsAnalysis({ ticker: 'OLD', fiscal_period: 'Q3 2026' }), { publishedAt: '2026-10-29T20:05:00.000Z' });
const ground = await tradesGround([latest, older], () => Date.parse('2026-11-01T00:00:00.000Z'));
const get = (ticker: string) => ground.get<Pointer>(`/api/symbols/${ticker}/earnings/latest/`);

test('a pointer to the newest read, also for a former ticker', async () => {
  const { body, headers } = await get('acme');
  expect(body).toEqual({
    uid: latest.uid,
    time_published: '2026-10-29T20:05:00.000Z',
    title: latest.item.original.title,
    fiscal_period: 'Q3 2026',
    verdict: 'solid',
    headline: 'Acme Reports Third Quarter Results',
  });
  expect(headers.get('etag')).toMatch(/^W\//);
  expect((await ground.get<{ earnings: unknown }>(`/api/news/${body.uid}/`)).body.earnings).toEqual(latest.earnings);
});
