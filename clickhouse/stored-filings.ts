/** Looks up filings: by accession number whether they were served, were dropped or are missing, and by ticker the last results. */
import { z } from 'zod';
import { filingIdentity, form4EventIdentity, uidOf } from '#schemas/identity.ts';
import { openMarketCodes, ownershipForms, type SecSourceType } from '#schemas/vocabulary.ts';
import { UidHex, uidNumber } from './columns.ts';
import { loadQuery, requestParts } from './sql.ts';
import type { Store } from './store.ts';

/** `served` means that the log has a row, a trade or a revision of the filing. */
export type StoredFiling = { readonly as: 'served' } | { readonly as: 'dropped'; readonly reason: string };

const storedQuery = loadQuery('filings/stored');
const StoredRow = z.object({ uid_hex: UidHex, type: z.string(), reason: z.string() });

/** Returns the possible identities of a filing's records. A Form 4 has one row per event, but only one drop. */
const identitiesOf = (sourceType: SecSourceType, accession: string): readonly string[] => [
  filingIdentity(accession),
  ...(sourceType === 'sec_form4' ? openMarketCodes.flatMap((code) => ownershipForms.map((form) => form4EventIdentity(accession, code, form))) : []),
];

/** Returns the states by accession number. Missing filings are absent. */
export async function storedFilings(store: Store, sourceType: SecSourceType, accessions: readonly string[]): Promise<Map<string, StoredFiling>> {
  const accessionOf = new Map(accessions.flatMap((accession) => identitiesOf(sourceType, accession).map((identity) => [uidOf(identity), accession])));
  const states = new Map<string, StoredFiling>();
  for (const part of requestParts([...accessionOf.keys()])) {
    const found = await store.query(storedQuery, { uids: part.map(uidNumber) }, StoredRow);
    for (const { uid_hex, type, reason } of found) {
      const accession = accessionOf.get(uid_hex);
      if (accession === undefined || states.get(accession)?.as === 'served') continue;
      states.set(accession, type === 'drop' ? { as: 'dropped', reason } : { as: 'served' });
    }
  }
  return states;
}

const lastEarningsQuery = loadQuery('filings/last-earnings');
const LastEarnings = z.object({ ticker: z.string(), published_at_ms: z.number() });

/** Returns when each ticker last filed results (an 8-K with item 2.02, or a 6-K), in milliseconds since 1970. Other tickers are absent. */
export async function lastEarningsFilings(store: Store, tickers: readonly string[]): Promise<Map<string, number>> {
  const last = new Map<string, number>();
  for (const part of requestParts(tickers))
    for (const { ticker, published_at_ms } of await store.query(lastEarningsQuery, { tickers: part }, LastEarnings))
      last.set(ticker, published_at_ms);
  return last;
}
