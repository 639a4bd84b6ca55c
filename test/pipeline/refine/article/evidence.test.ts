import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { directoryIn } from '#ops/lab/evaluate/enrichment/directory.ts';
import { readRows } from '#ops/lab/evaluate/enrichment/rows.ts';
import type { RefineContext } from '#pipeline/refine/context.ts';
import { refineArticle } from '#pipeline/refine/article/refine-article.ts';
import { Evidence, StoredEvidence } from '#schemas/evidence.ts';
import type { FeedRow } from '#schemas/feed-log.ts';
import type { RawArticle } from '#schemas/raw.ts';
import { servedEvidence } from '#schemas/served-evidence.ts';
import { dataDir } from '#test/support/data.ts';
import { settledAnswer } from '#test/support/model-endpoint.ts';
import { contextOf, rawArticle, settingsOf } from '../fixtures.ts';

function rowFor(raw: RawArticle, changes: Partial<RefineContext> = {}): FeedRow | null {
  const record = refineArticle(raw, contextOf({ settings: settingsOf(), ...changes }));
  return record?.type === 'row' ? record : null;
}

const servedFor = (title: string, changes: Partial<RawArticle> = {}, context: Partial<RefineContext> = {}): Evidence => {
  const row = rowFor(rawArticle(title, changes), context);
  if (row === null) throw new Error(`no row: ${title}`);
  return Evidence.parse(servedEvidence(row.evidence, row.item));
};

/** Checks a row's evidence against its served text and its analysis. Returns the number of its spans. */
function checkRow({ item, evidence: kept }: FeedRow): number {
  expect(StoredEvidence.parse(kept)).toEqual(kept);
  const { original, enrichment } = item;
  const { tickers, score, directions } = Evidence.parse(servedEvidence(kept, item));
  expect(tickers.map(({ ticker }) => ticker)).toEqual(enrichment.tickers);
  tickers.forEach(({ spans }, at) => {
    for (const { field, start, end, text } of spans) {
      expect(text).not.toBe('');
      expect(original[field].slice(start, end)).toBe(text);
      expect(end).toBe(start + text.length);
    }
    // The words that the analysis quotes are among them, where the served text has them.
    const [, place, named] = /^Named in the (headline|lead|main text) .*?\(“(.*?)”\): /.exec(
      enrichment.ai_trading_insights.ticker_analysis[at]!.relevance_context,
    )!;
    if (place === 'headline') expect(spans.map(({ text }) => text)).toContain(named);
    if (place === 'main text') expect(spans).toEqual([]);
  });
  expect(score.value).toBe(enrichment.relevance_score);
  expect([0, 10]).toContain(score.probabilities.length);
  if (score.probabilities.length > 0) expect(sum(score.probabilities)).toBeCloseTo(1, 9);
  for (const { ticker, probabilities, words } of directions) {
    const { sentiment } = enrichment.ai_trading_insights.ticker_analysis.find((one) => one.ticker === ticker)!.impact_analysis;
    expect(sum(Object.values(probabilities))).toBeCloseTo(1, 9);
    if (sentiment === 'neutral') expect(words).toEqual([]);
    else expect(probabilities[sentiment]).toBe(Math.max(...Object.values(probabilities)));
  }
  return tickers.reduce((count, { spans }) => count + spans.length, 0);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

const names = ['Apple', '$TSLA', 'Ford (NYSE: F)', 'Boeing', 'Pfizer', 'AT&T', 'J.B. Hunt', 'Bitcoin', 'Delta Air Lines', 'Coca-Cola'];
const news = ['shares jump 8% after results', 'cuts 2026 outlook', 'to be bought for $4.2 billion', 'names a new CFO'];

describe('every span is a part of the served text', () => {
  test('whichever way a company is named, in headline and lead, also after characters of two code units', () => {
    let spans = 0;
    for (const [at, name] of names.entries())
      for (const said of news) {
        const other = names[(at + 3) % names.length]!;
        const rows = [
          rowFor(rawArticle(`📈🚀 “${name}” ${said}, as ${other} lags`)),
          rowFor(rawArticle(`A carmaker ${said}`, { summary: `𝔅reaking: ${name} ${said} on Tuesday. ${other} did not comment.` })),
        ];
        for (const row of rows) if (row !== null) spans += checkRow(row);
      }
    expect(spans).toBeGreaterThan(80);
  });

  const sets = dataDir('nlp');
  const listed = dataDir('symbols');
  test.skipIf(sets === null || listed === null)('of many headlines of publishers', () => {
    const lists = directoryIn(listed!)!;
    const headlines = readRows<{ title: string; lead: string }>(sets!, join('gold', 'wild.jsonl'))!.slice(0, 150);
    const rows = headlines.flatMap(({ title, lead }) => rowFor(rawArticle(title, { summary: lead }), { directory: lists }) ?? []);
    expect(rows.length).toBeGreaterThan(30);
    expect(rows.reduce((spans, row) => spans + checkRow(row), 0)).toBeGreaterThan(rows.length / 2);
  });
});

test('a ticker that is named twice has both places; a longer word that begins the same is none', () => {
  const { tickers } = servedFor('Apple beats estimates; Apples cheaper, Apple says');
  expect(tickers).toEqual([
    {
      ticker: 'AAPL',
      spans: [
        { field: 'title', start: 0, end: 5, text: 'Apple' },
        { field: 'title', start: 39, end: 44, text: 'Apple' },
      ],
    },
  ]);
  const lead = servedFor('Phone maker beats estimates', { summary: 'Visas are issued. Visa reports results that beat estimates on Tuesday.' });
  expect(lead.tickers.flatMap(({ spans }) => spans)).toEqual([{ field: 'summary', start: 18, end: 22, text: 'Visa' }]);
});

test('the words are those that the reason quotes, and the same article has the same evidence', () => {
  const raw = rawArticle('Ford shares plunge 9% after profit warning');
  const row = rowFor(raw)!;
  const [direction] = servedEvidence(row.evidence, row.item)!.directions;
  expect(direction!.probabilities.negative).toBeGreaterThan(0.5);
  expect(direction!.words.length).toBeGreaterThan(0);
  for (const word of direction!.words) expect(row.item.enrichment.ai_trading_insights.ticker_analysis[0]!.impact_analysis.reasoning).toContain(word);
  expect(rowFor(raw)!.evidence).toEqual(row.evidence);
});

test('where the exchange’s code gives score and direction, the reader’s probabilities are left out', () => {
  const { score, directions, tickers } = servedFor('Ford Motor (NYSE: F) trading halted', { halt_reason: 'T1' });
  expect(score).toEqual({ value: 8, probabilities: [] });
  expect(directions).toEqual([]);
  expect(tickers[0]!.spans.length).toBeGreaterThan(0);
});

test('where a model answered, the names stay and the reader’s probabilities are left out', () => {
  const raw = rawArticle('Ford shares plunge 9% after profit warning');
  const row = rowFor(raw, { answer: settledAnswer(['F']) })!;
  expect(row.item.score_version).toMatch(/^some-model/);
  const { score, directions, tickers } = servedEvidence(row.evidence, row.item)!;
  expect([score.probabilities, directions]).toEqual([[], []]);
  expect(tickers).toEqual([{ ticker: 'F', spans: [{ field: 'title', start: 0, end: 4, text: 'Ford' }] }]);
});

test('it takes little room: less than a tenth of a row', () => {
  const row = rowFor(rawArticle('Ford shares plunge 9% after profit warning', { summary: 'Ford warned of lower profit on Tuesday.' }))!;
  expect(JSON.stringify(row.evidence).length).toBeLessThan(JSON.stringify(row).length / 10);
});
