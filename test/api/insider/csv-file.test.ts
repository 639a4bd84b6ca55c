import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { csvColumns } from '#api/insider/csv-rows.ts';
import type { FeedRecord, FeedRow } from '#schemas/feed-log.ts';
import type { StoredItem } from '#schemas/item.ts';
import type { PlanName } from '#schemas/vocabulary.ts';
import { call, spawnApiOn, type Answer } from '#test/support/api.ts';
import { rawRequest } from '#test/support/raw-request.ts';
import { rowRecord } from '#test/support/records.ts';
import { sharedApi, sharedGround } from '#test/support/shared-servers.ts';
import { insiderTrade, ownerOf, revisionRecord, tradeRow } from '#test/support/trades.ts';
import type { List } from '../feed/list-ground.ts';
import { parseCsv, unguarded } from './parse-csv.ts';

const nowMs = Date.now();
const hostileTitles = ['=1+1', 'a "quoted", title', '@SUM(A1)', 'two\r\nlines', '-2+3', 'plain', '\tindented', 'ünïcode – 日本'];

const summaryLength = 2_400;

/** Returns `count` events, two minutes apart, the last one now; every third under a plan, every tenth below the relevance floor. */
const events = (count: number): FeedRow[] =>
  Array.from({ length: count }, (_, at) => {
    const filedAt = new Date(nowMs - (count - at) * 120_000).toISOString();
    const row = tradeRow(
      insiderTrade({
        accession_number: `0001234567-26-${String(at).padStart(6, '0')}`,
        ticker: at % 2 === 0 ? 'ACME' : 'OTHER',
        owners: [ownerOf({ name: at % 5 === 0 ? '=CMD()' : 'Doe "J" Jane' })],
        is_10b5_1: [true, false, null][at % 3]!,
        accepted_at: new Date(nowMs - (count - at) * 120_000 - (at % 4) * 3_600_000).toISOString(),
        filed_at: filedAt,
      }),
      { title: `${hostileTitles[at % hostileTitles.length]}`, relevance: at % 10 === 9 ? 2 : 7 },
    );
    // The texts are so long that ten thousand of them in memory would be noticed.
    const original = { ...row.item.original, summary: `Sold by the book. ${'Nothing else is known of it. '.repeat(85)}` };
    return { ...row, item: { ...row.item, original } };
  });

const kept = events(10_600);
const records: FeedRecord[] = kept.flatMap((row, at) => (at % 50 === 0 ? [rowRecord(`news ${at}`, { tickers: ['ACME'] }), row] : [row]));
const keys: Partial<Record<PlanName, string>> = {};

const ground = await sharedGround();
await ground.append(records);
for (const plan of ['free', 'basic', 'pro'] as const) keys[plan] = (await ground.account(plan, { perMinute: 100_000, perDay: 1_000_000 })).key;
const api = await sharedApi(ground, {}, () => nowMs);

const get = <T = Record<string, never>>(query: string, plan: PlanName = 'pro', headers = {}): Promise<Answer<T>> =>
  call<T>(`${api.url}/api/news/insider/?${query}`, { key: keys[plan]!, headers, timeoutMs: 60_000 });

function fileOf({ text, headers }: Answer<unknown>) {
  const [header, ...rows] = parseCsv(text);
  expect(header).toEqual(csvColumns);
  return {
    rows: rows.map((row) => Object.fromEntries(csvColumns.map((column, at) => [column, row[at]!]))),
    cursor: headers.get('x-service-next-cursor'),
  };
}
const header = (answer: Answer<unknown>, name: string): string | null => answer.headers.get(`x-service-${name}`);

/** Returns the cells that the file should contain for a JSON row. */
const flat = ({ original, enrichment, insider }: StoredItem): Record<string, string> => {
  const text = (value: unknown): string => (typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value));
  const source = { ...original, ...enrichment, ...insider, tickers: enrichment.tickers.join() } as Record<string, unknown>;
  return Object.fromEntries(csvColumns.map((column) => [column, text(source[column])]));
};

async function walkJson(
  query: string,
  pageSize: number,
  pages: number,
  plan: PlanName = 'pro',
): Promise<{ items: StoredItem[]; cursor: string | null }> {
  const items: StoredItem[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < pages; page += 1) {
    const { body }: Answer<List> = await get<List>(`${query}&page_size=${pageSize}${cursor === null ? '' : `&cursor=${cursor}`}`, plan);
    items.push(...body.results);
    cursor = body.next_cursor;
    if (cursor === null) break;
  }
  return { items, cursor };
}

describe('200', () => {
  test('the file parses back to the rows of the JSON pages, hostile cells too', async () => {
    const answer = await get('format=csv&symbol=acme&is_10b5_1=false', 'free');
    expect(answer.status).toBe(200);
    const { rows } = fileOf(answer);
    const { items } = await walkJson('symbol=acme&is_10b5_1=false', 20, 25, 'free');
    expect(rows).toHaveLength(500);
    expect(rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, unguarded(cell)])))).toEqual(
      items.map(flat).map((row) => Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, unguarded(cell)]))),
    );
    const formulas = rows.flatMap((row) => Object.values(row)).filter((cell) => /^\s*[=+\-@]/.test(cell));
    expect(formulas).toEqual([]);
  });

  test.each([
    ['free', 500],
    ['basic', 2_000],
  ] as const)(
    '%s: %i rows a file, the headers say so, one request of the quota',
    async (plan, cap) => {
      const before = Number((await get('page_size=1', plan)).headers.get('x-ratelimit-remaining'));
      const answer = await get('format=csv&min_relevance=1', plan);
      expect(fileOf(answer).rows).toHaveLength(cap);
      expect([header(answer, 'rows'), header(answer, 'row-cap'), header(answer, 'truncated')]).toEqual([String(cap), String(cap), 'row_cap']);
      expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
      expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="insider-${new Date(nowMs).toISOString().slice(0, 10)}.csv"`);
      expect(Number(answer.headers.get('x-ratelimit-remaining'))).toBe(before - 1);
    },
    60_000,
  );

  test('a walk may change its format at any page, and back', async () => {
    const json = await get<List>('min_relevance=1&page_size=7', 'free');
    const first = await get(`min_relevance=1&format=csv&cursor=${json.body.next_cursor}`, 'free');
    const second = await get<List>(`min_relevance=1&page_size=20&cursor=${fileOf(first).cursor}`, 'free');
    const third = await get(`min_relevance=1&format=csv&cursor=${second.body.next_cursor}`, 'free');
    const walked = [
      ...json.body.results.map(({ original }) => original.uid),
      ...fileOf(first).rows.map(({ uid }) => uid!),
      ...second.body.results.map(({ original }) => original.uid),
      ...fileOf(third).rows.map(({ uid }) => uid!),
    ];
    const wanted = kept
      .map(({ item }) => item.original)
      .sort((a, b) => (a.time_published < b.time_published ? 1 : a.time_published > b.time_published ? -1 : a.uid < b.uid ? -1 : 1))
      .map(({ uid }) => uid);
    expect(walked).toEqual(wanted.slice(0, 7 + 500 + 20 + 500));
  });

  test('the last file has no next cursor, and is not truncated', async () => {
    const day = new Date(nowMs - 2 * 86_400_000).toISOString().slice(0, 10);
    const answer = await get(`format=csv&from_date=${day}&to_date=${day}&min_relevance=1`);
    const { rows, cursor } = fileOf(answer);
    expect(rows).toHaveLength(720);
    expect(rows.every(({ filed_at }) => filed_at!.startsWith(day))).toBe(true);
    expect([cursor, header(answer, 'truncated')]).toEqual(['', 'false']);
  });

  test('in delta mode the file has the later rows in log order, and always a next cursor', async () => {
    const head = await get('format=csv&sort=ingested', 'free');
    const file = fileOf(head);
    const floor = kept.filter(({ item }) => item.enrichment.relevance_score >= 4);
    expect(file.rows.map(({ uid }) => uid)).toEqual(floor.slice(-500).map(({ uid }) => uid));
    const empty = await get(`format=csv&sort=ingested&cursor=${file.cursor}`, 'free');
    expect(fileOf(empty).rows).toEqual([]);
    expect(header(empty, 'rows')).toBe('0');
    const json = await get<List>(`sort=ingested&page_size=3&cursor=${fileOf(empty).cursor}`, 'free');
    expect(json.body.results).toEqual([]);
  });

  test('HEAD has the headers and no body; an unchanged file is 304; a compressed file is the same', async () => {
    const query = 'format=csv&symbol=OTHER';
    const answer = await get(query, 'free');
    const head = await call(`${api.url}/api/news/insider/?${query}`, { key: keys.free!, method: 'HEAD' });
    expect([head.status, head.text, header(head, 'rows'), head.headers.get('etag')]).toEqual([200, '', '500', answer.headers.get('etag')]);
    expect((await get(query, 'free', { 'if-none-match': answer.headers.get('etag')! })).status).toBe(304);
    expect((await get(query, 'free', { accept: 'text/csv' })).status).toBe(200);
    const packed = await rawRequest(`${api.url}/api/news/insider/?${query}`, {
      headers: { authorization: `Bearer ${keys.free}`, 'accept-encoding': 'gzip' },
    });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(packed.bytes).toString()).toBe(answer.text);
  });

  test('a corrected row is in the file as corrected, or not at all if it no longer matches', async () => {
    const [row, other] = [kept.at(-1)!, kept.at(-3)!];
    const before = await get('format=csv', 'free');
    const trade = insiderTrade({ ...row.trade, form: '4/A', shares: '77', accession_number: '0009999999-26-000001' });
    await ground.append([revisionRecord(other, { ...other.trade!, form: '4/A', accession_number: '0009999999-26-000002' }, { relevance: 1 })]);
    await ground.append([revisionRecord(row, trade, { relevance: 8 })]);
    const after = await get('format=csv', 'free');
    const { rows } = fileOf(after);
    expect(header(after, 'rows')).toBe('500');
    expect(rows.find(({ uid }) => uid === row.uid)).toMatchObject({ shares: '77', relevance_score: '8' });
    expect(rows.some(({ uid }) => uid === other.uid)).toBe(false);
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
  });
});

describe('memory', () => {
  const rssBytes = (pid: number, field: 'VmRSS' | 'VmHWM'): number =>
    Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1_024;

  // The documents and the text of the largest file are several times larger than the heap limit.
  test('a file of 10,000 rows needs no more memory than one of 500', async () => {
    const child = await spawnApiOn(ground, { API_TAIL_BYTES: '1000000', API_CACHE_BYTES: '1000000' }, [
      '--max-old-space-size=64',
      '--max-semi-space-size=4',
    ]);
    const fetchFile = async (plan: PlanName): Promise<number> => {
      const answer = await call(`${child.url}/api/news/insider/?format=csv&min_relevance=1`, { key: keys[plan]!, timeoutMs: 90_000 });
      const count = Number(header(answer, 'rows'));
      expect([answer.status, header(answer, 'row-cap'), header(answer, 'truncated')], answer.text.slice(0, 500)).toEqual([
        200,
        String(count),
        'row_cap',
      ]);
      expect(answer.text.length).toBeGreaterThan(count * summaryLength);
      // Lines are counted by their uids, because parsing the largest file takes seconds.
      expect(answer.text.match(/^[0-9a-f]{16},/gm)).toHaveLength(count);
      return count;
    };
    try {
      for (let round = 0; round < 3; round += 1) expect(await fetchFile('free')).toBe(500);
      const small = rssBytes(child.pid, 'VmHWM');
      expect(await fetchFile('pro')).toBe(10_000);
      const large = rssBytes(child.pid, 'VmHWM');
      process.stdout.write(`most memory: ${Math.round(small / 1e6)} MB at 500 rows, ${Math.round(large / 1e6)} MB at 10,000\n`);
      // The heap limit is the proof. Other memory is freed late on a busy machine, but never grows to documents plus text.
      expect(large - small).toBeLessThan(80_000_000);
    } finally {
      await child.stop();
    }
  });
});

describe('400', () => {
  test.each(['/api/news/?format=csv', '/api/news/insider/clusters/?format=csv'])('%s', async (path) => {
    const { status, body } = await call<{ code: string }>(`${api.url}${path}`, { key: keys.pro! });
    expect(status).toBe(400);
    expect(body.code).toMatch(/^(invalid_parameter|unknown_parameter|invalid_cursor)$/);
  });
});

test('403: a window past the archive, before a byte of the file', async () => {
  const answer = await get<{ code: string }>('format=csv&from_date=2020-01-01');
  expect([answer.status, answer.body.code, header(answer, 'rows')]).toEqual([403, 'archive_horizon', null]);
});
