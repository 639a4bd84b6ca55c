import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { refineArticle } from '#pipeline/refine/article/refine-article.ts';
import { createRecentArticles } from '#pipeline/refine/recent/recent-articles.ts';
import { FeedRecord } from '#schemas/feed-log.ts';
import { uidOf } from '#schemas/identity.ts';
import { RawArticle } from '#schemas/raw.ts';
import { at, contextOf, createLog, directory, dropIn, rawArticle, rowIn, settingsOf } from '../fixtures.ts';

describe('a served row', () => {
  const raw = rawArticle('Nvidia beats estimates as data center revenue doubles - Reuters', {
    url: 'https://www.reuters.com/technology/nvidia-beats-2026-06-01/',
    outlet: 'Reuters',
    summary:
      'June 1 (Reuters) - Nvidia Corp reported revenue of $35.1 billion, above estimates of $33.2 billion. Shares rose 4%. It sees more. A fourth sentence.',
    body: 'Nvidia Corp reported revenue of $35.1 billion, above estimates of $33.2 billion. Shares rose 4%. It sees more. A fourth sentence. And so on and on.',
    authors: ['By Jane Doe'],
    topics: ['Technology'],
    banner_image: 'https://cdn.example.com/a.jpg',
  });

  test('is whole and valid', () => {
    const row = rowIn(FeedRecord.parse(refineArticle(raw, contextOf())));
    expect(row).toMatchObject({
      type: 'row',
      uid: uidOf(raw.identity),
      identity: raw.identity,
      source: 'test',
      kind: 'article',
      story_id: uidOf(raw.identity),
      instants: { published_at: raw.published_at, seen_at: raw.seen_at, fetched_at: raw.fetched_at, refined_at: '2026-06-01T12:00:00.000Z' },
      item: {
        original: {
          uid: uidOf(raw.identity),
          title: 'Nvidia beats estimates as data center revenue doubles',
          time_published: raw.published_at,
          source: 'Reuters',
          source_domain: 'reuters.com',
          url: raw.url,
          authors: ['Jane Doe'],
          created_at: '2026-06-01T12:00:00.000Z',
          updated_at: '2026-06-01T12:00:00.000Z',
          source_type: 'publisher',
          banner_image: 'https://cdn.example.com/a.jpg',
          topics: [{ topic: 'Technology', relevance: 0.5 }],
        },
        enrichment: { category: 'earnings', tickers: ['NVDA'] },
        insider: null,
        filing: null,
        story_id: null,
        sources_count: null,
        sources: null,
      },
    });
    expect(row.item.enrichment.ai_trading_insights.ticker_analysis.map(({ ticker }) => ticker)).toEqual(['NVDA']);
    expect(row.key_entities).toContainEqual({ name: 'Nvidia', type: 'company', description: 'NVIDIA CORP, NVDA on Nasdaq' });
    expect(row.item.original.summary).not.toContain('fourth');
  });

  test('carries no tickers on a macro row, and its trading value all the same', () => {
    const row = rowIn(createLog().take(rawArticle('US inflation rises 0.3% in October, CPI report shows')));
    expect(row.item.enrichment).toMatchObject({
      tickers: [],
      category: 'macro_economy',
      ai_trading_insights: { ticker_analysis: [], news_trading_value: { actionability_score: 'medium' } },
    });
  });

  test('says in a sentence which markets it points which way', () => {
    const { item } = rowIn(createLog().take(rawArticle('Oil jumps 5% as OPEC cuts output')));
    expect(item.enrichment.ai_trading_insights).toMatchObject({
      market_effects: [{ market: 'oil', direction: 'positive' }],
      indirect_market_effects: { global_market_relevance: 'The headline points oil up.', sector_implications: '', regional_market_impact: '' },
    });
  });
});

test.each([
  ['empty_title', { title: ' \u200b ' }],
  ['not_english', { title: 'Tesla-Aktie fällt nach schwachen Zahlen' }],
  ['non_latin_script', { title: 'テスラ株が急騰' }],
  ['withdrawn', { title: 'WITHDRAWN: Tesla to buy Ford' }],
  ['blocked_publisher', { title: 'Tesla rises', url: 'https://news.blocked.example/a' }],
  ['no_verified_ticker', { title: 'Local bakery opens second shop' }],
  ['below_floor', { title: 'Tesla short interest rises to 3% of float' }],
] as const)('a drop of %s says why and where from', (reason, { title, ...changes }) => {
  const log = createLog({ settings: settingsOf({ blockedDomains: new Set(['blocked.example']), relevanceFloor: 4 }) });
  const record = dropIn(FeedRecord.parse(log.take(rawArticle(title, changes))));
  expect(record).toMatchObject({ reason, kind: 'article', source_type: 'publisher', duplicate_of: null, story_id: null });
  expect(record.detail).not.toBe('');
});

test('what the log holds already is not decided again', () => {
  expect(refineArticle(rawArticle('Tesla rises'), contextOf({ claimUid: () => null }))).toBeNull();
});

test('the score of an article does not depend on what came before it', () => {
  const raw = rawArticle('Ford shares plunge 9% as truck sales miss estimates');
  const busy = createLog();
  for (let i = 0; i < 30; i += 1) busy.take(rawArticle(`Ford news number ${i}: truck plant ${i} closes`), at(i / 10));
  const alone = rowIn(refineArticle(raw, contextOf({ refinedAt: at(4) })) ?? { type: 'gap', v: 1 });
  const late = rowIn(refineArticle(raw, contextOf({ refinedAt: at(4), recent: busy.recent })) ?? { type: 'gap', v: 1 });
  expect(late.item.enrichment).toEqual(alone.item.enrichment);
});

const instants = fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }).map((date) => date.toISOString());
// prettier-ignore
const pieces = fc.constantFrom(
  'Ford', 'Nvidia (NASDAQ: NVDA)', '$TSLA', 'Target', 'beats', 'falls as', 'to acquire', 'Q3 EPS of $1.20', '- Reuters', 'UPDATE 1-', 'CPI', 'oil',
  'bitcoin', '…', '\u202e', '&amp;lt;b>', '<script>', '😀', '株', '((((', '$', ':::', '\ud800', 'İ', '1,2,3,4', 'a'.repeat(300), "O'Neil’s", '%s', '\\',
  '"', 'http://x.y/z?q=1',
);
const texts = (max: number) =>
  fc.oneof(
    fc.string({ maxLength: max, unit: 'binary' }),
    fc.array(pieces, { maxLength: 20 }).map((parts) => parts.join(' ').slice(0, max)),
  );
const articles: fc.Arbitrary<RawArticle> = fc.record({
  kind: fc.constant('article' as const),
  identity: fc.webUrl(),
  source: fc.constant('x'),
  seen_at: instants,
  fetched_at: instants,
  url: fc.oneof(
    fc.webUrl({ withQueryParameters: true }),
    fc.constantFrom('https://news.google.com/rss/a?url=http://[::1]', 'http://192.0.2.1/a', 'https://xn--80ak6aa92e.com/'),
  ),
  title: texts(2_000),
  summary: texts(3_000),
  body: fc.option(texts(5_000)),
  outlet: texts(300),
  authors: fc.array(texts(100), { maxLength: 5 }),
  topics: fc.array(texts(100), { maxLength: 5 }),
  declared_language: fc.option(fc.constantFrom('en', 'de-DE', '', 'x-y-z')),
  banner_image: fc.constant(null),
  published_at: fc.option(instants),
  updated_at: fc.option(instants),
});

describe('any article at all', () => {
  test('becomes one valid record, the same each time, and never throws', () => {
    fc.assert(
      fc.property(articles, (raw) => {
        fc.pre(RawArticle.safeParse(raw).success);
        const decide = () => refineArticle(raw, contextOf({ recent: createRecentArticles() }));
        const record = FeedRecord.parse(decide());
        expect(JSON.stringify(decide())).toBe(JSON.stringify(record));
        createRecentArticles().apply(record);
      }),
      { numRuns: 80 },
    );
  });

  test('never serves a ticker that is not active, more than five, its whole text, or a time to come', () => {
    fc.assert(
      fc.property(articles, (raw) => {
        fc.pre(RawArticle.safeParse(raw).success);
        const record = refineArticle(raw, contextOf({ settings: settingsOf() }));
        if (record?.type !== 'row') return;
        const { original, enrichment } = record.item;
        for (const ticker of enrichment.tickers) expect(directory.byTicker(ticker)?.status).toBe('active');
        expect(enrichment.tickers.length).toBeLessThanOrEqual(5);
        expect(new Set(enrichment.tickers).size).toBe(enrichment.tickers.length);
        expect(enrichment.ai_trading_insights.ticker_analysis.map(({ ticker }) => ticker)).toEqual(enrichment.tickers);
        expect(original.time_published <= (raw.fetched_at > raw.seen_at ? raw.fetched_at : raw.seen_at)).toBe(true);
        expect(original.summary.length).toBeLessThanOrEqual(600);
        if (raw.body !== null && raw.body.trim().length > 20) expect(original.summary).not.toBe(raw.body.trim());
      }),
      { numRuns: 80 },
    );
  });
});
