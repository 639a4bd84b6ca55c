/**
 * Looks up what the feed log holds of EDGAR filings, by accession number: a served row or trade, a drop with its reason,
 * or nothing.
 */
import { z } from 'zod';
import { filingIdentity, form4EventIdentity, uidOf } from '#schemas/identity.ts';
import { openMarketCodes, ownershipForms, type SecSourceType } from '#schemas/vocabulary.ts';
import { UidHex, uidNumber } from './columns.ts';
import { loadQuery } from './sql.ts';
import type { Store } from './store.ts';

/** `served`: a row, a trade out of the past, or a correction of either. */
export type HeldFiling = { readonly as: 'served' } | { readonly as: 'dropped'; readonly reason: string };

const heldQuery = loadQuery('filings/held');
const HeldRow = z.object({ uid_hex: UidHex, type: z.string(), reason: z.string() });

/** Ids travel in the address of a request, which servers bound. */
const uidsPerRequest = 500;

/** A Form 4 is served an event at a time, and dropped whole. */
const identitiesOf: Readonly<Record<SecSourceType, (accession: string) => readonly string[]>> = {
  sec_form4: (accession) => [
    filingIdentity(accession),
    ...openMarketCodes.flatMap((code) => ownershipForms.map((form) => form4EventIdentity(accession, code, form))),
  ],
  sec_form8k: (accession) => [filingIdentity(accession)],
  sec_form6k: (accession) => [filingIdentity(accession)],
};

/** By accession number; one that the log does not hold is absent. */
export async function filingsHeld(store: Store, sourceType: SecSourceType, accessions: readonly string[]): Promise<Map<string, HeldFiling>> {
  const accessionOf = new Map(accessions.flatMap((accession) => identitiesOf[sourceType](accession).map((identity) => [uidOf(identity), accession])));
  const uids = [...accessionOf.keys()];
  const held = new Map<string, HeldFiling>();
  for (let at = 0; at < uids.length; at += uidsPerRequest) {
    const found = await store.query(heldQuery, { uids: uids.slice(at, at + uidsPerRequest).map(uidNumber) }, HeldRow);
    for (const { uid_hex, type, reason } of found) {
      const accession = accessionOf.get(uid_hex);
      if (accession === undefined || held.get(accession)?.as === 'served') continue;
      held.set(accession, type === 'drop' ? { as: 'dropped', reason } : { as: 'served' });
    }
  }
  return held;
}
