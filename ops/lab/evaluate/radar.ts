/**
 * Measures the Radar model on simulated days: false alarms on quiet, busy and earnings days and after a source appears or dies, bursts that
 * are found at the same rate of false alarms, and the calibration of tail probabilities. Compares it with a z-score and with a detector
 * that knows the simulated rates.
 */
import { methodologyVersion, parametersOf } from '#pipeline/radar/model/model.ts';
import { logPlot } from '../log-plot.ts';
import { calibrationOf, type Calibration } from './radar/calibration.ts';
import { runDays, type DaysRun } from './radar/run-days.ts';
import { simulate } from './radar/scenario.ts';
import { methods, type Method, type FoundShare } from './radar/tally.ts';
import { baselineDays, windowNames, type WindowName } from './radar/windows.ts';

export interface RadarOptions {
  readonly seed: number;
  /** Number of scored days, which follow the days of the baseline. */
  readonly days: number;
  readonly tickers: number;
}

export interface RadarReport extends RadarOptions {
  readonly methodology_version: string;
  readonly rate: number;
  readonly windows: Readonly<Record<WindowName, { readonly calibration: Omit<Calibration, 'points'>; readonly rows: readonly KindReport[] }>>;
}

type KindReport = ReturnType<typeof rowsOf>[number];

const falseAlarmRate = 0.001;
const stretches = ['no source changes', 'a source appears', 'a source dies'] as const;
type SourceChange = (typeof stretches)[number];

const source = { covered: 0.4, factor: 2, daysBefore: 20, daysAfter: 32 } as const;

/** Returns the figures, and a plot of claimed against observed tails as SVG. */
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
      busyDays: !changes,
    });
    for (const window of windowNames) {
      const run = runDays({ scenario, window, seed: options.seed, switchDay, withBursts: !changes });
      rows[window].push(...rowsOf(run, stretch, parametersOf(window).spike_tail));
      if (!changes) calibrations[window] = calibrationOf(run.quietTails);
    }
  }
  const windowReport = (window: WindowName) => {
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
    plot: tailsPlot(calibrations),
  };
}

/** Returns a plot (SVG) of observed against claimed tails. The line of a calibrated model is the diagonal. */
function tailsPlot(calibrations: Readonly<Record<string, Calibration>>): string {
  const lines = Object.entries(calibrations).map(([name, { points, deviation }]) => ({
    name: `${name}: by up to ${deviation.toFixed(4)}`,
    points: points.flatMap(({ claimed, seen }) => (seen > 0 ? [{ x: claimed, y: seen }] : [])).toReversed(),
  }));
  const diagonal = { name: 'as claimed', points: [1e-4, 1].map((tail) => ({ x: tail, y: tail })) };
  const captions = { x: 'tail probability that the model claims', y: 'share of windows with a tail as small' };
  return logPlot([...lines, diagonal], { title: 'Claimed and observed tails', ...captions });
}

/**
 * Returns the alarms by kind of window: `at_rate` by detector, at the threshold that a share `falseAlarmRate` of its quiet windows exceeds,
 * and `served`, the windows that the service serves as spikes, whose tail is at most `spikeTail` for the model.
 */
function rowsOf({ tally }: DaysRun, stretch: SourceChange, spikeTail: number) {
  return tally
    .kinds()
    .toSorted()
    .map((kind) => {
      const share = (method: Method): FoundShare => tally.above(kind, method, tally.thresholdOf('quiet', method, falseAlarmRate));
      return {
        stretch,
        kind,
        windows: tally.above(kind, 'model', Infinity).of,
        at_rate: Object.fromEntries(methods.map((method) => [method, share(method)])) as Record<Method, FoundShare>,
        served: tally.above(kind, 'model', -Math.log(spikeTail) - 1e-12),
      };
    });
}

const perThousand = ({ found, of }: FoundShare): string => (of === 0 ? '-' : ((1_000 * found) / of).toFixed(2));
const columns = [...methods, 'served'];

export function printRadar({ seed, days, tickers, methodology_version, rate, windows }: RadarReport): string {
  const lines = [
    `Model ${methodology_version}, ${days} simulated days of ${tickers} tickers, seed ${seed}. Alarms in 1,000 windows, at the threshold of each detector at which ${rate * 1_000} in 1,000`,
    'scored windows of quiet days raises one; "served": of the model, at spike_tail. "truth" knows what is expected.',
  ];
  for (const [window, { calibration, rows }] of Object.entries(windows)) {
    const { n, deviation, tail_deviation_log10 } = calibration;
    lines.push(
      '',
      `window ${window}: tails of ${n} quiet windows deviate by at most ${deviation.toFixed(4)}; between 0.1 and 0.001 by at most a factor ${(10 ** tail_deviation_log10).toFixed(2)}`,
    );
    for (const stretch of new Set(rows.map((row) => row.stretch)))
      lines.push(
        `${stretch.padEnd(38)}${'windows'.padStart(9)}${columns.map((column) => column.padStart(12)).join('')}`,
        ...rows.filter((row) => row.stretch === stretch).map(lineOf),
      );
  }
  return `${lines.join('\n')}\n`;
}

function lineOf({ kind, windows, at_rate, served }: KindReport): string {
  const cells = [...methods.map((method) => at_rate[method]), served].map((share) => perThousand(share).padStart(12));
  return `  ${kind.padEnd(36)}${String(windows).padStart(9)}${cells.join('')}`;
}
