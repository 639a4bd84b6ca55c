/**
 * Measures the adaptive cadence of publisher feeds against a fixed one of the same budget. It simulates a week over the recorded feeds of a
 * folder and reports the share of entries seen within 60 s and the requests per day.
 */
import { recordedTimes, weekMs, weekStartMs, type RecordedTimes } from './cadence/recorded-times.ts';
import { simulate, type Outcome } from './cadence/simulate.ts';

export interface CadenceFigures {
  readonly feeds: number;
  /** Number of entries published in the week. */
  readonly entries: number;
  readonly within_60s: number;
  readonly median_s: number;
  readonly p90_s: number;
  readonly requests_per_day: number;
}

export interface CadenceScenario {
  readonly name: string;
  readonly fixed: CadenceFigures;
  readonly adaptive: CadenceFigures;
}

/** The defaults of PUBLISHER_POLL_MS, PUBLISHER_POLL_MIN_MS and PUBLISHER_POLL_MAX_MS. */
export const simulatedDefaults = { meanMs: 300_000, bounds: { minMs: 30_000, maxMs: 600_000 } } as const;

const dayMs = 86_400_000;

export function evaluateCadence(dir: string): CadenceScenario[] {
  const all = recordedTimes(dir);
  const cases = { 'all recorded feeds': all, 'feeds with an entry a day or more': all.filter(isBusy) };
  const { meanMs, bounds } = simulatedDefaults;
  return Object.entries(cases).map(([name, feeds]) => ({
    name,
    fixed: figuresOf(feeds.length, simulate(feeds, { meanMs, bounds: null })),
    adaptive: figuresOf(feeds.length, simulate(feeds, { meanMs, bounds })),
  }));
}

/** Returns true for seven entries or more in the week. */
const isBusy = ({ times }: RecordedTimes): boolean => times.filter((time) => time >= weekStartMs).length >= 7;

function figuresOf(feeds: number, { delaysMs, requests }: Outcome): CadenceFigures {
  const sorted = delaysMs.toSorted((one, other) => one - other);
  const at = (share: number): number => Math.round((sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0) / 1_000);
  const within = sorted.filter((delay) => delay <= 60_000).length;
  return {
    feeds,
    entries: sorted.length,
    within_60s: sorted.length === 0 ? 0 : Number((within / sorted.length).toFixed(3)),
    median_s: at(0.5),
    p90_s: at(0.9),
    requests_per_day: Math.round(requests / (weekMs / dayMs)),
  };
}

export const printCadence = (scenarios: readonly CadenceScenario[]): string =>
  scenarios
    .flatMap(({ name, fixed, adaptive }) => [
      `${name} (${fixed.feeds} feeds, ${fixed.entries} entries in the week)`,
      ...Object.entries({ 'fixed 5 min': fixed, adaptive }).map(
        ([label, { within_60s, median_s, p90_s, requests_per_day }]) =>
          `  ${label.padEnd(12)} within 60 s ${(within_60s * 100).toFixed(1).padStart(5)} %   median ${String(median_s).padStart(3)} s   p90 ${String(p90_s).padStart(3)} s   ${requests_per_day} requests a day`,
      ),
    ])
    .join('\n')
    .concat('\n');
