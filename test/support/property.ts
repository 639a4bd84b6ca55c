/**
 * fast-check as the tests import it (vitest.config.ts): every run tries the same cases. PROPERTY_SEED=N tries others, PROPERTY_SEED=random
 * others each time (a failure prints its seed), PROPERTY_RUNS=N N times as many.
 */
import fc from 'fast-check';

const usualSeed = 20_261_122;
/** Number of cases for a property that does not set one. */
const usualRuns = 100;

/** Returns `text` as a number; throws when it is not a whole number from 1 to `max`. */
function wholeNumber(name: string, text: string, max: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || value > max) throw new RangeError(`${name}=${text}: give a whole number from 1 to ${max}`);
  return value;
}

/** Returns the seed; null: fast-check chooses one for each property. */
export function seedFrom(text = ''): number | null {
  if (text === 'random') return null;
  return text === '' ? usualSeed : wholeNumber('PROPERTY_SEED', text, 2 ** 31 - 1);
}

export const factorFrom = (text = ''): number => (text === '' ? 1 : wholeNumber('PROPERTY_RUNS', text, 1_000));

const seed = seedFrom(process.env['PROPERTY_SEED']);
const factor = factorFrom(process.env['PROPERTY_RUNS']);
if (seed !== null) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });

const assert = (<Ts>(property: fc.IRawProperty<Ts>, parameters: fc.Parameters<Ts> = {}) =>
  fc.assert(property, { ...parameters, numRuns: (parameters.numRuns ?? usualRuns) * factor })) as typeof fc.assert;

// oxlint-disable-next-line import/no-default-export
export default { ...fc, assert };
