/**
 * Measures the Radar model on simulated days whose truth is known: false alarms on quiet, busy and earnings days and after a source
 * appeared or died; bursts found at the same rate of false alarms; and how far the tails are from the simulated frequencies. A plain
 * z-score, an EWMA chart and a detector that knows the truth run on the same days.
 */
import { methodologyVersion, parametersOf } from '#pipeline/radar/model/model.ts';
import { calibrationOf, type Calibration } from './radar/calibration.ts';
import { quantilePlot } from './radar/quantile-plot.ts';
import { everyRow, runDays, type DaysRun } from './radar/run-days.ts';
import { simulate } from './radar/scenario.ts';
import { methods, type Method, type FoundShare } from './radar/tally.ts';
import { baselineDays, windowNames, type WindowName } from './radar/windows.ts';

export interface RadarOptions {
  readonly seed: number;
  /** Number of days that are scored, after the days of the baseline. */
  readonly days: number;
  readonly tickers: number;
}

export interface RadarReport extends RadarOptions {
  readonly methodology_version: string;
  readonly rate: number;
  readonly windows: Readonly<Record<WindowName, WindowReport>>;
}

export interface WindowReport {
  /** Calibration on quiet days. */
  readonly calibration: Omit<Calibration, 'points'>;
  readonly rows: readonly KindReport[];
}

export interface KindReport {
  readonly stretch: SourceChange;
  readonly kind: string;
  readonly windows: number;
  /** Alarms at the threshold that `rate` of the scored windows of quiet days exceed. */
  readonly at_rate: Readonly<Record<Method, FoundShare>>;
  /** Alarms when `rate` refers to all rows of quiet days, those without a score included. */
  readonly at_rate_of_rows: Readonly<Record<Method, FoundShare>>;
  /** Windows that the model gives a tail up to `spike_tail`. */
  readonly candidates: FoundShare;
  /** Windows that the model gives a randomised tail up to `rate`, which the steps of whole counts cannot miss; null for bursts. */
  readonly randomised: FoundShare | null;
}

const falseAlarmRate = 0.001;
const stretches = ['no source changes', 'a source appears', 'a source dies'] as const;
export type SourceChange = (typeof stretches)[number];

const source = { covered: 0.4, factor: 2, daysBefore: 20, daysAfter: 32 } as const;

export function evaluateRadar(options: RadarOptions): { readonly report: RadarReport; readonly plot: string } {
  const rows: Record<WindowName, KindReport[]> = { '4h': [], '24h': [] };
  const calibrations: Record<WindowName, Calibration> = { '4h': calibrationOf([]), '24h': calibrationOf([]) };
  for (const stretch of stretches) {
    const changes = stretch !== stretches[0];
    const switchDay = changes ? baselineDays + source.daysBefore : null;
    const scenario = simulate({
      seed: options.seed,
      tickers: options.tickers,
      days: switchDay === null ? baselineDays + 1 + options.days : switchDay + source.daysAfter,
      source: switchDay === null ? null : { ...source, kind: stretch === 'a source dies' ? 'dies' : 'appears', day: switchDay },
      dispersion: 1,
      busyDays: !changes,
    });
    for (const window of windowNames) {
      const run = runDays({ scenario, window, seed: options.seed, switchDay, withBursts: !changes });
      rows[window].push(...rowsOf(run, stretch, parametersOf(window).spike_tail));
      if (!changes) calibrations[window] = calibrationOf(run.transforms.get('quiet') ?? []);
    }
  }
  const windowReport = (window: WindowName): WindowReport => {
    const { n, deviation, tail_deviation_log10 } = calibrations[window];
    return { calibration: { n, deviation, tail_deviation_log10 }, rows: rows[window] };
  };
  return {
    report: {
      ...options,
      methodology_version: methodologyVersion,
      rate: falseAlarmRate,
      windows: { '4h': windowReport('4h'), '24h': windowReport('24h') },
    },
    plot: quantilePlot(calibrations),
  };
}

function rowsOf({ tally, transforms }: DaysRun, stretch: SourceChange, spikeTail: number): KindReport[] {
  const shares = (kind: string, among: string): Record<Method, FoundShare> => {
    const share = (method: Method): FoundShare => tally.above(kind, method, tally.thresholdOf(among, method, falseAlarmRate));
    return Object.fromEntries(methods.map((method) => [method, share(method)])) as Record<Method, FoundShare>;
  };
  return tally
    .kinds()
    .filter((kind) => stretch === stretches[0] || !kind.includes('expecting'))
    .toSorted()
    .map((kind) => {
      const tails = transforms.get(kind);
      return {
        stretch,
        kind,
        windows: tally.above(kind, 'model', Infinity).of,
        at_rate: shares(kind, 'quiet'),
        at_rate_of_rows: shares(kind, everyRow),
        candidates: tally.above(kind, 'model', -Math.log(spikeTail) - 1e-12),
        randomised: tails === undefined ? null : { found: tails.filter((tail) => tail <= falseAlarmRate).length, of: tails.length },
      };
    });
}
