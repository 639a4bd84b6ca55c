/** Scores every day of a simulated stretch by the model and by the detectors beside it, and tallies what they say by what is true. */
import { randomOf, type Random } from '../../../upstream/random.ts';
import { forecastStories, type Forecast } from '#pipeline/radar/model/forecast.ts';
import { parametersOf, type TickerCounts } from '#pipeline/radar/model/model.ts';
import { logUpperTail } from '#pipeline/radar/model/negative-binomial.ts';
import { ewmaScore, zScore } from './detectors.ts';
import { cellsPerDay, type Scenario } from './scenario.ts';
import { Tally, type Scores } from './tally.ts';
import { baselineDays, cellsIn, sumOf, windowsAt, type Extra, type WindowName } from './windows.ts';

export interface DaysRun {
  readonly tally: Tally;
  /** Randomised tails of the windows of quiet days. */
  readonly transforms: number[];
  /** Windows on quiet days that are scored, and all there are. */
  scored: number;
  windows: number;
}

export interface RunOptions {
  readonly scenario: Scenario;
  readonly window: WindowName;
  readonly seed: number;
  /** Null: no source of the scenario changes. */
  readonly switchDay: number | null;
  readonly withBursts: boolean;
}

const burstStories = 5;
const yesterdaysStories = 10;
/** Share of the tickers that expect about one story that get a burst. */
const burstChance = 0.25;
const aboutOne = [0.8, 1.25] as const;
const bands = [0.3, 0.8, 1.25, 4] as const;

/** One cutoff a day, at each time of day in turn. */
export function runDays(options: RunOptions): DaysRun {
  const { scenario, window, seed } = options;
  const run: DaysRun = { tally: new Tally(), transforms: [], scored: 0, windows: 0 };
  const days = scenario.cells / cellsPerDay;
  for (let day = baselineDays + 1; day < days; day++) {
    const cutoff = day * cellsPerDay + 1 + ((day * 5) % cellsPerDay);
    if (cutoff > scenario.cells) continue;
    const random = randomOf(seed, `cutoff ${window}`, day);
    const kind = kindOf(options, cutoff);
    tallyDay(options, run, { cutoff, kind, random });
  }
  return run;
}

interface Day {
  readonly cutoff: number;
  readonly kind: string;
  readonly random: Random;
}

function tallyDay({ scenario, window, withBursts }: RunOptions, run: DaysRun, { cutoff, kind, random }: Day): void {
  const parameters = parametersOf(window);
  const perDay = cellsPerDay / cellsIn[window];
  const { tickers, exposure } = windowsAt(scenario, cutoff, window);
  const forecasts = forecastStories(tickers, exposure, parameters);
  const chosen: number[] = [];
  for (const [at, entry] of tickers.entries()) {
    run.windows += kind === 'quiet' ? 1 : 0;
    const forecast = forecasts.get(entry.ticker)!;
    if (forecast.baselineStories < parameters.min_baseline_stories || entry.activeDays < parameters.min_baseline_days) continue;
    const width = cellsIn[window];
    if (sumOf(scenario, scenario.reporting, at, cutoff - width, width) > 0) {
      run.tally.add('reporting', scoresOf(forecast, entry, perDay));
      continue;
    }
    const scores = scoresOf(forecast, entry, perDay);
    run.tally.add(kind, scores);
    if (scenario.covered[at] === 1) run.tally.add(`${kind}, covered`, scores);
    if (kind !== 'quiet') continue;
    run.scored += 1;
    const expected = sumOf(scenario, scenario.expected, at, cutoff - width, width);
    run.tally.add(`quiet, ${bandOf(expected)}`, scores);
    run.transforms.push(transformOf(forecast, random()));
    if (withBursts && expected >= aboutOne[0] && expected <= aboutOne[1] && random() < burstChance) chosen.push(at);
  }
  if (chosen.length === 0) return;
  tallyBursts('burst', burstsOf(chosen, []));
  // Yesterday's, spread over the windows that ended a day ago.
  const yesterday = window === '24h' ? [[1, yesterdaysStories] as const] : [[5, yesterdaysStories / 2] as const, [6, yesterdaysStories / 2] as const];
  tallyBursts('burst after yesterday', burstsOf(chosen, yesterday));

  function tallyBursts(name: string, extra: Extra): void {
    const injected = windowsAt(scenario, cutoff, window, extra);
    const again = forecastStories(injected.tickers, injected.exposure, parameters);
    for (const at of chosen) {
      const entry = injected.tickers[at]!;
      run.tally.add(name, scoresOf(again.get(entry.ticker)!, entry, perDay));
    }
  }
}

const burstsOf = (chosen: readonly number[], before: readonly (readonly [number, number])[]): Extra =>
  new Map(chosen.map((at) => [at, [[0, burstStories], ...before]]));

/** What the window of a ticker that reports nothing is. */
function kindOf({ scenario, window, switchDay }: RunOptions, cutoff: number): string {
  const from = cutoff - cellsIn[window];
  const days = [Math.floor(from / cellsPerDay), Math.floor((cutoff - 1) / cellsPerDay)];
  if (switchDay !== null && cutoff > switchDay * cellsPerDay) {
    const daysSince = (from - switchDay * cellsPerDay) / cellsPerDay;
    return daysSince < 1 ? 'first day' : daysSince < 7 ? 'first week' : 'later';
  }
  if (days.some((day) => scenario.surges.has(day))) return 'busy';
  return days.some((day) => scenario.seasonDays.has(day)) ? 'season' : 'quiet';
}

/** The model's is -ln of the tail. */
const scoresOf = ({ stories, mean, dispersion }: Forecast, { modelStories }: TickerCounts, perDay: number): Scores => ({
  model: -logUpperTail(stories, mean, dispersion),
  'z-score': zScore(modelStories, perDay),
  EWMA: ewmaScore(modelStories, perDay),
});

const bandOf = (expected: number): string => {
  const at = bands.findIndex((bound) => expected < bound);
  return at === -1 ? `expecting ${bands.at(-1)} and more` : `expecting less than ${bands[at]}`;
};

function transformOf({ stories, mean, dispersion }: Forecast, uniform: number): number {
  const atLeast = Math.exp(logUpperTail(stories, mean, dispersion));
  const more = Math.exp(logUpperTail(stories + 1, mean, dispersion));
  return more + uniform * (atLeast - more);
}
