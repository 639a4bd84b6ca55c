/** A cluster: open-market purchases of one issuer's shares by several insiders within a short time. */
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
  avg_price_usd: Decimal.nullable().meta({ description: 'Average weighted by value over priced fills, at most 4 decimals' }),
  total_value_usd: Decimal.nullable(),
  trade_dates: z.array(DateOnly),
  label: z.enum(purchaseLabels).nullable().meta({ description: 'Why the buyer is not counted; null: it is counted' }),
  news_uid: Uid.nullable().meta({ description: 'The latest article about these purchases' }),
  sec_url: z.string().meta({ description: 'Index page of the latest of these filings' }),
});
export type ClusterBuyer = z.infer<typeof ClusterBuyer>;

export const InsiderCluster = z
  .object({
    ticker: Ticker,
    issuer_name: z.string(),
    cik: Cik,
    first_trade_date: DateOnly,
    last_trade_date: DateOnly,
    known_at: Instant.meta({ description: 'When the latest of these purchases was filed with the SEC' }),
    buyers_count: z.int(),
    officer_director_count: z.int(),
    total_value_usd: Decimal.nullable(),
    filings_count: z.int(),
    evidence_truncated: z.boolean().meta({ description: 'True if some filings are not linked from a buyer below' }),
    buyers: z.array(ClusterBuyer),
  })
  .meta({ id: 'InsiderCluster' });
export type InsiderCluster = z.infer<typeof InsiderCluster>;
