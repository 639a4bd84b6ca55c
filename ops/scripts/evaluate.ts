/**
 * `npm run evaluate -- earnings DIR`: reads every release of a folder laid out like `8k` or `6k` (`manifest.json`,
 * `earnings_expected.json`) and prints how much of it is right. `npm run evaluate -- enrichment DIR`: measures the
 * enrichment on a folder of labelled sets laid out like `nlp`, and draws how far its confidence can be trusted.
 * `npm run evaluate -- symbols DIR`: the history of a folder of dated symbol lists laid out like `symbols`.
 * `npm run evaluate -- radar`: what the Radar model finds on simulated days, beside other detectors.
 */
import { statSync, writeFileSync } from 'node:fs';
import { numberOption, runWords, UsageError, usageError, type CommandLine, type OptionTable } from './command-line.ts';
import { evaluateEarnings } from './evaluate/earnings.ts';
import { evaluateEnrichment } from './evaluate/enrichment.ts';
import { printEnrichment } from './evaluate/enrichment/print.ts';
import { printEarnings } from './evaluate/print.ts';
import { evaluateRadar } from './evaluate/radar.ts';
import { printRadar } from './evaluate/radar/print.ts';
import { evaluateSymbols, printSymbols } from './evaluate/symbols.ts';
import { fromCaller } from './from-caller.ts';

const commandLine = {
  name: 'evaluate',
  words: ['earnings DIR', 'enrichment DIR', 'symbols DIR', 'radar'],
  options: {
    json: { help: 'every figure, as JSON' },
    errors: { help: 'of earnings: each figure that is wrong or missing' },
    plot: { value: 'FILE', help: 'of the enrichment: an SVG of how often readings are right by the chance that they claim' },
    symbols: { value: 'DIR', help: 'of the enrichment: a folder of symbol lists (default: symbols beside DIR)' },
    days: { value: 'N', help: 'of the radar: how many simulated days are scored (default: 60)' },
    tickers: { value: 'N', help: 'of the radar: how many tickers are simulated (default: 2000)' },
    seed: { value: 'S', help: 'of the radar: other days (default: 1)' },
    svg: { value: 'FILE', help: 'of the radar: an SVG of how often tails as small as claimed come up' },
  },
} as const satisfies CommandLine<OptionTable>;

/** Options of the other subjects. */
const foreignOptions = {
  earnings: ['plot', 'symbols', 'days', 'tickers', 'seed', 'svg'],
  enrichment: ['errors', 'days', 'tickers', 'seed', 'svg'],
  symbols: ['errors', 'plot', 'symbols', 'days', 'tickers', 'seed', 'svg'],
  radar: ['errors', 'plot', 'symbols'],
} as const;

const json = (report: unknown): string => `${JSON.stringify(report, null, 2)}\n`;

function folderOf(path: string, what: string): string {
  const folder = fromCaller(path);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) throw new UsageError(`${what} ${path}: no such folder`);
  return folder;
}

const print = (text: string): Promise<void> => new Promise((resolve) => process.stdout.write(text, () => resolve()));

await runWords(commandLine, async ({ values, words: [subject, dir, ...rest] }) => {
  if (subject !== 'earnings' && subject !== 'enrichment' && subject !== 'symbols' && subject !== 'radar')
    throw usageError(commandLine, 'say what to measure: earnings, enrichment, symbols or radar');
  const misplaced = foreignOptions[subject].find((name) => values[name]);
  if (misplaced !== undefined) throw new UsageError(`--${misplaced} does not go with ${subject}`);
  if (subject === 'radar') {
    if (dir !== undefined) throw usageError(commandLine, 'the radar is measured on simulated days: name no folder');
    return await print(radar());
  }
  if (dir === undefined || rest.length > 0) throw usageError(commandLine, 'name one folder');
  const folder = folderOf(dir, 'DIR');
  const symbols = values.symbols === undefined ? null : folderOf(values.symbols, '--symbols');
  const text = subject === 'earnings' ? earnings(folder) : subject === 'symbols' ? history(folder) : enrichment(folder, symbols);
  await print(text);

  function radar(): string {
    const { report, plot } = evaluateRadar({
      days: numberOption(values.days, 'days', { min: 15, max: 400 }) ?? 60,
      tickers: numberOption(values.tickers, 'tickers', { min: 100, max: 20_000 }) ?? 2_000,
      seed: numberOption(values.seed, 'seed', { min: 0, max: 0xffff_ffff }) ?? 1,
    });
    if (values.svg !== undefined) writeFileSync(fromCaller(values.svg), plot);
    return values.json ? json(report) : printRadar(report);
  }

  function earnings(from: string): string {
    const report = evaluateEarnings(from);
    return values.json ? json(report) : printEarnings(report, values.errors);
  }

  function history(from: string): string {
    const report = evaluateSymbols(from);
    return values.json ? json(report) : printSymbols(report);
  }

  function enrichment(from: string, lists: string | null): string {
    const { report, plot } = evaluateEnrichment(from, lists);
    if (values.plot !== undefined) writeFileSync(fromCaller(values.plot), plot);
    return values.json ? json(report) : printEnrichment(report);
  }
});
