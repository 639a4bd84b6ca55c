import { expect, test } from 'vitest';
import { lanes } from '#ops/scripts/flow.ts';
import { articleSteps } from '#pipeline/refine/article.ts';
import { readConfig } from '#schemas/config.ts';
import { rawKinds } from '#schemas/vocabulary.ts';
import { runScript } from './run-script.ts';

test('the dataflow names every stage, every kind of document and every step, in order', async () => {
  const names = lanes.map(({ name }) => name);
  for (const stage of readConfig({}).INGEST_STAGES) expect(names).toContain(`ingest ${stage}`);
  for (const kind of rawKinds) expect(names).toContain(`refine ${kind}`);
  const { code, out } = await runScript('ops/scripts/flow.ts', []);
  expect(code).toBe(0);
  expect(out).toContain(articleSteps.map(({ name }) => name).join(' ▸ '));
});
