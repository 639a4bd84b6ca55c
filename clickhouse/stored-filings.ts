/** Looks up by accession number what the feed log has of EDGAR filings: a served row or trade, a drop with its reason, or nothing. */
import { z } from 'zod';
import { filingIdentity, form4EventIdentity, uidOf } from '#schemas/identity.ts';
import { openMarketCodes, ownershipForms, type SecSourceType } from '#schemas/vocabulary.ts';
import { UidHex, uidNumber } from './columns.ts';
import { loadQuery, requestParts } from './sql.ts';
import type { Store } from './store.ts';

/** The state of a filing in the log. `served`: a row, a trade of the past, or a correction of either. */
export type StoredFiling = { readonly as: 'served' } | { readonly as: 'dropped'; readonly reason: string };

const storedQuery = loadQuery('filings/stored');
const StoredRow = z.object({ uid_hex: UidHex, type: z.string(), reason: z.string() });

/** Returns the identities a filing may have. A Form 4 is served per event and dropped whole. */
const identitiesOf = (sourceType: SecSourceType, accession: string): readonly string[] => [
  filingIdentity(accession),
  ...(sourceType === 'sec_form4' ? openMarketCodes.flatMap((code) => ownershipForms.map((form) => form4EventIdentity(accession, code, form))) : []),
];

/** Returns the state by accession number; filings that the log lacks are absent. */
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
