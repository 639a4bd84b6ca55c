/**
 * The enrichment measured on the labelled sets, where they are next to the repository. The floors are a little below the figures measured
 * on rows outside the training, so that a loss of accuracy shows. The goals are in GOALS.md of the data; `npm run evaluate -- enrichment
 * DIR` prints both.
 */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { evaluateEnrichment, type EnrichmentReport } from '#ops/lab/evaluate/enrichment.ts';
import { wordsAndFingerprint } from '#pipeline/refine/dedup/fingerprint.ts';
import { compareTexts } from '#pipeline/refine/dedup/compare-texts.ts';
import { dropForeign } from '#pipeline/refine/article/language.ts';
import { dataDir } from '#test/support/data.ts';
import { directory, normalised } from './fixtures.ts';

const nlp = dataDir('nlp');
const symbols = dataDir('symbols');

/** Returns every `step`-th line, parsed. */
function rows<T>(file: string, step = 1): T[] {
  const lines = readFileSync(`${nlp}/${file}`, 'utf8').trim().split('\n');
  return lines.filter((_, i) => i % step === 0).map((line) => JSON.parse(line) as T);
}

const share = (count: number, of: number): number => count / of;

/** Floors of the sets that take only seconds to read. */
// prettier-ignore
const floors: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  semeval_pairs: { pearson: 0.77 },
  mrpc: { accuracy: 0.72 },
  relevance: { within_one: 0.75, floor_4: 0.9, floor_7: 0.85, category_accuracy: 0.68 },
  street: { served_precision: 0.98, kept_recall: 0.93, ticker_precision: 0.85, ticker_recall: 0.92, direction: 0.79, direction_high: 0.92, category: 0.8, within_one: 0.88, side_of_4: 0.89, side_of_7: 0.82 },
  wild: { served_precision: 0.92, kept_recall: 0.86, ticker_precision: 0.97, ticker_recall: 0.83, direction: 0.67, category: 0.73 },
};

describe.skipIf(nlp === null || symbols === null)('measured on labelled data (skipped where ../shared/data is absent)', () => {
  let report: EnrichmentReport = {};
  beforeAll(() => {
    report = evaluateEnrichment(nlp ?? '', symbols, Object.keys(floors)).report;
  });

  test.each(Object.entries(floors))('%s: every figure stays above its floor', (set, figures) => {
    for (const [name, floor] of Object.entries(figures)) expect(Number(report[set]?.[name]), name).toBeGreaterThan(floor);
  });
});

describe.skipIf(nlp === null)('measured on labelled headlines (skipped where ../shared/data/nlp is absent)', () => {
  test('English is not dropped: less than 1 in 200', () => {
    const titles = [
      ...rows<{ title: string }>('sentiment/sentfin.jsonl', 5),
      ...rows<{ title: string }>('tickers/benzinga_headline_ticker_sample.jsonl', 5),
    ].map(({ title }) => title);
    const dropped = titles.filter((title) => !dropForeign(normalised(title), { directory }).kept);
    expect(share(dropped.length, titles.length)).toBeLessThan(0.005);
  });

  test('no pair of other meaning is a near-duplicate', () => {
    const pairs = rows<{ label: number; s1: string; s2: string }>('stories/mrpc_news_sentence_pairs.jsonl').filter(({ label }) => label === 0);
    expect(
      pairs.filter(({ s1, s2 }) => compareTexts(wordsAndFingerprint(s1, '').fingerprint, wordsAndFingerprint(s2, '').fingerprint) !== null),
    ).toEqual([]);
  });
});
