/** An insider trade: all transactions of a Form 4 with the same code and form of ownership. */
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
  /** Further holders in natures of ownership and footnotes. Absent on trades of earlier releases. */
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
  /** Absent on trades of earlier releases, as are `is_10b5_1_basis` and `transaction_context`. */
  value_basis: z.enum(valueBases).optional(),
  /** Holdings after the last tranche, if the form states them for each tranche of one holding; else null. */
  shares_after: Decimal.nullable(),
  stake_change_pct: Decimal.nullable().meta({
    description: 'Change of the position in percent, at most 2 decimals; negative for sells; null if unknown',
  }),
  tranches: z.array(z.object({ transaction_date: DateOnly, shares: Decimal, price_usd: Decimal.nullable() })).max(1_000),
  is_10b5_1: z.boolean().nullable().meta({ description: 'null: the form does not say' }),
  is_10b5_1_basis: z.enum(planBases).optional(),
  transaction_context: z.enum(transactionContexts).optional(),
  late_filing: z.boolean().nullable(),
  /** Only on a 4/A: the filing day of the original as the 4/A states it, and whether it adds trades that the original lacked. */
  amends: z.object({ filed_on: DateOnly.nullable(), is_addition: z.boolean() }).nullish(),
  /** uid of the trade as a co-owner's filing reported it before; absent unless the trade is such a duplicate. */
  joint_with: Uid.optional(),
  /** Set if the form states that a purchase was a plan lot or an allocation of an offering; else null. */
  label: z.enum(['plan', 'offering']).nullable(),
});
export type InsiderTrade = z.infer<typeof InsiderTrade>;

/** A trade with title and publication time of its article, which are null if it has none. */
export const StoredTrade = InsiderTrade.extend({ uid: Uid, news_title: z.string().nullable(), news_published: z.string().nullable() });
export type StoredTrade = z.infer<typeof StoredTrade>;
