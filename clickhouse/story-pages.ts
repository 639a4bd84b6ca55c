/**
 * A page of stories out, newest first: each by the row that stands for it, which is the best that it has and not the first that
 * came. A filter is asked of that row; a story of which another row matches is not on the page (service.md 4).
 */
import { z } from 'zod';
import type { FeedFilter } from '#schemas/feed-filter.ts';
import { keysNewestFirst, type NewestRange } from './feed-keys.ts';
import { rowsBySequence, stillMatches, type StoredRow } from './feed.ts';
import { loadQuery } from './sql.ts';
import type { Store } from './store.ts';

/** Whose own word it is: issuers' releases, offices, central banks, exchanges; and all that stands under such a domain. */
// prettier-ignore
const primaryDomains = ['businesswire.com', 'prnewswire.com', 'prnewswire.co.uk', 'globenewswire.com', 'accesswire.com', 'accessnewswire.com', 'newsfilecorp.com', 'rns-pdf.londonstockexchange.com', 'newswire.ca', 'eqs-news.com',
  'gov', 'gov.uk', 'gc.ca', 'gov.au', 'europa.eu', 'bankofengland.co.uk', 'bankofcanada.ca', 'bis.org', 'imf.org', 'iea.org', 'opec.org', 'oecd.org', 'boj.or.jp', 'snb.ch', 'norges-bank.no', 'riksbank.se', 'rba.gov.au', 'rbi.org.in'];

/** Three steps are what a summary of three sentences has. */
const summary = { summary_step: 100, summary_steps_max: 3 };
/** A story is judged by its first rows: bounds what one page reads. */
const membersMax = 200;
/** Sequences travel in the address of a request, which servers bound. */
const sequencesPerRequest = 500;
/** Keys read at once: first some more than rows are wanted, then more and more, since all of a stretch may be of one story. */
const [keysFirst, keysMax] = [40, 2_000];

const query = loadQuery('feed/representatives');
const SeqRow = z.object({ seq: z.int() });

/** Of these rows those that stand for their stories. */
async function representatives(store: Store, seqs: readonly number[]): Promise<Set<number>> {
  const standing = new Set<number>();
  for (let at = 0; at < seqs.length; at += sequencesPerRequest) {
    const part = seqs.slice(at, at + sequencesPerRequest);
    const params = { seqs: part, primary_domains: primaryDomains, members_max: membersMax, ...summary };
    for (const { seq } of await store.query(query, params, SeqRow)) standing.add(seq);
  }
  return standing;
}

/** Stories by when the rows that stand for them were published, descending, then uid; from behind `range.before`. */
export async function storiesNewestFirst(store: Store, filter: FeedFilter, range: NewestRange, limit: number): Promise<StoredRow[]> {
  const ofAll = { ...filter, rootsOnly: false };
  const page: StoredRow[] = [];
  let before = range.before;
  let keysCount = Math.max(keysFirst, 2 * limit);
  while (page.length < limit) {
    const { keys, ended } = await keysNewestFirst(store, ofAll, { ...range, before }, keysCount);
    const standing = await representatives(store, keys.map(({ seq }) => seq)); // prettier-ignore
    const wanted = keys.filter(({ seq }) => standing.has(seq)).map(({ seq }) => seq);
    const bySeq = new Map((await rowsBySequence(store, wanted)).filter((row) => stillMatches(row, ofAll)).map((row) => [row.seq, row]));
    for (const seq of wanted) {
      const row = bySeq.get(seq);
      if (row !== undefined && page.length < limit) page.push(row);
    }
    if (ended) break;
    before = keys.at(-1) ?? before;
    keysCount = Math.min(keysMax, 2 * keysCount);
  }
  return page;
}
