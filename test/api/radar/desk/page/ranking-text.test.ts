import { expect, test } from 'vitest';
import type { TickerRow } from '#api/radar/desk/page/answers.ts';
import { isWebAddress, placeText, refusalLine, sectionsOf, stateLine } from '#api/radar/desk/page/ranking-text.ts';

const summary = { active_tickers: 40, scored_tickers: 30, elevated_tickers: 2, collection_unverified: 0 };

test('the first line says of when the ranking is, and what is missing', () => {
  const page = { as_of: '2026-02-03T14:05:00Z', unavailable_reason: null, summary };
  expect(stateLine(page)).toBe('As of 2026-02-03 14:05 UTC. 2 elevated of 30 scored.');
  expect(stateLine({ ...page, unavailable_reason: 'feed_behind', summary: { ...summary, collection_unverified: 3 } })).toBe(
    'As of 2026-02-03 14:05 UTC, later minutes are missing: feed behind. 2 elevated of 30 scored. Collection unverified for 3 of 40.',
  );
});

test('a refusal has its reason where there is one', () => {
  expect(refusalLine({ detail: 'There is no snapshot', reason: 'producer_stopped' })).toBe('There is no snapshot (producer stopped)');
  expect(refusalLine({ detail: 'limit: at least 1' })).toBe('limit: at least 1');
});

const cluster = {
  buyers_count: 3,
  first_trade_date: '2026-01-05',
  last_trade_date: '2026-01-09',
  sec_urls: ['https://sec.example/1', 'https://sec.example/2'],
};
const filing = { form: '8-K', filed_at: '2026-02-02T10:00:00Z', title: 'Results', url: 'https://sec.example/8k' };
const row: TickerRow = {
  ticker: 'ACME',
  name: 'Acme',
  collection: { status: 'healthy', reasons: [] },
  stories: 5,
  articles: 8,
  outlets: 4,
  model_stories: 3,
  baseline_stories: 20,
  baseline_active_days: 11,
  market_exposure_current: 120.04,
  market_exposure_baseline: 99.96,
  stories_expected: 1.5,
  tail_probability: 0.001234,
  news_z: 3.1,
  anomaly_reason: null,
  candidate_news_spike: true,
  sent: { value: 0.4, usable_stories: 3, reason: null },
  sent_prev: { value: null, usable_stories: 0, reason: 'too_few_stories' },
  sent_delta: null,
  evidence: [{ title: 'Acme rises', url: 'https://wire.example/1', source_domain: 'wire.example', time_published: '2026-02-03T13:00:00Z' }],
  event_context: { status: 'available', reason: null, filings: [filing], insider_clusters: [cluster] },
};
/** Returns the sections as text, `<title>` for a link. */
const textOf = (changes: Partial<TickerRow>): Record<string, string[]> =>
  Object.fromEntries(
    sectionsOf({ ...row, ...changes }).map(({ title, items }) => [
      title,
      items.map((item) =>
        item
          .map((inline) => (typeof inline === 'string' ? inline : `<${inline.title}>`))
          .join('')
          .trim(),
      ),
    ]),
  );

test('the details of a ticker tell its headlines, filings, insiders and figures', () => {
  expect(textOf({})).toEqual({
    Headlines: ['<Acme rises> wire.example, 2026-02-03 13:00 UTC'],
    Filings: ['8-K 2026-02-02 10:00 UTC <Results>'],
    Insiders: ['3 insiders bought from 2026-01-05 to 2026-01-09 <filing 1> <filing 2>'],
    Figures: [
      '5 stories, 8 articles, 4 outlets; 3 stories that name few tickers',
      'Baseline: 20 stories on 11 days; market now 120.0, usually 100.0',
      'Probability of as many or more by chance: 0.0012',
      'Tone from 3 stories; before –',
    ],
  });
});

test.each([
  [null, 'Filings are not available for this minute.'],
  [{ status: 'unidentified', reason: 'no_cik', filings: [], insider_clusters: [] }, 'No filings: no cik.'],
  [
    { status: 'available', reason: null, filings: [], insider_clusters: [] },
    'No 8-K or 6-K in 7 days and no cluster of insider purchases in 30 days.',
  ],
])('without filings they say why', (event_context, line) => {
  const sections = textOf({ event_context, evidence: [] });
  expect(sections['']).toEqual([line]);
  expect(Object.keys(sections)).toEqual(['', 'Figures']);
});

test('what is not scored, has no tone or was not collected whole says so', () => {
  const changes: Partial<TickerRow> = {
    news_z: null,
    tail_probability: null,
    anomaly_reason: 'history_too_short',
    sent: { value: null, usable_stories: 0, reason: 'too_few_stories' },
    collection: { status: 'unverified', reasons: ['sec_behind', 'gap'] },
  };
  expect(textOf(changes)['Figures']!.slice(2)).toEqual([
    'Not scored: history too short',
    'No tone: too few stories',
    'Collection unverified: sec behind, gap',
  ]);
});

test('the place of a page is told, of none nothing', () => {
  const results = [{ row, cells: [] }];
  expect(placeText({ total: 51, offset: 50, results })).toBe('51–51 of 51');
  expect(placeText({ total: 0, offset: 0, results: [] })).toBe('');
});

test('only addresses of the web become links', () => {
  expect(['https://a.example', 'http://a.example'].map(isWebAddress)).toEqual([true, true]);
  expect(['javascript:alert(1)', 'data:text/html,x', ' https://a.example', ''].map(isWebAddress)).toEqual([false, false, false, false]);
});
