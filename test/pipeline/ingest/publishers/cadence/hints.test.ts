import { describe, expect, test } from 'vitest';
import { answered, leastWaitMs, noHints, type CadenceHints } from '#pipeline/ingest/publishers/cadence/hints.ts';

const minuteMs = 60_000;
const look = (more: Partial<CadenceHints> = {}): CadenceHints => ({ periodMs: null, freshForMs: null, isChanged: false, ...more });

test('a feed that says nothing asks for no wait', () => expect(leastWaitMs(answered(noHints, look(), 0), 0)).toBe(0));

test('what a cache may answer with is not asked for before it is over', () => {
  const hints = answered(noHints, look({ freshForMs: 90_000 }), 1_000);
  expect(leastWaitMs(hints, 1_000)).toBe(90_000);
  expect(leastWaitMs(hints, 71_000)).toBe(20_000);
  expect(leastWaitMs(hints, 200_000)).toBe(0);
});

describe('a period that the feed states', () => {
  test('is kept, over answers without a document too', () => {
    const hints = answered(answered(noHints, look({ periodMs: 5 * minuteMs }), 0), look({ periodMs: undefined }), 5 * minuteMs);
    expect(leastWaitMs(hints, 5 * minuteMs)).toBe(5 * minuteMs);
  });

  test('is given up once the feed has changed twice within it', () => {
    const stated = look({ periodMs: 60 * minuteMs, isChanged: true });
    let hints = answered(noHints, stated, 0);
    hints = answered(hints, stated, 10 * minuteMs);
    expect(leastWaitMs(hints, 10 * minuteMs)).toBe(60 * minuteMs);
    hints = answered(hints, stated, 20 * minuteMs);
    expect(leastWaitMs(hints, 20 * minuteMs)).toBe(0);
  });

  test('counts anew when it is another', () => {
    let hints = noHints;
    for (const at of [0, 10, 20]) hints = answered(hints, look({ periodMs: 60 * minuteMs, isChanged: true }), at * minuteMs);
    hints = answered(hints, look({ periodMs: 2 * minuteMs, isChanged: true }), 30 * minuteMs);
    expect(leastWaitMs(hints, 30 * minuteMs)).toBe(2 * minuteMs);
  });
});
