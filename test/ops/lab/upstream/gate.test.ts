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
