/** An insider's trade: one economic event of a Form 4, with the fields that the feed's insider block omits. */
import { z } from 'zod';
import { Accession, Cik, DateOnly, Decimal, Instant, Ticker, Uid } from './primitives.ts';
import { insiderSides, openMarketCodes, ownershipForms, planBases, transactionContexts, valueBases } from './vocabulary.ts';

export const InsiderTrade = z.object({
  issuer_cik: Cik,
  issuer_name: z.string(),
  ticker: Ticker,
  accession_number: Accession,
  form: z.enum(['4', '4/A']),
  accepted_at: Instant.nullable(),
  filed_at: Instant.meta({ description: 'When the filing reached the feed' }),
  /** All owners that signed the form, in its order. */
  owners: z
    .array(
      z.object({
        cik: Cik,
        name: z.string(),
        title: z.string(),
        is_officer: z.boolean(),
        is_director: z.boolean(),
        is_ten_percent_owner: z.boolean(),
      }),
    )
    .min(1),
  /** Holders that natures of ownership and footnotes name in addition to the owners. Absent on trades of releases that did not store it. */
  holders: z.array(z.string()).max(12).optional(),
  transaction_code: z.enum(openMarketCodes),
  side: z.enum(insiderSides),
  ownership_form: z.enum(ownershipForms),
  security_title: z.string(),
  first_date: DateOnly,
  last_date: DateOnly,
  shares: Decimal,
  avg_price_usd: Decimal.nullable(),
  total_value_usd: Decimal.nullable(),
  /** Absent on trades of releases that did not store it. */
  value_basis: z.enum(valueBases).optional(),
  /** Holdings after the last tranche, where the form states them for each tranche of one holding; else null. */
  shares_after: Decimal.nullable(),
  stake_change_pct: Decimal.nullable().meta({
    description: 'Change of the position in percent, at most 2 decimals; negative for sells; null if unknown',
  }),
  tranches: z.array(z.object({ transaction_date: DateOnly, shares: Decimal, price_usd: Decimal.nullable() })).max(1_000),
  is_10b5_1: z.boolean().nullable().meta({ description: 'null: the form does not say' }),
  /** Absent on trades of releases that did not store it. */
  is_10b5_1_basis: z.enum(planBases).optional(),
  /** Absent on trades of releases that did not store it. */
  transaction_context: z.enum(transactionContexts).optional(),
  late_filing: z.boolean().nullable(),
  /** Only on a 4/A: the filing day of its original, as it states, and whether it adds trades that the original left out. */
  amends: z.object({ filed_on: DateOnly.nullable(), is_addition: z.boolean() }).nullish(),
  /** uid of the event that the filing of a co-owner reported before; absent: this is the event's own. */
  joint_with: Uid.optional(),
  /** The form's statement that a purchase was not decided freely on the market: a plan lot, an allocation of an offering; null: none. */
  label: z.enum(['plan', 'offering']).nullable(),
});
export type InsiderTrade = z.infer<typeof InsiderTrade>;

/** A whole trade with its article; `news_*` is null where it has none. */
export const StoredTrade = InsiderTrade.extend({ uid: Uid, news_title: z.string().nullable(), news_published: z.string().nullable() });
export type StoredTrade = z.infer<typeof StoredTrade>;
