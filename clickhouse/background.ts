/** Reads the background of a row in one query: the first row of its story, and the company's previous earnings read. */
import { z } from 'zod';
import type { TickerSpan } from '#schemas/ticker-spans.ts';
import { UidHex, uidNumber } from './columns.ts';
import { spanParams } from './filter-params.ts';
import { loadQuery } from './sql.ts';
import type { Store } from './store.ts';

const rowsBefore = loadQuery('background/rows-before');

const RowBefore = z.object({
  version: z.int(),
  uid_hex: UidHex,
  is_withdrawn: z.coerce.boolean(),
  title: z.string(),
  source: z.string(),
  time_published: z.string(),
  fiscal_period: z.string(),
  verdict: z.string(),
});
type RowBefore = z.infer<typeof RowBefore>;

/** Maximum number of rows with a read to fetch. One would not suffice, because the newest may be withdrawn. */
const readsMax = 3;

/** Returns the first row of the story, and the last row with an earnings read within the spans; null if there is none or it is withdrawn. */
export async function knownBefore(
  store: Store,
  { storyId, spans }: { readonly storyId: string | null; readonly spans: readonly TickerSpan[] },
): Promise<{ readonly first: RowBefore | null; readonly read: RowBefore | null }> {
  const reads = { tickers: spans.map(({ ticker }) => ticker), ...spanParams(spans), reads_max: readsMax };
  const found = await store.query(rowsBefore, { story_ids: storyId === null ? [] : [uidNumber(storyId)], ...reads }, RowBefore);
  const served = found.filter(({ is_withdrawn }) => !is_withdrawn);
  const read = served.filter(({ verdict }) => verdict !== '').toSorted((a, b) => (a.time_published < b.time_published ? 1 : -1))[0];
  return { first: served.find(({ uid_hex }) => uid_hex === storyId) ?? null, read: read ?? null };
}
