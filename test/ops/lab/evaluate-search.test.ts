import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { evaluateSearch, printSearch } from '#ops/lab/evaluate/search.ts';
import { dataDir } from '#test/support/data.ts';
import { scratchFolder } from '#test/support/scratch.ts';

const scratch = scratchFolder();

test('counts what is found against what should be', async () => {
  mkdirSync(join(scratch, 'stories'));
  const titles = ['Fed cuts rates', 'Fed holds rates steady', 'Rates of growth', 'Oil rises'];
  const rows = titles.map((title, at) => ({ id: at + 1, ts: 1_394_470_370_698 + at, title, host: 'news.example', publisher: 'News' }));
  writeFileSync(join(scratch, 'stories/uci_news_aggregator_sample.jsonl'), rows.map((row) => JSON.stringify(row)).join('\n'));
  const questions = join(scratch, 'questions.json');
  writeFileSync(questions, JSON.stringify([{ q: 'fed rates', rows: [1, 2] }, { q: 'oil', rows: [3] }, { q: 'zebra', rows: [4] }])); // prettier-ignore
  const report = await evaluateSearch(scratch, pathToFileURL(questions));
  expect(report).toMatchObject({ rows: 4, questions: 3, each: [{ right: 2, of: 2, firstPlace: 1 }, { right: 0, of: 1, firstPlace: null }, { firstPlace: null }] }); // prettier-ignore
  for (const name of ['first_right', 'reciprocal_rank', 'shown_right'] as const) expect(report[name]).toBeCloseTo(1 / 3);
  expect(printSearch(report, true)).toContain('0 of 1 right, first at -: zebra');
});

const nlp = dataDir('nlp');
test.runIf(nlp !== null)(
  'finds over real titles what the page says',
  async () => {
    const report = await evaluateSearch(nlp!);
    expect(report.questions).toBe(60);
    expect(report.first_right).toBeGreaterThanOrEqual(0.93);
    expect(report.reciprocal_rank).toBeGreaterThanOrEqual(0.96);
    expect(report.shown_right).toBeGreaterThanOrEqual(0.93);
  },
  120_000,
);
