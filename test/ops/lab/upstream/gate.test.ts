import { expect, test } from 'vitest';
import { createGate } from '#ops/lab/upstream/edgar/gate.ts';

const agent = 'tickerwire (someone@tickerwire.example)';
const statusAt = (gate: ReturnType<typeof createGate>, at: number): number => gate.check(agent, at)?.status ?? 200;

test('ten requests in any one second pass, the eleventh does not, and the next second is free again', () => {
  const gate = createGate(10);
  const first = Array.from({ length: 11 }, (_, place) => statusAt(gate, place * 90));
  expect(first).toEqual([...Array<number>(10).fill(200), 429]);
  expect(statusAt(gate, 2_000)).toBe(200);
});

test('a client that goes on asking while refused stays refused, as on the site', () => {
  const gate = createGate(10);
  const statuses = Array.from({ length: 100 }, (_, place) => statusAt(gate, place * 50));
  expect(new Set(statuses.slice(10))).toEqual(new Set([429]));
});

test('the peak is that of any window of a second, not of the seconds of the clock', () => {
  const gate = createGate(10);
  for (const at of [900, 910, 920, 1_010, 1_020]) gate.check(agent, at);
  expect(gate.counts().peak_per_second).toBe(5);
  gate.check(agent, 1_915);
  expect(gate.counts().peak_per_second).toBe(5);
});

test('without a limit every declared client passes and is counted', () => {
  const gate = createGate(0);
  for (let place = 0; place < 50; place++) expect(statusAt(gate, 1)).toBe(200);
  expect(gate.check('curl/8.0', 1)?.status).toBe(403);
  expect(gate.counts()).toEqual({ requests: 51, refused_rate: 0, refused_contact: 1, peak_per_second: 51 });
});
