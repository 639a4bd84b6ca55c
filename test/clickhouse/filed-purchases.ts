/** Real Form 4 submissions of a folder, as the trades that the store holds: parsed by ingest, summed by refine. */
import { readdirSync, readFileSync } from 'node:fs';
import type { StoredTrade } from '#clickhouse/insider-trades.ts';
import { readForm4 } from '#pipeline/ingest/sec/form4.ts';
import { readEvents } from '#pipeline/refine/form4/events.ts';
import { form4EventIdentity, uidOf } from '#schemas/identity.ts';

const at = '2023-08-01T00:00:00.000Z';

/** Purchases (code P) of every submission in it; throws where one cannot be read. */
export function purchasesIn(folder: string): StoredTrade[] {
  return readdirSync(folder).flatMap((name) => {
    const accession = name.slice(0, 20);
    const listing = { accession, seenAt: at, fetchedAt: at, acceptedAt: null, filedOn: null };
    const result = readForm4(readFileSync(`${folder}/${name}`), listing);
    if (!result.ok) throw new Error(`${name}: ${result.reason}`);
    const raw = result.form4;
    return readEvents(raw)
      .events.filter(({ code }) => code === 'P')
      .map((event): StoredTrade => {
        const tranches = raw.transactions.filter(({ code, ownership_form }) => code === 'P' && ownership_form === event.ownershipForm);
        return {
          uid: uidOf(form4EventIdentity(accession, 'P', event.ownershipForm)),
          news_title: null,
          news_published: null,
          issuer_cik: raw.issuer.cik,
          issuer_name: raw.issuer.name,
          ticker: raw.issuer.symbol.replace(/[^A-Z0-9].*/, ''),
          accession_number: accession,
          form: '4',
          accepted_at: raw.accepted_at,
          filed_at: at,
          owners: raw.owners,
          transaction_code: 'P',
          side: 'buy',
          ownership_form: event.ownershipForm,
          security_title: event.securityTitles.join(', '),
          first_date: event.firstDate,
          last_date: event.lastDate,
          shares: event.shares,
          priced_shares: event.pricedShares,
          avg_price_usd: event.averagePriceUsd,
          total_value_usd: event.totalValueUsd,
          shares_after: null,
          stake_change_pct: null,
          tranches: tranches.map(({ transaction_date, shares, price }) => ({ transaction_date, shares, price_usd: price })),
          is_10b5_1: event.is10b51,
          late_filing: event.isLate,
          label: null,
        };
      });
  });
}
