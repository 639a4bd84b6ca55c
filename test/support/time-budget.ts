/**
 * Checks that work grows no faster than its size: within a bound at 20, 40 and 80 thousand characters, and at most 2.5 times as long for
 * twice as many. It measures processor time, the least of several rounds, so that a busy machine makes no difference.
 */
import { cpuTime } from './cpu-time.ts';

export const sizes = [20_000, 40_000, 80_000] as const;
/** Maximum factor of time for twice the size. It is checked over two doublings, so that one slow round does not decide. */
const growthMax = 2.5;
/** One more doubling distinguishes growth from a step at one size (the engine decodes texts of a megabyte in another way). */
const beyond = 2 * sizes[2];
/** Below this share of the time bound, growth is noise. */
const quietShare = 0.25;
/** Size that is tried first, so that very slow work ends early. */
export const trialSize = 8_000;
const rounds = 8;
/** A time of this many times the bound cannot be noise. */
const hopeless = 20;

export interface Work {
  /**
   * True when the time has no steps. Then work whose time at the trial size stays quiet even if it grew as the square needs no longer text.
   * False for work that starts something else from some size on.
   */
  readonly isSmooth?: boolean;
  /** Prepares the work without being measured; the returned function is measured. */
  readonly prepare: (size: number) => () => unknown;
  readonly boundMs: (size: number) => number;
}

/** Returns why the work exceeds its budget, or null. */
export function complaintAbout({ prepare, boundMs, isSmooth = false }: Work): string | null {
  const [small, , large] = sizes;
  const least = new Map<number, number>();
  const timeOf = (size: number): number => {
    const time = Math.min(least.get(size) ?? Infinity, cpuTime(prepare(size)));
    least.set(size, time);
    return time;
  };
  const isHopeless = (size: number): boolean => least.get(size)! > hopeless * boundMs(size);
  const told = (): string =>
    [...least]
      .map(([size, time]) => `${time.toFixed(1)} ms${size > large ? '' : ` of ${boundMs(size).toFixed(1)}`} over ${size} characters`)
      .join(', ');

  for (let round = 0; timeOf(trialSize) > boundMs(trialSize); round += 1) if (round === rounds || isHopeless(trialSize)) return told();
  if (isSmooth && least.get(trialSize)! * (large / trialSize) ** 2 < boundMs(large) * quietShare) return null;
  if (timeOf(large) < boundMs(large) * quietShare) return null;
  for (let round = 0; round < 2 * rounds && !isHopeless(large); round += 1) {
    sizes.forEach(timeOf);
    const [ofSmall, ofLarge] = [least.get(small)!, least.get(large)!];
    if (sizes.some((size) => least.get(size)! > boundMs(size))) continue;
    if (ofLarge < boundMs(large) * quietShare || ofLarge <= growthMax ** 2 * ofSmall) return null;
    if (round >= rounds && timeOf(beyond) <= growthMax * ofLarge) return null;
  }
  return told();
}

const words = 'the company said on monday that its board had agreed to a deal and shares of the maker rose in early trading ';

export const prose = (length: number): string => words.repeat(Math.ceil(length / words.length)).slice(0, length);
