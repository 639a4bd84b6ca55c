/**
 * Withdraws the row of an event whose amendment gives its trades a code that makes no event: shares withheld for taxes (F) instead of a sale
 * (S), or a grant (A) instead of a purchase (P).
 */
import type { FeedRevision } from '#schemas/feed-log.ts';
import { form4EventIdentity } from '#schemas/identity.ts';
import type { RawForm4 } from '#schemas/raw.ts';
import { openMarketCodes } from '#schemas/vocabulary.ts';
import type { RefineContext } from '../context.ts';
import { headOf } from '../filed-record.ts';
import { directions } from './events.ts';
import { trancheHashes } from './known-event.ts';

type Context = Pick<RefineContext, 'refinedAt' | 'claimUid' | 'knownEvents'>;

/** Returns the withdrawals that a filing causes. An original causes none, and a backfilled event has no row to withdraw. */
export function recodedEvents(raw: RawForm4, { refinedAt, claimUid, knownEvents }: Context): FeedRevision[] {
  if (raw.form !== '4/A' || raw.original_filed_on === undefined || raw.original_filed_on === null) return [];
  const codes: readonly string[] = openMarketCodes;
  const amended = { issuer_cik: raw.issuer.cik, owners: raw.owners, originalOn: raw.original_filed_on };
  const inFiling = new Set(raw.transactions.map(({ code, ownership_form }) => `${code}:${ownership_form}`));
  return (['A', 'D'] as const).flatMap((direction) => {
    const others = raw.transactions.filter(({ code, acquired_disposed }) => !codes.includes(code) && acquired_disposed === direction);
    // Each by itself, because only the first tranches of a trade are hashed.
    const hashes = others.flatMap(({ transaction_date, shares, price }) =>
      trancheHashes({ tranches: [{ transaction_date, shares, price_usd: price }] }),
    );
    const withdrawn = `its amendment ${raw.accession} reports it under code ${[...new Set(others.map(({ code }) => code))].join(', ')}`;
    return knownEvents.reportedAs(amended, new Set(hashes)).flatMap(({ uid: revises, code, form, isRow }) => {
      if (!isRow || directions[code] !== direction || inFiling.has(`${code}:${form}`)) return [];
      const identity = form4EventIdentity(raw.accession, code, form);
      const uid = claimUid(identity);
      if (uid === null) return [];
      return [{ type: 'revision', ...headOf(raw, { uid, identity, refinedAt }), revises, item: null, key_entities: [], withdrawn } as const];
    });
  });
}
