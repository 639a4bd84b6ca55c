/** The symbol directory: what a ticker stands for (contract.md 7). Kept in JetStream KV, one entry a ticker. */
import { z } from 'zod';
import { Cik, DateOnly, Ticker } from './primitives.ts';
import { assetTypes, symbolStatuses } from './vocabulary.ts';

export const SymbolEntry = z.object({
  symbol: Ticker,
  name: z.string(),
  asset_type: z.enum(assetTypes),
  exchange: z.string().nullable(),
  sector: z.string().nullable(),
  industry: z.string().nullable(),
  country: z.string().nullable(),
  currency: z.string().nullable(),
  status: z.enum(symbolStatuses),
  brand_aliases: z.array(z.string()),
  cik: Cik.nullable(),
  delisted_at: DateOnly.nullable(),
  /** Successor ticker; '' when none. */
  renamed_to: z.string(),
  /** Place on the SEC's list, which runs from the largest company down, 0 first; roughly: see ingest/symbols/changes.ts. */
  rank: z.int().min(0).nullish(),
});
export type SymbolEntry = z.infer<typeof SymbolEntry>;
