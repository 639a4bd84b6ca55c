/** Fetches a corrected article from the tables, after the tail of the process stopped at an unreadable record. */
import { expect, test } from 'vitest';
import { insertRecords } from '#clickhouse/insert-records.ts';
import type { FeedRow } from '#schemas/feed-log.ts';
import { call } from '#test/support/api.ts';
import { appendBytes } from '#test/support/feed-log.ts';
import { rowRecord } from '#test/support/records.ts';
import { keyedApi, sharedGround } from '#test/support/shared-servers.ts';
import { insiderTrade, revisionRecord, tradeRow } from '#test/support/trades.ts';
import { until } from '#test/support/until.ts';

const at = new Date().toISOString();
const trade = (number: number) => insiderTrade({ accession_number: `0001234567-26-00000${number}` });
const [stored, held, unasked] = [1, 2, 3].map((number) => tradeRow(trade(number), { publishedAt: at })) as [FeedRow, FeedRow, FeedRow];
// A tail of one megabyte does not hold all rows, so the first row is served from the tables.
const filler = Array.from({ length: 1_500 }, (_, index) => rowRecord(`filler ${index}`, { publishedAt: at }));

let nowMs = Date.now();
const ground = await sharedGround();
await ground.append([stored, ...filler, held, unasked]);
const { api, key } = await keyedApi('pro', ground, { API_TAIL_BYTES: '1000000' }, () => nowMs);

interface Titled {
  readonly original: { readonly uid: string; readonly title: string };
}
const fetched = async ({ uid }: FeedRow): Promise<string> => (await call<Titled>(`${api.url}/api/news/${uid}/`, { key })).body.original.title;
const listed = async ({ uid }: FeedRow): Promise<string | undefined> =>
  (await call<{ results: Titled[] }>(`${api.url}/api/news/insider/?page_size=9`, { key })).body.results.find(({ original }) => original.uid === uid)
    ?.original.title;

test('equals its row in lists, within the minute for which answers are cached', async () => {
  for (const row of [stored, held]) expect(await fetched(row)).toBe(row.item.original.title);
  await appendBytes(ground.bus, 'no record');
  await until('the tail to stand', async () => 'tail' in (await call<{ degraded: object }>(`${api.ops}/ready`)).body.degraded);
  const rows = [stored, held, unasked];
  // The writer of a later release stores the corrections.
  const corrections = rows.map((row, index) => revisionRecord(row, insiderTrade({ accession_number: `0001234567-26-00001${index}`, form: '4/A' })));
  await insertRecords(ground.store, corrections.map((record, index) => ({ seq: 2_000 + index, record }))); // prettier-ignore
  nowMs += 61_000;
  for (const [index, row] of rows.entries()) {
    const title = corrections[index]!.item!.original.title;
    expect([await listed(row), await fetched(row)]).toEqual([title, title]);
  }
});
