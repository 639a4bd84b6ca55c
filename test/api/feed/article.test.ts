import { describe, expect, test } from 'vitest';
import { backgroundOf } from '#api/feed/background.ts';
import { rowsOfUids } from '#api/feed/stored-article.ts';
import { createTail } from '#api/feed/tail.ts';
import { createSymbolDirectory } from '#api/symbols/directory.ts';
import type { Store } from '#clickhouse/store.ts';
import { easternDate } from '#schemas/edgar-calendar.ts';
import type { FeedRow } from '#schemas/feed-log.ts';
import { Article } from '#schemas/item.ts';
import { newsContext } from '#schemas/news-context.ts';
import { planNames } from '#schemas/vocabulary.ts';
import { call } from '#test/support/api.ts';
import { rowRecord, withdrawalRecord } from '#test/support/records.ts';
import { symbolEntry } from '#test/support/symbols.ts';
import { earningsAnalysis, earningsRow } from '#test/support/trades.ts';
import { keyedApi, sharedGround } from '#test/support/shared-servers.ts';
import { until } from '#test/support/until.ts';

const entity = { name: 'Acme Inc', type: 'company', description: 'Named in the title' };
const at = new Date().toISOString();
const evidence = { names: [[0, 4]], above: [1_000, 990, 900, 800, 700, 600, 20, 0, 0], directions: [{ up: 910, down: 10, words: ['memory'] }] };
const inTail = { ...rowRecord('held in memory', { publishedAt: at, tickers: ['ACME'] }), key_entities: [entity], evidence };
const stored = { ...rowRecord('left the memory', { publishedAt: at, tickers: ['ACME'] }), key_entities: [entity], evidence };
const longAgo = new Date(Date.now() - 200 * 86_400_000).toISOString();
const oldInTail = rowRecord('from before every archive, held in memory', { publishedAt: longAgo });
const oldStored = rowRecord('from before every archive', { publishedAt: longAgo });
// A tail of one megabyte does not hold all rows, so the first rows are served from the tables.
const filler = Array.from({ length: 1_500 }, (_, index) => rowRecord(`filler ${index}`, { publishedAt: at }));

const ago = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();
const read = earningsRow('a read of the past', earningsAnalysis({ ticker: 'READ' }), { publishedAt: ago(48), tickers: ['READ'] });
const later = earningsRow('a read that came after', earningsAnalysis({ ticker: 'READ', verdict: 'weak' }), {
  publishedAt: ago(1),
  tickers: ['READ'],
});
const takenBack = earningsRow('a read that was withdrawn', earningsAnalysis({ ticker: 'READ', verdict: 'weak' }), {
  publishedAt: ago(24),
  tickers: ['READ'],
});
const [began, joined] = [
  rowRecord('began', { publishedAt: ago(3), tickers: ['READ'] }),
  rowRecord('joined', { publishedAt: ago(2), tickers: ['READ'] }),
];
const followed = { ...joined, story_id: began.uid };

const ground = await sharedGround();
await ground.putSymbols(['ACME', 'READ'].map((symbol) => symbolEntry(symbol)));
await ground.append([read, takenBack, withdrawalRecord(takenBack), began, stored, oldStored, ...filler, later, followed, oldInTail, inTail]);
const { api, key } = await keyedApi('pro', ground, { API_TAIL_BYTES: '1000000' });

describe('200', () => {
  test.each([
    ['the newest', inTail],
    ['an older one', stored],
  ])('%s, with its key entities, its evidence and the version of its score', async (_, row) => {
    const { status, body } = await call<unknown>(`${api.url}/api/news/${row.uid}/`, { key });
    expect(status).toBe(200);
    const article = Article.parse(body);
    expect(body).toEqual(article);
    expect(article).toEqual({
      ...row.item,
      enrichment: {
        ...row.item.enrichment,
        news_context_enhancement: newsContext(row.item, [entity]),
        evidence: {
          tickers: [{ ticker: 'ACME', spans: [{ field: 'title', start: 0, end: 4, text: row.item.original.title.slice(0, 4) }] }],
          score: { value: row.item.enrichment.relevance_score, probabilities: [0, 0.01, 0.09, 0.1, 0.1, 0.1, 0.58, 0.02, 0, 0] },
          directions: [{ ticker: 'ACME', probabilities: { positive: 0.91, neutral: 0.08, negative: 0.01 }, words: ['memory'] }],
        },
      },
      story_id: row.story_id,
      earnings: null,
    });
  });

  test('says how the story of the row began, what its company last reported, and which market effects are known', async () => {
    const context = async (uid: string) => (await call<Article>(`${api.url}/api/news/${uid}/`, { key })).body.enrichment.news_context_enhancement;
    const reported = `READ last reported Q3 2026 on ${easternDate(ago(48))}: solid.`;
    const { title, source, time_published } = began.item.original;
    await until('the symbols', async () => (await context(began.uid)).background_context === reported);
    const begun = `Its story began here with "${title}" (${source}, ${time_published.slice(0, 16).replace('T', ' ')} UTC). ${reported}`;
    // A background that arrives too late is left out; the next request reads it again.
    await until('the beginning', async () => (await context(followed.uid)).background_context === begun);
    expect((await context(read.uid)).background_context).toBe('');
    const value = { ...inTail.item.enrichment.ai_trading_insights.news_trading_value, timing_relevance: 'Before the open.', market_sentiment_alignment: 'Both up.' };
    const { enrichment, original } = inTail.item;
    const ofMarket = { ...enrichment, ai_trading_insights: { ...enrichment.ai_trading_insights, news_trading_value: value } };
    expect(newsContext({ original, enrichment: ofMarket }, []).market_relevance_summary).toBe('Before the open. Both up.');
  }); // prettier-ignore

  test('a background costs one statement, or none if nothing can be known; rows of a list cost one statement together, without background', async () => {
    const statements: string[] = [];
    const counted: Store = { ...ground.store, query: (query, params, row) => (statements.push(query.name), ground.store.query(query, params, row)) };
    const symbols = createSymbolDirectory();
    symbols.put(symbolEntry('READ'));
    const deps = { ask: <T>(question: (store: Store) => Promise<T>) => question(counted), tail: createTail(0), isFollowing: () => false, symbols };
    const rowOf = ({ uid, story_id, item }: FeedRow) => ({ uid, storyId: story_id, doc: JSON.stringify(item) });
    expect(await backgroundOf(rowOf(followed), deps)).toMatch(/^Its story began here with .* READ last reported Q3 2026 on .*: solid\.$/);
    expect(statements).toHaveLength(1);
    expect(await backgroundOf(rowOf(inTail), deps)).toBe('');
    const uids = [stored, takenBack, began, followed, read].map(({ uid }) => uid);
    statements.length = 0;
    expect((await rowsOfUids([...uids, '0000000000000000'], deps)).map(({ uid }) => uid)).toEqual(uids.filter((uid) => uid !== takenBack.uid));
    expect(statements).toEqual(['feed/versions-of-uids']);
  }); // prettier-ignore

  test('evidence is null on a row of an earlier release; lists have no evidence, but the version of the score on every row', async () => {
    expect((await call<Article>(`${api.url}/api/news/${oldStored.uid}/`, { key })).body.enrichment.evidence).toBeNull();
    for (const query of ['?page_size=50', '?page_size=50&sort=ingested', '?page_size=10&collapse=story']) {
      const { body } = await call<{ results: Article[] }>(`${api.url}/api/news/${query}`, { key });
      expect(body.results.length).toBeGreaterThan(0);
      for (const row of body.results) {
        expect(row.enrichment).not.toHaveProperty('evidence');
        expect(row).toMatchObject({ score_version: inTail.item.score_version });
      }
    }
  });

  test('an article that was just missing is found when it arrives', async () => {
    const late = rowRecord('arrives later', { publishedAt: at });
    expect((await call(`${api.url}/api/news/${late.uid}/`, { key })).status).toBe(404);
    await ground.append([late]);
    await until('the article', async () => (await call(`${api.url}/api/news/${late.uid}/`, { key })).status === 200);
  });
});

describe('an article from before the archive', () => {
  test.each(planNames)('is served by its uid on the plan %s, where a window that holds it is refused', async (plan) => {
    const { key: ofPlan } = await ground.account(plan);
    await until('the key to be known', async () => (await call(`${api.url}/api/news/${inTail.uid}/`, { key: ofPlan })).status === 200);
    for (const { uid } of [oldInTail, oldStored]) {
      const { status, body } = await call<Article>(`${api.url}/api/news/${uid}/`, { key: ofPlan });
      expect([status, body.original.uid, body.original.time_published]).toEqual([200, uid, longAgo]);
    }
    const window = await call<{ code: string }>(`${api.url}/api/news/?from_date=${longAgo}`, { key: ofPlan });
    expect([window.status, window.body.code]).toEqual([403, 'archive_horizon']);
  });
});

describe('404', () => {
  test.each(['0000000000000000', inTail.uid.toUpperCase().replace(/\d/g, 'A'), 'abc'])('%s names nothing', async (uid) => {
    const { status, body } = await call<{ code: string; detail: string }>(`${api.url}/api/news/${uid}/`, { key });
    expect([status, body.code]).toEqual([404, 'not_found']);
    if (uid === 'abc') expect(body.detail).toContain('must be 16 lowercase hex characters');
  });
});
