/** The example of an issuer's insider trades in the OpenAPI document. */
import type { z } from 'zod';
import type { TradeEvent } from '../insider/trade-event.ts';
import type { Rollup } from '../insider/rollups.ts';

const event: z.input<typeof TradeEvent> = {
  side: 'sell',
  transaction_code: 'S',
  shares: '45000',
  avg_price_usd: '264.4444',
  total_value_usd: '11900000.00',
  value_basis: 'stated',
  is_10b5_1: true,
  is_10b5_1_basis: 'checkbox',
  insider_name: 'Kress Colette',
  insider_title: 'EVP & Chief Financial Officer',
  is_officer: true,
  is_director: false,
  is_ten_percent_owner: false,
  transaction_date: '2026-11-17',
  filed_at: '2026-11-18T22:11:03.120Z',
  accepted_at: '2026-11-18T22:05:41.000Z',
  late_filing: false,
  tranche_count: 2,
  accession_number: '0001045810-26-000231',
  ownership_form: 'D',
  security_title: 'Common Stock',
  stake_change_pct: '-3.12',
  tranches: [
    { transaction_date: '2026-11-17', shares: '25000', price_usd: '264.00' },
    { transaction_date: '2026-11-17', shares: '20000', price_usd: '265.00' },
  ],
  news_uid: '8f0e2c9a41d7b356',
  news_title: 'NVIDIA CFO Colette Kress sells $11.9 million of stock',
  news_published: '2026-11-18T22:05:41.000Z',
  has_article: true,
};

const sums: z.input<typeof Rollup> = {
  buy_count: 0,
  sell_count: 1,
  buy_priced_count: 0,
  sell_priced_count: 1,
  buy_value_usd: null,
  sell_value_usd: '11900000.00',
  unique_insiders: 1,
  pct_10b5_1: 100,
};
const bucket = { buy_count: 0, sell_count: 1, buy_priced_count: 0, sell_priced_count: 1, buy_value_usd: '0', sell_value_usd: '11900000.00' };

export const insiderTradesExample = {
  ticker: 'NVDA',
  coverage_start: '2026-11-17',
  summary: {
    last_3m: sums,
    last_12m: sums,
    all_time: sums,
    top_insiders: [{ name: 'Kress Colette', title: 'EVP & Chief Financial Officer', event_count: 1, net_value_usd: '-11900000.00' }],
  },
  series: [{ month: '2026-11', ...bucket }],
  series_weekly: [{ week_start: '2026-11-16', ...bucket }],
  chart_events: [event],
  events: [event],
  next_cursor: null,
};
