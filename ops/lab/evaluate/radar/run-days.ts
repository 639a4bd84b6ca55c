/** Scores simulated days with all detectors, and collects the scores by the true kind of the window. */
import { forecastStories, type Forecast } from '#pipeline/radar/model/forecast.ts';
import { parametersOf, type TickerCounts } from '#pipeline/radar/model/model.ts';
import { logUpperTail } from '#pipeline/radar/model/distributions.ts';
import { randomOf, type Random } from '../../upstream/random.ts';
import { cellsPerDay, type Scenario } from './scenario.ts';
import { Tally, type Scores } from './tally.ts';
import { baselineDays, cellsIn, sumOf, windowsAt, type WindowName } from './windows.ts';

export interface DaysRun {
  readonly tally: Tally;
  /** Randomised tails (calibration.ts) of the model on quiet days. */
  readonly quietTails: number[];
}

export interface RunOptions {
  readonly scenario: Scenario;
  readonly window: WindowName;
  readonly seed: number;
  /** Day on which a source appears or dies; null when no source changes. */
  readonly switchDay: number | null;
  readonly withBursts: boolean;
}

const burstStories = 5;
const yesterdaysStories = 10;
/** Probability that a burst is added to a ticker for which about one story is expected. */
const burstChance = 0.25;
const aboutOne = [0.8, 1.25] as const;

/** Returns the scores of one cutoff per day; the time of day changes from day to day. */
export function runDays(options: RunOptions): DaysRun {
  const { scenario, window, seed } = options;
  const run: DaysRun = { tally: new Tally(), quietTails: [] };
  const days = scenario.cells / cellsPerDay;
  for (let day = baselineDays + 1; day < days; day++) {
    const cutoff = day * cellsPerDay + 1 + ((day * 5) % cellsPerDay);
    if (cutoff <= scenario.cells) tallyDay(options, run, cutoff, randomOf(seed, `cutoff ${window}`, day));
  }
  return run;
}

function tallyDay(options: RunOptions, { tally, quietTails }: DaysRun, cutoff: number, random: Random): void {
  const { scenario, window, withBursts } = options;
  const kind = kindOf(options, cutoff);
  const parameters = parametersOf(window);
  const width = cellsIn[window];
  const { tickers, exposure } = windowsAt(scenario, cutoff, window);
  const forecasts = forecastStories(tickers, exposure, parameters);
  const bursts: number[] = [];
  const dailyBursts: number[] = [];
  for (const [at, entry] of tickers.entries()) {
    const forecast = forecasts.get(entry.ticker)!;
    if (forecast.baselineStories < parameters.min_baseline_stories || entry.activeDays < parameters.min_baseline_days) continue;
    if (sumOf(scenario, scenario.reporting, at, cutoff - width, width) > 0) continue;
    const truth = truthAt(scenario, at, cutoff - width, width);
    tally.add(kind, scoresOf(forecast, entry, truth));
    if (kind !== 'quiet') continue;
    quietTails.push(transformOf(forecast, random()));
    if (withBursts && isAboutOne(truth.mean) && random() < burstChance) bursts.push(at);
    else if (withBursts && width === 1 && isAboutOne(truthAt(scenario, at, cutoff - cellsPerDay, cellsPerDay).mean) && random() < burstChance)
      dailyBursts.push(at);
  }
  // Yesterday's stories are added to the windows that ended about a day before the cutoff.
  const yesterday = window === '24h' ? [[1, yesterdaysStories] as const] : [[5, yesterdaysStories / 2] as const, [6, yesterdaysStories / 2] as const];
  tallyBursts('burst of 5, 1 expected', bursts, []);
  tallyBursts('burst of 5, 1 expected, 10 yesterday', bursts, yesterday);
  tallyBursts('burst of 5, 1 expected a day', dailyBursts, []);

  function tallyBursts(name: string, chosen: readonly number[], before: readonly (readonly [number, number])[]): void {
    if (chosen.length === 0) return;
    const injected = windowsAt(scenario, cutoff, window, new Map(chosen.map((at) => [at, [[0, burstStories], ...before]])));
    const again = forecastStories(injected.tickers, injected.exposure, parameters);
    for (const at of chosen) {
      const entry = injected.tickers[at]!;
      tally.add(name, scoresOf(again.get(entry.ticker)!, entry, truthAt(scenario, at, cutoff - width, width)));
    }
  }
}

const isAboutOne = (mean: number): boolean => mean >= aboutOne[0] && mean <= aboutOne[1];

interface Truth {
  readonly mean: number;
  readonly dispersion: number;
}

/** Returns mean and dispersion of the simulated count, computed from the variances of its random factors. */
function truthAt(scenario: Scenario, ticker: number, from: number, width: number): Truth {
  const [day, cell] = scenario.variances[ticker]!;
  let mean = 0;
  let ofDay = 0;
  let extra = 0;
  for (let at = from; at < from + width; at++) {
    const expected = scenario.expected[ticker * scenario.cells + at]!;
    if (at % cellsPerDay === 0) ofDay = 0;
    // The factor of the day is shared by its cells: the bracket is the increase of the day's squared sum.
    extra += day * (expected * expected + 2 * expected * ofDay) + cell * (1 + day) * expected * expected;
    ofDay += expected;
    mean += expected;
  }
  return { mean, dispersion: mean === 0 ? 0 : extra / (mean * mean) };
}

/** Returns the kind of a window in which the ticker does not report earnings. */
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

/** Returns the scores. Those of model and truth are -ln of the tail probability. */
const scoresOf = ({ stories, mean, dispersion }: Forecast, { modelStories }: TickerCounts, truth: Truth): Scores => {
  const perDay = Math.round((modelStories.length - 1) / baselineDays);
  return {
    model: -logUpperTail(stories, mean, dispersion),
    'z-score': zScore(modelStories, perDay),
    truth: -logUpperTail(stories, truth.mean, truth.dispersion),
  };
};

function transformOf({ stories, mean, dispersion }: Forecast, uniform: number): number {
  const atLeast = Math.exp(logUpperTail(stories, mean, dispersion));
  const more = Math.exp(logUpperTail(stories + 1, mean, dispersion));
  return more + uniform * (atLeast - more);
}

/** Lower bound of the standard deviation; at 0 every story would raise an alarm. */
const leastDeviation = 0.1;

/** Returns the z-score of the first cell against the same time of day on earlier days. */
export function zScore(cells: ArrayLike<number>, perDay: number): number {
  let [count, sum, squares] = [0, 0, 0];
  for (let cell = perDay; cell < cells.length; cell += perDay) {
    count += 1;
    sum += cells[cell]!;
    squares += cells[cell]! ** 2;
  }
  const mean = count === 0 ? 0 : sum / count;
  const variance = count < 2 ? 0 : Math.max(squares - count * mean * mean, 0) / (count - 1);
  return ((cells[0] ?? 0) - mean) / Math.max(Math.sqrt(variance), leastDeviation);
}
