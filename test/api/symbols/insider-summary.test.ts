import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { InsiderSummary } from '#api/symbols/insider-summary.ts';
import { uidOf } from '#schemas/identity.ts';
import { insiderTrade, ownerOf, revisionRecord, tradeRecord, tradeRow } from '#test/support/trades.ts';
import { until } from '#test/support/until.ts';
import { tradesGround } from './trades-ground.ts';

type Summary = z.infer<typeof InsiderSummary>;

const now = Date.parse('2026-11-21T15:00:00.000Z');
const accession = (at: number): string => `0001234567-26-${String(at).padStart(6, '0')}`;
const director = ownerOf({ cik: '0001000002', name: 'Roe Richard', title: '', is_officer: false, is_director: true });
const records = [
  tradeRow(insiderTrade({ accession_number: accession(1), total_value_usd: '9007199254740993.01', is_10b5_1: true })),
  tradeRow(insiderTrade({ accession_number: accession(2), ticker: 'ACME-B', transaction_code: 'D', total_value_usd: '0.01' })),
  tradeRow(insiderTrade({ accession_number: accession(3), ticker: 'OLD', owners: [director], total_value_usd: null, avg_price_usd: null })),
  tradeRecord(insiderTrade({ accession_number: accession(4), last_date: '2026-10-23', total_value_usd: '5.00' })),
  // A co-owner's report of the first trade is not counted.
  tradeRecord(
    insiderTrade({ accession_number: accession(6), owners: [director], joint_with: uidOf(`${accession(1)}:S:direct`), total_value_usd: '3.00' }),
  ),
  tradeRecord(insiderTrade({ accession_number: accession(5), last_date: '2026-10-22', total_value_usd: '7.00' })),
];
const ground = await tradesGround(records, () => now);

describe('200', () => {
  test('thirty days of all share classes and former tickers, with exact sums; a director without an office has no title', async () => {
    const { status, body } = await ground.get<Summary>('/api/symbols/acme/insider-summary/');
    expect(status).toBe(200);
    expect(body).toEqual({
      ticker: 'ACME',
      days: 30,
      total_transactions: 4,
      buy_count: 0,
      sell_count: 4,
      buy_priced_count: 0,
      sell_priced_count: 3,
      buy_value_usd: null,
      sell_value_usd: '9007199254740998.02',
      pct_10b5_1: 25,
      top_insiders: [
        { name: 'Doe Jane', title: 'Chief Executive Officer', transaction_count: 3, net_value: '-9007199254740998.02' },
        { name: 'Roe Richard', title: '', transaction_count: 1, net_value: null },
      ],
    });
  });

  test('a coin has no insiders', async () => {
    expect((await ground.get<Summary>('/api/symbols/coin/insider-summary')).body).toMatchObject({ ticker: 'COIN-USD', total_transactions: 0 });
  });
});

test('a corrected trade is summed once, as corrected, at once', async () => {
  const [first] = records;
  if (first?.type !== 'row') throw new Error('a row was expected');
  const corrected = insiderTrade({ ...first.trade, form: '4/A', accession_number: accession(9), is_10b5_1: false, total_value_usd: '100.00' });
  await ground.ground.append([revisionRecord(first, corrected)]);
  const summary = await until('the correction', async () => {
    const { body } = await ground.get<Summary>('/api/symbols/ACME/insider-summary/');
    return body.pct_10b5_1 === 0 && body;
  });
  expect(summary).toMatchObject({ total_transactions: 4, sell_value_usd: '105.01', buy_value_usd: null });
  // The corrected date is outside the thirty days.
  await ground.ground.append([revisionRecord(first, { ...corrected, accession_number: accession(10), last_date: '2026-09-01' })]);
  const left = await until('the second correction', async () => {
    const { body } = await ground.get<Summary>('/api/symbols/ACME/insider-summary/');
    return body.total_transactions === 3 && body;
  });
  expect(left.sell_value_usd).toBe('5.01');
});
