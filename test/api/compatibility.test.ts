import { describe, expect, test } from 'vitest';
import { adapt, compatPath } from '#api/compatibility.ts';
import { radarExample } from '#api/radar/example.ts';
import { createContent } from '#api/reply/content.ts';
import { call, type Answer } from '#test/support/api.ts';
import { symbolEntry } from '#test/support/symbols.ts';
import { rowRecord } from '#test/support/records.ts';
import { sharedApi, sharedGround } from '#test/support/shared-servers.ts';
import { earningsAnalysis, earningsRow, insiderTrade, tradeRow } from '#test/support/trades.ts';

const now = new Date();
const minutesAgo = (minutes: number): string => new Date(now.getTime() - minutes * 60_000).toISOString();
const filed = tradeRow(insiderTrade({ filed_at: now.toISOString(), accepted_at: minutesAgo(1), late_filing: null }), { publishedAt: minutesAgo(3) });
const planned = tradeRow(insiderTrade({ accession_number: '0001045810-26-000099', is_10b5_1: true, transaction_code: 'P' }), {
  publishedAt: minutesAgo(4),
});
const earlier = tradeRow(insiderTrade({ accession_number: '0001045810-26-000098' }), { publishedAt: minutesAgo(5) });
const story = rowRecord('a story', { tickers: ['NVDA'], relevance: 9, publishedAt: now.toISOString() });
const member = rowRecord('a member of it', { tickers: ['NVDA'], relevance: 9, publishedAt: minutesAgo(1), storyId: story.uid });
const segment = { yoy_change: null, qoq_change: null, driver: '', evidence: { start: 0, end: 1 } };
const segments = ['$18,002', '(12.5)', '$(18,002)', '-5.2', '−5.2', '—'].map((revenue) => ({ ...segment, name: 'Data', revenue }));
const read = earningsRow('a read', earningsAnalysis({ segments, table_scale: 'millions' }), { publishedAt: minutesAgo(60) });
const macro = rowRecord('Payrolls rise', { tickers: [], category: 'macro_economy', publishedAt: minutesAgo(2) });
const storyOf = new Map([story, macro, member, filed, earlier, planned, read].map(({ uid, story_id }) => [uid, story_id]));

interface Row {
  readonly original: { readonly uid: string; readonly source_type: string };
  readonly insider: {
    readonly filed_at: string;
    readonly accepted_at: string;
    readonly late_filing: boolean | null;
    readonly is_10b5_1: boolean | null;
  } | null;
  readonly story_id: string | null;
  readonly sources_count: number | null;
}
interface List {
  readonly results: readonly Row[];
  readonly next_cursor: string | null;
}

const ground = await sharedGround();
await ground.putSymbols([symbolEntry('NVDA', { name: 'NVIDIA CORP', cik: '0001045810' })]);
await ground.append([story, macro, member, filed, earlier, planned, read]);
const account = await ground.account('pro');
const api = await sharedApi(ground);

const ours = <T = List>(path: string): Promise<Answer<T>> => call<T>(`${api.url}${path}`, { key: account.key });
const theirs = <T = List>(path: string): Promise<Answer<T>> => call<T>(`${api.url}${compatPath}${path}`, { key: account.key });
const asRead = (row: Row): Row => ({
  ...row,
  story_id: storyOf.get(row.original.uid) ?? null,
  original: { ...row.original, source_type: row.original.source_type === 'publisher' ? 'gdelt' : row.original.source_type },
  insider: row.insider && {
    ...row.insider,
    filed_at: row.insider.accepted_at,
    late_filing: row.insider.late_filing ?? false,
    is_10b5_1: row.insider.is_10b5_1 ?? false,
  },
});

describe('answers for clients of another service', () => {
  test('trending is a bare array', async () => {
    const { body } = await theirs<Row[]>('/api/news/trending/');
    expect(body).toEqual((await ours('/api/news/trending/')).body.results.map(asRead));
    expect(body.length).toBeGreaterThan(0);
  });

  test('publishers are gdelt, filed_at is the acceptance by EDGAR, flags are booleans, and nothing else differs', async () => {
    for (const path of ['/api/news/?min_relevance=1', '/api/news/macro/', '/api/news/insider/?sort=ingested&min_relevance=1']) {
      const plain = (await ours(path)).body.results;
      if (path.includes('macro')) expect(plain.map(({ original }) => original.uid)).toEqual([macro.uid]);
      else {
        const inPlain = plain.find(({ original }) => original.uid === filed.uid)!.insider!;
        expect([inPlain.filed_at === inPlain.accepted_at, inPlain.late_filing]).toEqual([false, null]);
      }
      expect((await theirs(path)).body.results).toEqual(plain.map(asRead));
    }
    const { body } = await theirs<Row>(`/api/news/${filed.uid}/`);
    expect(body.insider!.filed_at).toBe(body.insider!.accepted_at);
  });

  test('source_type=gdelt selects publishers', async () => {
    const { status, body } = await theirs('/api/news/?source_type=gdelt&min_relevance=1');
    expect([status, body.results.map(({ original }) => original.source_type)]).toEqual([200, ['gdelt', 'gdelt', 'gdelt']]);
  });

  test('is_10b5_1=false omits purchases under a plan from full pages, and a cursor continues after them', async () => {
    const path = '/api/news/insider/?is_10b5_1=false&min_relevance=1';
    const uids = ({ body }: Answer<List>): string[] => body.results.map(({ original }) => original.uid);
    expect(uids(await ours(path)).sort()).toEqual([filed.uid, earlier.uid, planned.uid].sort());
    expect(uids(await theirs(path))).toEqual([filed.uid, earlier.uid]);
    const first = await theirs(`${path}&page_size=1`);
    const second = await theirs(`${path}&page_size=1&cursor=${first.body.next_cursor}`);
    expect([first, second].map(uids)).toEqual([[filed.uid], [earlier.uid]]);
    expect(uids(await theirs(`${path}&sort=ingested`)).sort()).toEqual([filed.uid, earlier.uid].sort());
  });

  test('every row names its story, also from a cache and from the tables, except in related lists', async () => {
    for (const path of ['/api/news/?min_relevance=1', '/api/news/?min_relevance=1&sort=ingested', '/api/news/insider/?min_relevance=1']) {
      for (let time = 0; time < 2; time += 1) {
        const { body } = await theirs(path);
        expect(body.results.map(({ story_id }) => story_id)).toEqual(body.results.map(({ original }) => storyOf.get(original.uid)));
        expect((await ours(path)).body.results.every(({ story_id }) => story_id === null)).toBe(true);
      }
    }
    const { body: related } = await theirs(`/api/news/${filed.uid}/related/`);
    expect(related.results.map(({ story_id }) => story_id)).toEqual(related.results.map(() => null));
  });

  test('a single fetch and a search name the story at both addresses', async () => {
    for (const at of [ours, theirs]) {
      expect((await at<Row>(`/api/news/${member.uid}/`)).body.story_id).toBe(story.uid);
      const { body } = await at('/api/news/search/?q=member&min_relevance=1');
      expect(body.results.map(({ story_id, sources_count }) => [story_id, sources_count])).toEqual([[story.uid, null]]);
    }
  });

  test('rows of a search have the fields that the clients look for in them', async () => {
    const { body } = await theirs('/api/news/search/?q=member&min_relevance=1');
    expect(body.results).toMatchObject([{ original: { id: null }, earnings: null }]);
    for (const row of (await ours('/api/news/search/?q=member&min_relevance=1')).body.results) expect(row.original).not.toHaveProperty('id');
  });

  test("a segment's revenue is a number, in the unit and at the scale of the read", async () => {
    const { body } = await theirs<{ earnings: { segments: object[] } }>(`/api/news/${read.uid}/`);
    expect(body.earnings.segments).toMatchObject([
      { revenue: '$18,002', driver: '', numeric: 18_002, unit: 'USD', scale: 'millions' },
      { revenue: '(12.5)', numeric: -12.5, unit: 'USD', scale: 'millions' },
      { revenue: '$(18,002)', numeric: -18_002 },
      { revenue: '-5.2', numeric: -5.2 },
      { revenue: '−5.2', numeric: -5.2 },
      { revenue: '—', numeric: null },
    ]);
  });

  test('texts that the clients refuse as null are empty', async () => {
    expect((await theirs<{ query: { note: string } }>('/api/news/search/?q=member')).body.query.note).toBe('');
    const symbols = await theirs<readonly object[]>('/api/symbols/?limit=1');
    expect(symbols.body[0]).toMatchObject({ symbol: 'NVDA', delisted_at: null, renamed_to: '' });
    expect((await theirs<object>('/api/symbols/NVDA/')).body).toMatchObject({ crypto_counterpart: null, crypto_counterpart_name: '' });
  });

  test('a refused cursor appears in the fields of the error', async () => {
    for (const path of ['/api/news/', '/api/news/insider/', '/api/news/insider/clusters/', '/api/signals/snapshot/', '/api/news/search/?q=story']) {
      const { status, body } = await theirs<{ extra: { fields: object } }>(`${path}${path.includes('?') ? '&' : '?'}cursor=zzz`);
      expect([path, status, body.extra.fields]).toEqual([path, 400, { cursor: [expect.any(String)] }]);
    }
  });

  test('an unchanged answer is 304, with another ETag than the plain answer', async () => {
    const path = '/api/news/?min_relevance=1';
    const [plain, changed] = [(await ours(path)).headers.get('etag')!, (await theirs(path)).headers.get('etag')!];
    expect(plain).not.toBe(changed);
    const again = (etag: string): Promise<Answer<List>> =>
      call<List>(`${api.url}${compatPath}${path}`, { key: account.key, headers: { 'if-none-match': etag } });
    expect([(await again(changed)).status, (await again(plain)).status]).toEqual([304, 200]);
  });

  test('headers of a file begin with their prefix', async () => {
    const path = '/api/news/insider/?format=csv';
    expect((await theirs(path)).headers.get('x-alphai-rows')).not.toBeNull();
    expect((await ours(path)).headers.get('x-service-rows')).not.toBeNull();
  });

  test('keys, quotas and errors are those of the plain address, and only the API is served there', async () => {
    expect((await call(`${api.url}${compatPath}/api/news/`)).status).toBe(401);
    expect((await theirs('/api/news/?simbol=NVDA')).status).toBe(400);
    expect((await theirs('/api/nothing/')).status).toBe(404);
    expect((await call(`${api.url}${compatPath}/health`)).status).toBe(404);
  });
});

test('a Radar row whose rate is not known has the number that those clients need', () => {
  const page = { ...radarExample, results: radarExample.results.map((row) => ({ ...row, stories_per_window_unadjusted: null })) };
  const result = adapt({ name: 'getRadarSnapshot' }, { content: createContent(JSON.stringify(page)) }, 'X-Service');
  if (!('content' in result) || result.content === null) throw new Error('no content');
  const [row] = (JSON.parse(result.content.identity.toString()) as typeof page).results;
  expect(row).toMatchObject({ stories_per_window_unadjusted: 0, news_z: radarExample.results[0]!.news_z });
});
