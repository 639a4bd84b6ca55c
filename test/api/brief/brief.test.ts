import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { briefBytesMax, type NewsBrief } from '#api/brief/brief.ts';
import { coverage } from '#api/coverage.ts';
import { storeCoverage } from '#clickhouse/coverage.ts';
import { changeWatchlist } from '#ops/accounts/accounts.ts';
import { openBucket } from '#ops/nats/streams.ts';
import { CoverageReport, coverageSources } from '#schemas/coverage.ts';
import { buckets } from '#schemas/subjects.ts';
import { call, type Answer } from '#test/support/api.ts';
import { rowRecord, withOriginal } from '#test/support/records.ts';
import { keyedApi, sharedGround } from '#test/support/shared-servers.ts';
import { symbolEntry } from '#test/support/symbols.ts';
import { earningsAnalysis, earningsRow } from '#test/support/trades.ts';
import { until } from '#test/support/until.ts';
import type { Problem } from '../feed/list-ground.ts';

type Brief = z.output<typeof NewsBrief>;

const startMs = Date.now();
const hoursAgo = (hours: number): string => new Date(startMs - hours * 3_600_000).toISOString();

const top = rowRecord('top story', { tickers: ['NVDA', 'AMD'], relevance: 9, publishedAt: hoursAgo(2) });
const reprint = rowRecord('reprint of it', { tickers: ['NVDA'], relevance: 6, publishedAt: hoursAgo(1), storyId: top.uid });
const minor = rowRecord('minor', { tickers: ['NVDA'], relevance: 5, publishedAt: hoursAgo(3) });
const below = rowRecord('below the floor', { tickers: ['NVDA'], relevance: 3, publishedAt: hoursAgo(3) });
const old = rowRecord('old', { tickers: ['NVDA'], relevance: 10, publishedAt: hoursAgo(30) });
const former = rowRecord('under its old name', { tickers: ['FB'], relevance: 7, publishedAt: hoursAgo(4) });
const others = rowRecord('of others', { tickers: ['ZZZ'], relevance: 10, publishedAt: hoursAgo(1) });
const filing = withOriginal(rowRecord('a filing', { tickers: ['NVDA'], publishedAt: hoursAgo(5) }), { source_type: 'sec_form8k' });
const made = earningsRow('a read', earningsAnalysis());
const withRead = withOriginal(made, { time_published: hoursAgo(6), created_at: hoursAgo(6) });
const [readTicker] = withRead.item.enrichment.tickers;
/** Many stories with long texts, which do not fit into one brief. */
const busy = Array.from({ length: 40 }, (_, index) =>
  withOriginal(rowRecord(`busy ${index}`, { tickers: ['BUSY'], relevance: 8, publishedAt: hoursAgo(1 + index / 10) }), {
    title: `Title ${'ü"\\'.repeat(800)}`,
    summary: 'long words '.repeat(400),
    ...(index % 2 === 0 && { source_type: 'sec_form8k' as const }),
  }),
);

const get = <T = Brief>(query: string): Promise<Answer<T>> => call<T>(`${api.url}/api/news/brief/?${query}`, { key });

const ground = await sharedGround();
const names = ['NVDA', 'AMD', 'META', 'BUSY', 'QUIET', readTicker!, ...Array.from({ length: 20 }, (_, index) => `T${index}`)];
await ground.putSymbols([
  ...[...new Set(names)].map((name) => symbolEntry(name)),
  symbolEntry('FB', { status: 'delisted', renamed_to: 'META' }),
  symbolEntry('BTC-USD', { name: 'Bitcoin', asset_type: 'Crypto' }),
]);
await (
  await openBucket(ground.bus, buckets.reportDates)
).put('NVDA', JSON.stringify({ ticker: 'NVDA', report_date: '2999-01-02', source: 'test', confirmed_at: hoursAgo(1) }));
await ground.append([top, reprint, minor, below, old, former, others, filing, withRead, ...busy]);
const { api, key } = await keyedApi('free', ground);
await until('the key and the symbols', async () => (await get('tickers=BUSY,META')).body.tickers?.length === 2);
const brief = async (query: string): Promise<Brief> => {
  const { status, body, text } = await get(query);
  expect(status, text).toBe(200);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(briefBytesMax);
  return body;
};
const uids = (entries: Brief['events']): string[] => entries.map(({ uid }) => uid);

describe('200', () => {
  test('has one article per story, the best first, filings apart, expected releases and the next report dates', async () => {
    const found = await brief('tickers=nvda,NOSUCH');
    expect(found).toMatchObject({ hours: 24, tickers: ['NVDA'], unknown_tickers: ['NOSUCH'], events_truncated: false, filings_truncated: false });
    expect(uids(found.events)).toEqual([top.uid, minor.uid]);
    expect(uids(found.filings)).toEqual([filing.uid]);
    expect(found.events[0]).toEqual({
      uid: top.uid,
      story_id: top.uid,
      title: top.item.original.title,
      summary: top.item.original.summary,
      url: top.item.original.url,
      article_url: top.item.original.url,
      source_domain: 'example.com',
      source_type: 'publisher',
      time_published: top.item.original.time_published,
      matched_tickers: ['NVDA'],
      category: 'other',
      relevance_score: 9,
      information_novelty: 5,
      actionability: 'low',
      signals: [{ ticker: 'NVDA', sentiment: 'neutral' }],
      earnings_available: false,
    });
    expect(found.upcoming_earnings).toEqual([{ ticker: 'NVDA', report_date: '2999-01-02', session: null, source_uid: null }]);
    expect(Date.parse(found.window_end) - Date.parse(found.window_start)).toBe(24 * 3_600_000);
  });

  test('finds a company under its former ticker, names the matching tickers, takes a longer window and marks earnings reads', async () => {
    const found = await brief(`tickers=META,AMD,NVDA,${readTicker}&hours=48`);
    expect(uids(found.events)).toEqual(expect.arrayContaining([former.uid, top.uid, old.uid]));
    expect(found.events.find(({ uid }) => uid === top.uid)!.matched_tickers).toEqual(['AMD', 'NVDA']);
    expect(found.events.find(({ uid }) => uid === former.uid)).toMatchObject({ matched_tickers: ['META'], signals: [{ ticker: 'FB' }] });
    expect(found.filings.find(({ uid }) => uid === withRead.uid)).toMatchObject({ earnings_available: true });
  });

  test('says for each list whether it was cut, by `limit` or by size', async () => {
    expect(await brief('tickers=NVDA&limit=1')).toMatchObject({ events_truncated: true, filings_truncated: false });
    const full = await brief('tickers=BUSY&limit=50');
    expect([full.events_truncated, full.filings_truncated]).toEqual([true, true]);
    expect(full.events.length).toBeLessThan(50);
    expect(full.events.length).toBeGreaterThan(2);
    expect(full.events[0]!.summary).toMatch(/…$/);
    expect(full.events[0]!.summary.length).toBeLessThanOrEqual(600);
    expect(await brief('tickers=QUIET')).toMatchObject({ events: [], filings: [], events_truncated: false, filings_truncated: false });
    expect(await brief('tickers=NOSUCH,nosuch')).toMatchObject({ tickers: [], unknown_tickers: ['NOSUCH'], events: [] });
  });

  test('keeps its size, window, limits and order for every request', async () => {
    const tickers = fc.uniqueArray(
      fc.constantFrom('NVDA', 'amd', 'META', 'FB', 'BUSY', 'QUIET', 'bitcoin', 'NOSUCH', ...Array.from({ length: 20 }, (_, index) => `T${index}`)),
      { minLength: 1, maxLength: 100 },
    );
    await fc.assert(
      fc.asyncProperty(tickers, fc.integer({ min: 1, max: 168 }), fc.integer({ min: 1, max: 50 }), async (asked, hours, limit) => {
        const found = await brief(`tickers=${asked.join()}&hours=${hours}&limit=${limit}`);
        expect(found.events.length).toBeLessThanOrEqual(limit);
        expect(found.filings.length).toBeLessThanOrEqual(limit);
        expect(new Set(found.events.map(({ story_id }) => story_id)).size).toBe(found.events.length);
        for (const { time_published, matched_tickers, source_type } of [...found.events, ...found.filings]) {
          expect(time_published >= found.window_start && time_published <= found.window_end).toBe(true);
          expect(matched_tickers.length).toBeGreaterThan(0);
          expect(found.tickers).toEqual(expect.arrayContaining(matched_tickers));
          expect(found.events.some((entry) => entry.source_type === source_type)).toBe(source_type === 'publisher');
        }
        const times = found.filings.map(({ time_published }) => time_published);
        expect(times).toEqual(times.toSorted().reverse());
      }),
      { numRuns: 40 },
    );
  });
});

describe('since the last call', () => {
  test('a ticker without rows is quiet; a ticker whose rows did not fit is not', async () => {
    const found = await brief('tickers=QUIET,NVDA,BUSY&limit=1');
    expect(found.quiet).toEqual(['QUIET']);
    expect(found.source_health).toBeNull();
  });

  test('names every stale source of rows, because quiet tickers then prove nothing', async () => {
    const report = CoverageReport.parse(coverage.output.example);
    const [one] = report.sources;
    const archive_days = { free: 30, basic: 90, pro: 180 };
    const sources = coverageSources.map((source) => ({
      ...one!,
      source,
      stale: source !== 'publisher_news',
      archive_days: /^(?:sec|publisher)_/.test(source) ? archive_days : null,
    }));
    await storeCoverage(ground.store, { ...report, sources });
    const { stale } = (await brief('tickers=QUIET&hours=2')).source_health!;
    expect(stale).toEqual(coverageSources.filter((source) => source.startsWith('sec_')));
  });

  test('each row appears once, however the pages are cut, and `quiet` is about the time up to the cursor', async () => {
    const first = await brief('tickers=AMD,QUIET&hours=1');
    expect(await brief(`tickers=QUIET,AMD&cursor=${first.next_cursor}`)).toMatchObject({ events: [], quiet: ['QUIET', 'AMD'], has_more: false });
    const late = Array.from({ length: 7 }, (_, index) =>
      withOriginal(rowRecord(`late ${index}`, { tickers: ['AMD'], relevance: 4 + (index % 5), publishedAt: hoursAgo(index * 30) }), {
        source_type: index % 3 === 0 ? 'sec_form8k' : 'publisher',
      }),
    );
    await ground.append(late);
    const seen: string[] = [];
    let { next_cursor: cursor } = first;
    await until('the late rows', async () => {
      const { events, filings, quiet, has_more, next_cursor } = await brief(`tickers=AMD,QUIET&limit=3&cursor=${cursor}`);
      seen.push(...uids(events), ...uids(filings));
      expect(events.length + filings.length).toBeLessThanOrEqual(3);
      expect(quiet).toEqual(events.length + filings.length === 0 ? ['AMD', 'QUIET'] : ['QUIET']);
      cursor = next_cursor;
      return seen.length >= late.length && !has_more;
    });
    expect(seen.toSorted()).toEqual(late.map(({ uid }) => uid).sort());
    expect(uids((await brief(`tickers=AMD,QUIET&cursor=${cursor}`)).events)).toEqual([]);
  });

  test('rows that do not fit follow after the cursor', async () => {
    const { next_cursor: start } = await brief('tickers=BUSY&hours=1');
    const many = Array.from({ length: 30 }, (_, index) =>
      withOriginal(rowRecord(`after ${index}`, { tickers: ['BUSY'], relevance: 5, publishedAt: hoursAgo(1) }), { title: 'ü"'.repeat(1_000), summary: 'long words '.repeat(99) }),
    );
    await ground.append(many);
    const seen: string[] = [];
    let cursor = start;
    await until('all rows', async () => {
      const { events, next_cursor, has_more } = await brief(`tickers=BUSY&limit=50&cursor=${cursor}`);
      seen.push(...uids(events));
      expect(has_more || seen.length === many.length || events.length === 0).toBe(true);
      cursor = next_cursor;
      return seen.length >= many.length;
    });
    expect(seen.toSorted()).toEqual(many.map(({ uid }) => uid).sort());
  }); // prettier-ignore

  test('the watchlist is read at each call', async () => {
    const owner = await ground.account('free', { perMinute: 100_000, perDay: 1_000_000 });
    const ofOwner = (query: string): Promise<Answer<Brief>> => call<Brief>(`${api.url}/api/news/brief/?${query}`, { key: owner.key });
    await until('the key', async () => (await ofOwner('tickers=watchlist')).status === 200);
    expect((await ofOwner('tickers=watchlist')).body).toMatchObject({ tickers: [], unknown_tickers: [], quiet: [], events: [] });
    await changeWatchlist(ground.accounts, owner.id, () => ['QUIET', 'NVDA']);
    await until('the watchlist', async () => (await ofOwner('tickers=watchlist')).body.tickers.length === 2);
    expect((await ofOwner('tickers=watchlist&hours=24')).body).toMatchObject({ tickers: ['QUIET', 'NVDA'], quiet: ['QUIET'] });
  });
});

describe('400', () => {
  test.each(['tickers=AMD&cursor=nonsense', 'tickers=NVDA&cursor=OF_AMD'])('%s', async (query) => {
    const { next_cursor } = await brief('tickers=AMD');
    const { status, body } = await get<Problem>(query.replace('OF_AMD', next_cursor));
    expect([status, body.code]).toEqual([400, 'invalid_cursor']);
  });

  test.each([
    ['tickers=,', 'tickers', 'is required'],
    [`tickers=${Array.from({ length: 101 }, (_, index) => `T${index}`).join()}`, 'tickers', 'at most 100'],
    ['tickers=NVDA,%25x', 'tickers', 'not `%x`'],
    ['tickers=NVDA&hours=169', 'hours', '1 to 168'],
  ])('%s', async (query, name, message) => {
    const { status, body } = await get<Problem>(query);
    expect([status, body.code]).toEqual([400, 'invalid_parameter']);
    expect(JSON.stringify((body.extra.fields as Record<string, string[]>)[name])).toContain(message);
  });
});
