/** Real Form 4 submissions of a folder, as trades in the store: parsed by ingest, summed by refine. */
import { readdirSync, readFileSync } from 'node:fs';
import type { StoredTrade } from '#schemas/insider.ts';
import { splitSubmission } from '#pipeline/ingest/sec/documents/documents.ts';
import { readForm4 } from '#pipeline/ingest/sec/form4/read-form4.ts';
import { readEvents } from '#pipeline/refine/form4/events.ts';
import { tradeOf } from '#pipeline/refine/form4/trade.ts';
import { form4EventIdentity, uidOf } from '#schemas/identity.ts';

const at = '2023-08-01T00:00:00.000Z';

/** Returns the purchases (code P) of every submission in the folder; throws where one cannot be read. */
export function purchasesIn(folder: string): StoredTrade[] {
  return readdirSync(folder).flatMap((name) => {
    const accession = name.slice(0, 20);
    const listing = { accession, seenAt: at, fetchedAt: at, acceptedAt: null, filedOn: null };
    const result = readForm4(splitSubmission(readFileSync(`${folder}/${name}`)), listing);
    if (!result.ok) throw new Error(`${name}: ${result.reason}`);
    const raw = result.filing;
    return readEvents(raw)
      .events.filter(({ code }) => code === 'P')
      .map((event): StoredTrade => ({
        ...tradeOf({ raw, event, ticker: /[A-Z]+/.exec(raw.issuer.symbol)?.[0] ?? 'NONE', issuerName: raw.issuer.name, filedAt: at }),
        uid: uidOf(form4EventIdentity(accession, 'P', event.ownershipForm)),
        news_title: null,
        news_published: null,
      }));
  });
}
