import { describe, expect, test } from 'vitest';
import { NewsItem as NewsItemSchema } from '#schemas/item.ts';
import type { FeedRow } from '#schemas/feed-log.ts';
import { horizonMs, listGround, nowMs, relevant, served, uids, unique, walk } from './list-ground.ts';
import { dayMs, rowsOf } from './records.ts';

const list = await listGround();

describe('200', () => {
  test('a walk gives every row of the archive once, newest first, then by uid', async () => {
    const { uids: found, end } = await walk(list, 'page_size=17');
    expect(found).toEqual(served(relevant));
    // Older rows exist: the walk went on to the horizon.
    expect(end.status).toBe(403);
  });

  test('each page of a walk says where the archive of the plan ends, which is where it is refused', async () => {
    const { body } = await list.get('?page_size=17');
    expect(Date.parse(body.archive_ends_at!)).toBe(horizonMs());
    const { end } = await walk(list, 'page_size=17');
    expect((end as unknown as { body: { extra: { horizon: string } } }).body.extra.horizon).toBe(body.archive_ends_at);
    expect((await list.get('?sort=ingested')).body.archive_ends_at).toBeNull();
  });

  test('ten rows a page and a floor of 4 unless asked otherwise, each row as documented', async () => {
    const { body, status: code } = await list.get('');
    expect(code).toBe(200);
    expect(body.results).toHaveLength(10);
    expect(Object.keys(body)).toEqual(['results', 'next_cursor', 'symbol_note', 'archive_ends_at']);
    for (const item of body.results) {
      expect(item.enrichment.relevance_score).toBeGreaterThanOrEqual(4);
      expect(NewsItemSchema.parse(item)).toEqual(item);
      expect([item.story_id, item.sources_count, item.sources]).toEqual([null, null, null]);
    }
  });

  test.each<[string, (row: FeedRow) => boolean]>([
    ['category=earnings,crypto', (row) => relevant(row) && ['earnings', 'crypto'].includes(row.item.enrichment.category)],
    ['category=crypto&category=earnings', (row) => relevant(row) && ['earnings', 'crypto'].includes(row.item.enrichment.category)],
    ['exclude_categories=insider,other', (row) => relevant(row) && !['insider', 'other'].includes(row.item.enrichment.category)],
    ['category=insider&exclude_categories=insider', () => false],
    ['min_relevance=8', (row) => row.item.enrichment.relevance_score >= 8],
    ['min_relevance=1&symbol=nvda', (row) => row.item.enrichment.tickers.includes('NVDA')],
    ['min_relevance=1&ticker=ACME', (row) => row.item.enrichment.tickers.includes('ACME')],
    ['min_relevance=1&symbol=btc', (row) => row.item.enrichment.tickers.includes('BTC-USD')],
    ['symbol=NOSUCH', () => false],
    ['source_type=gdelt', (row) => relevant(row) && row.item.original.source_type === 'publisher'],
    ['source_type=sec_form4,sec_form8k', (row) => relevant(row) && row.item.original.source_type !== 'publisher'],
    ['min_relevance=1&item=9.01', (row) => row.item.filing?.items.includes('9.01') ?? false],
    ['min_relevance=1&item=5.02&source_type=sec_form8k,sec_form4', (row) => row.item.filing?.items.includes('5.02') ?? false],
  ])('%s gives exactly the rows that match, in both modes', async (query, keep) => {
    const expected = served(keep);
    expect((await walk(list, `${query}&limit=20`)).uids).toEqual(expected);
    const delta: string[] = [];
    let answer = await list.get(`?${query}&sort=ingested&page_size=20`);
    const newest = uids(answer);
    const archived = (row: FeedRow): boolean => Date.parse(row.item.original.created_at) >= horizonMs();
    expect(newest).toEqual(
      rowsOf(unique)
        .filter((row) => keep(row) && archived(row))
        .slice(-20)
        .map((row) => row.uid),
    );
    answer = await list.get(`?${query}&sort=ingested&page_size=20&cursor=${answer.body.next_cursor}`);
    delta.push(...uids(answer));
    expect(delta).toEqual([]);
    expect(answer.body.next_cursor).toEqual(expect.any(String));
  });

  test('both ends of a window are inside, and a bare to_date covers its day', async () => {
    const day = new Date(nowMs - 10 * dayMs).toISOString().slice(0, 10);
    const ofDay = served((row) => relevant(row) && row.item.original.time_published.startsWith(day));
    expect(ofDay.length).toBeGreaterThan(2);
    expect((await walk(list, `from_date=${day}&to_date=${day}`)).uids).toEqual(ofDay);
    const rows = rowsOf(unique).filter((row) => ofDay.includes(row.uid)).map((row) => row.item.original.time_published).sort(); // prettier-ignore
    const exact = await walk(list, `from_date=${rows[0]}&to_date=${rows.at(-1)}`);
    expect(exact.uids).toEqual(ofDay);
    const offset = encodeURIComponent(new Date(Date.parse(rows[0]!) + 7_200_000).toISOString().replace('Z', '+02:00'));
    expect((await walk(list, `from_date=${offset}&to_date=${rows.at(-1)}`)).uids).toEqual(ofDay);
  });

  test('a window that starts inside the archive ends with a null cursor', async () => {
    const { end } = await walk(list, `from_date=${new Date(nowMs - 5 * dayMs).toISOString().slice(0, 10)}`);
    expect(end.status).toBe(200);
    expect(end.body.next_cursor).toBeNull();
  });
});
