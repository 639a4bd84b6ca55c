import { expect, test } from 'vitest';
import { isWebAddress, placeText, refusalLine, sectionsOf, stateLine } from '#api/radar/desk/page/ranking-text.ts';
import { radarExample } from '#api/radar/example.ts';
import type { RadarRow } from '#schemas/radar.ts';

const summary = { ...radarExample.summary, active_tickers: 40, scored_tickers: 30, elevated_tickers: 2 };

test('the first line has the time of the ranking, and what is missing', () => {
  const page = { as_of: '2026-02-03T14:05:00Z', unavailable_reason: null, summary };
  expect(stateLine(page)).toBe('As of 2026-02-03 14:05 UTC. 2 elevated of 30 scored.');
  expect(stateLine({ ...page, unavailable_reason: 'feed_behind', summary: { ...summary, collection_unverified: 3 } })).toBe(
    'As of 2026-02-03 14:05 UTC, later minutes are missing: feed behind. 2 elevated of 30 scored. Collection unverified for 3 of 40.',
  );
});

test('a refusal shows its reason if it has one', () => {
  expect(refusalLine({ detail: 'There is no snapshot', reason: 'producer_stopped' })).toBe('There is no snapshot (producer stopped)');
  expect(refusalLine({ detail: 'limit: at least 1' })).toBe('limit: at least 1');
});

const [sample] = radarExample.results as [RadarRow];
const cluster = {
  ticker: 'ACME',
  first_trade_date: '2026-01-05',
  last_trade_date: '2026-01-09',
  known_at: '2026-01-10T10:00:00Z',
  buyers_count: 3,
  officer_director_count: 1,
  trade_dates: [],
  sec_urls: ['https://sec.example/1', 'https://sec.example/2'],
  filings_count: 2,
  evidence_truncated: false,
};
const row: RadarRow = { ...sample, sent_prev: { value: null, usable_stories: 0, coverage: null, reason: 'too_few_stories' }, event_context: { ...sample.event_context!, insider_clusters: [cluster] } }; // prettier-ignore
/** Returns the sections as text, `<title>` for a link. */
const textOf = (changes: Partial<RadarRow>): Record<string, string[]> =>
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
    Headlines: ['<Nvidia raises its forecast on data-centre demand> wire.example, 2026-11-19 21:22 UTC'],
    Filings: ['8-K 2026-11-19 21:21 UTC <NVIDIA reports third-quarter results>'],
    Insiders: ['3 insiders bought from 2026-01-05 to 2026-01-09 <filing 1> <filing 2>'],
    Figures: [
      '21 stories, 34 articles, 12 outlets; 18 stories that name few tickers',
      'Baseline: 174 stories on 28 days; market now 3377.0, usually 3120.4',
      'Probability of as many or more by chance: 0.00041',
      'Tone from 16 stories; before –',
    ],
  });
});

test.each([
  [null, 'Filings are not available for this minute.'],
  [{ ...sample.event_context!, status: 'unidentified' as const, reason: 'no_cik', filings: [] }, 'No filings: no cik.'],
  [{ ...sample.event_context!, filings: [] }, 'No 8-K or 6-K in 7 days and no cluster of insider purchases in 30 days.'],
])('details without filings say why', (event_context, line) => {
  const sections = textOf({ event_context, evidence: [] });
  expect(sections['']).toEqual([line]);
  expect(Object.keys(sections)).toEqual(['', 'Figures']);
});

test('the details say why a ticker has no score or no tone, or is unverified', () => {
  const changes: Partial<RadarRow> = {
    news_z: null,
    tail_probability: null,
    anomaly_reason: 'history_too_short',
    sent: row.sent_prev,
    collection: { status: 'unverified', reasons: ['sec_behind', 'gap'], required_channels: [] },
  };
  expect(textOf(changes)['Figures']!.slice(2)).toEqual([
    'Not scored: history too short',
    'No tone: too few stories',
    'Collection unverified: sec behind, gap',
  ]);
});

test('the place of a page is shown; without rows it is empty', () => {
  const results = [{ row, cells: [] }];
  expect(placeText({ total: 51, offset: 50, results })).toBe('51–51 of 51');
  expect(placeText({ total: 0, offset: 0, results: [] })).toBe('');
});

test('only http and https addresses become links', () => {
  expect(['https://a.example', 'http://a.example'].map(isWebAddress)).toEqual([true, true]);
  expect(['javascript:alert(1)', 'data:text/html,x', ' https://a.example', ''].map(isWebAddress)).toEqual([false, false, false, false]);
});
