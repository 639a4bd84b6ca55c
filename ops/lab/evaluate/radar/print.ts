/** Formats the report of the Radar model for the terminal: alarms per 1,000 windows by kind of window and detector. */
import type { KindReport, RadarReport } from '../radar.ts';
import { methods, type FoundShare } from './tally.ts';

const perThousand = ({ found, of }: FoundShare): string => (of === 0 ? '-' : ((1_000 * found) / of).toFixed(2));
const columns = [...methods, 'candidates', 'randomised', 'model/rows', 'truth/rows'];

export function printRadar({ seed, days, tickers, methodology_version, rate, windows }: RadarReport): string {
  const lines = [
    `Model ${methodology_version}, ${days} simulated days of ${tickers} tickers, seed ${seed}. Alarms in 1,000 windows, at the threshold of each detector at which ${rate * 1_000} in 1,000`,
    'scored windows of quiet days raises one; "candidates": of the model, at spike_tail; "randomised": of the model, randomised tails;',
    `"/rows": at ${rate * 1_000} in 1,000 rows of quiet days, those without a score among them. "truth" knows what is expected.`,
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

function lineOf({ kind, windows, at_rate, at_rate_of_rows, candidates, randomised }: KindReport): string {
  const shares = [...methods.map((method) => at_rate[method]), candidates, randomised, at_rate_of_rows.model, at_rate_of_rows.truth];
  const cells = shares.map((share) => (share === null ? '-' : perThousand(share)).padStart(12));
  return `  ${kind.padEnd(36)}${String(windows).padStart(9)}${cells.join('')}`;
}
