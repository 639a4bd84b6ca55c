import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitEntries } from '#api/brief/fit.ts';

const entries = fc.array(fc.record({ text: fc.string({ unit: 'grapheme', maxLength: 60 }) }), { maxLength: 25 });

test('the result fits, is the beginning of each list, and omits no next entry that would have fitted', () => {
  fc.assert(
    fc.property(entries, entries, fc.integer({ min: 0, max: 2_000 }), (events, filings, bytesMax) => {
      const fitted = fitEntries(events, filings, bytesMax);
      const bytesOf = (list: readonly object[]): number => list.reduce((sum: number, entry) => sum + Buffer.byteLength(JSON.stringify(entry)) + 1, 0);
      expect(bytesOf(fitted.events) + bytesOf(fitted.filings)).toBeLessThanOrEqual(bytesMax);
      expect(fitted.events).toEqual(events.slice(0, fitted.events.length));
      expect(fitted.filings).toEqual(filings.slice(0, fitted.filings.length));
      const left = bytesMax - bytesOf(fitted.events) - bytesOf(fitted.filings);
      // The entry that was refused last does not fit into the rest, so the larger of the two refused entries does not either.
      const next = [events[fitted.events.length], filings[fitted.filings.length]].flatMap((entry) => (entry === undefined ? [] : [bytesOf([entry])]));
      if (next.length > 0) expect(Math.max(...next)).toBeGreaterThan(left);
    }),
  );
});

test('neither list crowds out the other', () => {
  const [long, short] = [Array.from({ length: 20 }, () => 'x'.repeat(100)), Array.from({ length: 3 }, () => 'y'.repeat(100))];
  const fitted = fitEntries(long, short, 1_000);
  expect([fitted.events.length, fitted.filings.length]).toEqual([6, 3]);
});
