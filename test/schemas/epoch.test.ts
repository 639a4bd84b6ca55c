import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  epochAt,
  EpochHistoryJson,
  epochOfHeader,
  epochsKeptMax,
  epochUnnamed,
  mergeHistories,
  resolvePosition,
  withNewEpoch,
  type EpochHistory,
} from '#schemas/epoch.ts';

describe('a position of the log', () => {
  const history: EpochHistory = [
    { id: 10, afterSeq: 100 },
    { id: 20, afterSeq: 80 },
    { id: 30, afterSeq: 150 },
  ];

  test('stays where no later epoch began below it', () => {
    expect(resolvePosition(history, { epoch: 20, seq: 120 })).toBe(120);
    expect(resolvePosition(history, { epoch: 30, seq: 200 })).toBe(200);
  });

  test('goes back to the last sequence that a later epoch shares with its own', () => {
    expect(resolvePosition(history, { epoch: 10, seq: 120 })).toBe(80);
    expect(resolvePosition(history, { epoch: 20, seq: 170 })).toBe(150);
    expect(resolvePosition(history, { epoch: 0, seq: 90 })).toBe(80);
  });

  test('of an epoch that was lost whole counts up to the begin of the next', () => {
    expect(resolvePosition(history, { epoch: 15, seq: 130 })).toBe(80);
    // Less than a day after the others it may have come before any of them; long after them it came behind all.
    expect(resolvePosition(history, { epoch: 99, seq: 400 })).toBe(80);
    expect(resolvePosition(history, { epoch: 1e15, seq: 400 })).toBe(150);
  });

  test('belongs to the epoch of its record', () => {
    expect(epochAt(history, 80)).toBe(0);
    expect(epochAt(history, 81)).toBe(20);
    expect(epochAt(history, 151)).toBe(30);
  });
});

/** Sessions of a writer over a log that loses its end now and then; a reader that has read up to some moment. */
test('no reader misses a record, whatever the log lost', () => {
  const session = fc.record({ lost: fc.nat(30), written: fc.nat(20), clock: fc.integer({ min: -5, max: 5 }) });
  fc.assert(
    fc.property(fc.array(session, { minLength: 1, maxLength: 20 }), fc.nat(), (sessions, moment) => {
      let history: EpochHistory = [];
      let log: string[] = [];
      let name = 0;
      const seen: { epoch: number; seq: number; log: string[] }[] = [];
      sessions.forEach(({ lost, written, clock }, index) => {
        log = log.slice(0, Math.max(0, log.length - lost));
        // The history outlives the log's end only where it is kept elsewhere; an epoch may be lost with its records.
        if (lost > 20) history = history.filter(({ afterSeq }) => afterSeq < log.length);
        const begun = withNewEpoch(history, log.length, { nowMs: index * 3 + clock + 10, nonce: index * 50 });
        history = begun.history;
        for (let count = 0; count < written; count += 1) {
          log = [...log, `record ${(name += 1)}`];
          seen.push({ epoch: begun.epoch.id, seq: log.length, log });
        }
      });
      if (seen.length === 0) return;
      const reader = seen[moment % seen.length]!;
      const goesOnAt = resolvePosition(history, reader);
      // Everything up to there was read: the log holds what the reader saw.
      expect(log.slice(0, goesOnAt)).toEqual(reader.log.slice(0, goesOnAt));
    }),
    { numRuns: 3_000 },
  );
});

test('an id whose epoch was lost is not given again while the clock stands back', () => {
  const { history } = withNewEpoch([], 5, { nowMs: 1_000, nonce: 7 });
  const ids = [11, 12].map((nonce) => withNewEpoch(history, 5, { nowMs: 3, nonce }).epoch.id);
  expect(new Set(ids).size).toBe(2);
  expect(Math.min(...ids)).toBeGreaterThan(history[0]!.id);
});

test('an old history is bounded and stays on the safe side', () => {
  let history: EpochHistory = [];
  for (let at = 1; at <= epochsKeptMax + 50; at += 1) history = withNewEpoch(history, at === 20 ? 5 : at * 10, { nowMs: at, nonce: 0 }).history;
  expect(history).toHaveLength(epochsKeptMax);
  expect(resolvePosition(history, { epoch: 3_000, seq: 30 })).toBe(5);
});

test('of histories kept in several places, all that any knows counts, on the safe side', () => {
  const merged = mergeHistories([{ id: 10, afterSeq: 5 }], [{ id: 30, afterSeq: 9 }, { id: 10, afterSeq: 3 }], [{ id: 20, afterSeq: 7 }]); // prettier-ignore
  expect(merged).toEqual([
    { id: 10, afterSeq: 3 },
    { id: 20, afterSeq: 7 },
    { id: 30, afterSeq: 9 },
  ]);
  expect(mergeHistories()).toEqual([]);
});

test('a history as it is kept is put in order; what is none is refused', () => {
  expect(EpochHistoryJson.parse([{ id: 2, afterSeq: 1 }, { id: 1, afterSeq: 0, by: 'a later release' }])).toEqual([{ id: 1, afterSeq: 0 }, { id: 2, afterSeq: 1 }]); // prettier-ignore
  expect(EpochHistoryJson.safeParse([{ id: 2 }]).success).toBe(false);
});

test('a header that names no epoch leaves its record in the unnamed one', () => {
  expect([undefined, '', '0', '-3', '1.5', 'soon'].map(epochOfHeader)).toEqual(Array.from({ length: 6 }, () => epochUnnamed));
  expect(epochOfHeader('1795000000000123')).toBe(1_795_000_000_000_123);
});
