import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openState } from '#ops/lab/upstream/state.ts';

const owner = { upstream: 'generated', seed: 3 };
const stretch = (from: number) => ({ from, startAt: 1_000 + from, perSecond: 2, burst: 0, spreadMs: 0 });
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tickerwire-state-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Opens the state, keeps the stretches and closes it; returns those of earlier runs. */
function run(...kept: readonly number[]): number[] {
  const state = openState(folder, owner);
  for (const from of kept) state.keep(0, stretch(from));
  state.close();
  return state.stretches.map(({ stretch: { from } }) => from);
}

test('a stretch that a kill cut short is left out, and the ones kept afterwards are whole', () => {
  run(0, 50);
  const file = join(folder, 'clock.jsonl');
  appendFileSync(file, '{"lane":0,"stre');
  expect(run(80)).toEqual([0, 50]);
  expect(run()).toEqual([0, 50, 80]);
  expect(readFileSync(file, 'utf8')).toMatch(/\}\n$/);
});

test('a folder whose first line a kill cut short begins as an empty one', () => {
  run();
  truncateSync(join(folder, 'clock.jsonl'), 10);
  run(7);
  expect(run()).toEqual([7]);
});
