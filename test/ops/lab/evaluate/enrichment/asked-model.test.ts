import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openModel } from '#ops/lab/evaluate/enrichment/asked-model.ts';
import { printEnrichment } from '#ops/lab/evaluate/enrichment/print.ts';
import { wildFigures, wildFiguresBy, type WildRow } from '#ops/lab/evaluate/enrichment/wild.ts';
import { createDirectory } from '#pipeline/refine/tickers/names/directory.ts';
import { readConfig } from '#schemas/config.ts';
import { answer, startModelEndpoint, status, type ModelEndpoint } from '#test/support/model-endpoint.ts';
import { symbolEntry } from '#test/support/symbols.ts';

const folder = mkdtempSync(join(tmpdir(), 'evaluate-model-'));
const directory = createDirectory([symbolEntry('UMBR', { name: 'Umbra Motors Inc', exchange: 'NYSE' })]);
const row = (title: string, changes: Partial<WildRow> = {}): WildRow => ({
  title,
  lead: '',
  serve: 'yes',
  tickers: ['UMBR'],
  allowed: [],
  direction: { UMBR: 'positive' },
  category: 'corporate_actions',
  ...changes,
});
const rows = [
  row('Umbra Motors (NYSE: UMBR) shares plunge 19% after profit warning'),
  row('Umbra Motors (NYSE: UMBR) cuts its outlook as demand falls'),
  row('How to grow tomatoes on a small balcony', { serve: 'no', tickers: [], direction: {}, category: null }),
];

let endpoint: ModelEndpoint;
beforeAll(async () => {
  endpoint = await startModelEndpoint();
  mkdirSync(join(folder, 'gold'));
  writeFileSync(join(folder, 'gold/wild.jsonl'), rows.map((one) => `${JSON.stringify(one)}\n`).join(''));
});
afterAll(async () => {
  await endpoint.stop();
  rmSync(folder, { recursive: true });
});

const byModel = async () => {
  const model = openModel(endpoint.url, 'a-model', readConfig({}));
  try {
    return await wildFiguresBy(folder, directory, model, new AbortController().signal);
  } finally {
    await model.close();
  }
};

test("a model's answers stand in the place of the built-in readings, and the table has both", async () => {
  endpoint.behave(answer({ category: 'corporate_actions' }));
  const { figures: own } = wildFigures(folder, directory)!;
  const asked = (await byModel())!;
  expect(own).toMatchObject({ direction: 0, category: 0, n: 3 });
  // Rows that would not be served are not sent to the model.
  expect(asked).toMatchObject({ direction: 1, category: 1, ticker_recall: 1, n: 3, questions: 2, answered: 2 });
  expect(endpoint.requests.every(({ body }) => body['model'] === 'a-model')).toBe(true);
  const table = printEnrichment({ wild: own, wild_by_model: asked });
  expect(table).toMatch(/^wild +direction +0\.0000 +1\.0000 +0\.80 {2}not reached$/m);
  expect(table).toContain('by a language model: 2 of 2 questions answered');
  expect(printEnrichment({ wild: own })).toContain('by a language model: not asked');
});

test('what it does not answer is read by the built-in enricher, and counted', async () => {
  endpoint.behave(status(400));
  expect(await byModel()).toMatchObject({ direction: 0, questions: 2, answered: 0 });
});
