import { expect, test } from 'vitest';
import { allLanes } from '#ops/scripts/flow.ts';
import { companions, consumers, namesOf, stages } from '#pipeline/flow.ts';
import { stepsOfKind } from '#pipeline/refine/refine-part.ts';
import { rawKinds } from '#schemas/vocabulary.ts';
import { runScript } from './run-script.ts';

test('the dataflow is that of the tables: every stage, every consumer, every kind of document with its steps, in order', async () => {
  const lanes = await allLanes();
  const names = lanes.map(({ name }) => name);
  for (const stage of namesOf([...stages, ...companions])) expect(names).toContain(`ingest ${stage}`);
  for (const consumer of namesOf(consumers)) expect(names).toContain(consumer);
  const { code, out } = await runScript('ops/scripts/flow.ts', []);
  expect(code).toBe(0);
  for (const { name, steps } of lanes) expect(out).toMatch(new RegExp(`^${name.replace(/[()]/g, '.')} .* ${steps.join(' ▸ ')} `, 'm'));
  for (const kind of rawKinds) expect(out).toContain(stepsOfKind[kind].map(({ name }) => name).join(' ▸ '));
});
