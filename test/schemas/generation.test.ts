import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  generationAt,
  GenerationListJson,
  generationOfHeader,
  generationsKeptMax,
  unnamedGeneration,
  mergeLists,
  resolvePosition,
  withNewGeneration,
  type GenerationList,
} from '#schemas/generation.ts';

describe('a position of the log', () => {
  const generations: GenerationList = [
    { id: 10, afterSeq: 100 },
    { id: 20, afterSeq: 80 },
    { id: 30, afterSeq: 150 },
  ];

  test('stays where no later generation began below it', () => {
    expect(resolvePosition(generations, { generation: 20, seq: 120 })).toBe(120);
    expect(resolvePosition(generations, { generation: 30, seq: 200 })).toBe(200);
  });

  test('goes back to the last sequence that a later generation shares with its own', () => {
    expect(resolvePosition(generations, { generation: 10, seq: 120 })).toBe(80);
    expect(resolvePosition(generations, { generation: 20, seq: 170 })).toBe(150);
    expect(resolvePosition(generations, { generation: 0, seq: 90 })).toBe(80);
  });

  test('in a generation that was lost counts up to the start of the next', () => {
    expect(resolvePosition(generations, { generation: 15, seq: 130 })).toBe(80);
    // An unknown generation within a day of the others may precede any of them; a much later one follows all.
    expect(resolvePosition(generations, { generation: 99, seq: 400 })).toBe(80);
    expect(resolvePosition(generations, { generation: 1e15, seq: 400 })).toBe(150);
  });

  test('belongs to the generation of its record', () => {
    expect(generationAt(generations, 80)).toBe(0);
    expect(generationAt(generations, 81)).toBe(20);
    expect(generationAt(generations, 151)).toBe(30);
  });
});

/** Sessions of a writer over a log that sometimes loses its end, and a reader that has read up to some moment. */
test('no reader misses a record, whatever the log lost', () => {
  const session = fc.record({ lost: fc.nat(30), written: fc.nat(20), clock: fc.integer({ min: -5, max: 5 }) });
  fc.assert(
    fc.property(fc.array(session, { minLength: 1, maxLength: 20 }), fc.nat(), (sessions, moment) => {
      let generations: GenerationList = [];
      let log: string[] = [];
      let name = 0;
      const seen: { generation: number; seq: number; log: string[] }[] = [];
      sessions.forEach(({ lost, written, clock }, index) => {
        log = log.slice(0, Math.max(0, log.length - lost));
        // The list may be lost with the log's end unless it is stored elsewhere; a generation may be lost with its records.
        if (lost > 20) generations = generations.filter(({ afterSeq }) => afterSeq < log.length);
        const begun = withNewGeneration(generations, log.length, { nowMs: index * 3 + clock + 10, nonce: index * 50 });
        generations = begun.generations;
        for (let count = 0; count < written; count += 1) {
          log = [...log, `record ${(name += 1)}`];
          seen.push({ generation: begun.generation.id, seq: log.length, log });
        }
      });
      if (seen.length === 0) return;
      const reader = seen[moment % seen.length]!;
      const goesOnAt = resolvePosition(generations, reader);
      // Up to that position the log has exactly what the reader saw.
      expect(log.slice(0, goesOnAt)).toEqual(reader.log.slice(0, goesOnAt));
    }),
    { numRuns: 600 },
  );
});

test('an id whose generation was lost is not given again while the clock stands back', () => {
  const { generations } = withNewGeneration([], 5, { nowMs: 1_000, nonce: 7 });
  const ids = [11, 12].map((nonce) => withNewGeneration(generations, 5, { nowMs: 3, nonce }).generation.id);
  expect(new Set(ids).size).toBe(2);
  expect(Math.min(...ids)).toBeGreaterThan(generations[0]!.id);
});

test('a long list is cut, and a position in what was cut goes back far enough', () => {
  let generations: GenerationList = [];
  for (let at = 1; at <= generationsKeptMax + 50; at += 1)
    generations = withNewGeneration(generations, at === 20 ? 5 : at * 10, { nowMs: at, nonce: 0 }).generations;
  expect(generations).toHaveLength(generationsKeptMax);
  expect(resolvePosition(generations, { generation: 3_000, seq: 30 })).toBe(5);
});

test('lists kept in several places are merged, and of two entries for one generation the lower counts', () => {
  const merged = mergeLists([{ id: 10, afterSeq: 5 }], [{ id: 30, afterSeq: 9 }, { id: 10, afterSeq: 3 }], [{ id: 20, afterSeq: 7 }]); // prettier-ignore
  expect(merged).toEqual([
    { id: 10, afterSeq: 3 },
    { id: 20, afterSeq: 7 },
    { id: 30, afterSeq: 9 },
  ]);
  expect(mergeLists()).toEqual([]);
});

test('a stored list is sorted; another value is refused', () => {
  expect(GenerationListJson.parse([{ id: 2, afterSeq: 1 }, { id: 1, afterSeq: 0, by: 'a later release' }])).toEqual([{ id: 1, afterSeq: 0 }, { id: 2, afterSeq: 1 }]); // prettier-ignore
  expect(GenerationListJson.safeParse([{ id: 2 }]).success).toBe(false);
});

test('a header that names no generation leaves its record in the unnamed one', () => {
  expect([undefined, '', '0', '-3', '1.5', 'soon'].map(generationOfHeader)).toEqual(Array.from({ length: 6 }, () => unnamedGeneration));
  expect(generationOfHeader('1795000000000123')).toBe(1_795_000_000_000_123);
});
