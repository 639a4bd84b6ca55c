/** A run of open-market purchases of one issuer by several insiders. */
import { z } from 'zod';
import { Cik, DateOnly, Decimal, Instant, Ticker, Uid } from './primitives.ts';
import { purchaseLabels } from './vocabulary.ts';

export const ClusterBuyer = z.object({
  insider_name: z.string(),
  insider_title: z.string(),
  insider_cik: Cik,
  is_officer: z.boolean(),
  is_director: z.boolean(),
  shares: Decimal,
  avg_price_usd: Decimal.nullable().meta({ description: 'Value-weighted over priced fills, at most 4 places' }),
  total_value_usd: Decimal.nullable(),
  trade_dates: z.array(DateOnly),
  label: z.enum(purchaseLabels).nullable().meta({ description: 'Why the buyer counts in nothing; null: it counts' }),
  news_uid: Uid.nullable().meta({ description: 'Article of the last of these purchases that has one' }),
  sec_url: z.string().meta({ description: 'Index page of the last of these filings' }),
});
export type ClusterBuyer = z.infer<typeof ClusterBuyer>;

export const InsiderCluster = z
  .object({
    ticker: Ticker,
    issuer_name: z.string(),
    cik: Cik,
    first_trade_date: DateOnly,
    last_trade_date: DateOnly,
    known_at: Instant.meta({ description: 'The latest SEC filing time of these purchases' }),
    buyers_count: z.int(),
    officer_director_count: z.int(),
    total_value_usd: Decimal.nullable(),
    filings_count: z.int(),
    evidence_truncated: z.boolean().meta({ description: 'Some of the filings are not linked by a buyer below' }),
    buyers: z.array(ClusterBuyer),
  })
  .meta({ id: 'InsiderCluster' });
export type InsiderCluster = z.infer<typeof InsiderCluster>;
