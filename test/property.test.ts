/** The suite's properties are tried with the same cases in every run, unless the environment sets others. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { factorFrom, seedFrom } from './support/property.ts';

function casesOf(numRuns?: number): number[] {
  const seen: number[] = [];
  fc.assert(
    fc.property(fc.nat(), (value) => void seen.push(value)),
    numRuns === undefined ? undefined : { numRuns },
  );
  return seen;
}

describe('a property', () => {
  const seed = process.env['PROPERTY_SEED'] ?? '';
  const factor = factorFrom(process.env['PROPERTY_RUNS']);

  test.runIf(seed !== 'random')('is tried with the same cases each time, with a number of runs of its own too', () => {
    expect(fc.readConfigureGlobal()).toMatchObject({ seed: seedFrom(seed) });
    expect(casesOf()).toEqual(casesOf());
    expect(casesOf(7)).toEqual(casesOf().slice(0, 7 * factor));
  });

  test('is tried as often as asked', () => {
    expect(casesOf()).toHaveLength(100 * factor);
    expect(casesOf(7)).toHaveLength(7 * factor);
  });
});

test('what PROPERTY_SEED and PROPERTY_RUNS may say', () => {
  expect([seedFrom(), seedFrom(''), seedFrom('7'), seedFrom('random')]).toEqual([seedFrom(), seedFrom(), 7, null]);
  expect(seedFrom()).toEqual(expect.any(Number));
  expect([factorFrom(), factorFrom('20')]).toEqual([1, 20]);
  expect(() => seedFrom('Random')).toThrow('PROPERTY_SEED=Random: give a whole number from 1 to 2147483647');
  expect(() => factorFrom('0')).toThrow('PROPERTY_RUNS=0: give a whole number from 1 to 1000');
});
