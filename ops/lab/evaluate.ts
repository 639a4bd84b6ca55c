/**
 * `npm run evaluate -- SUBJECT DIR` measures the service against a folder of labelled or recorded documents. Subjects: earnings (releases
 * with `earnings_expected.json`), enrichment (labelled sets laid out like `nlp`), search (sixty questions over their titles), symbols
 * (dated symbol lists), cadence (recorded feeds, against a fixed cadence) and gdelt (recorded batches through the gate). `npm run evaluate
 * -- radar` measures the Radar model on simulated days, against other detectors.
 */
import { join } from 'node:path';
import { statSync, writeFileSync } from 'node:fs';
import { numberOption, runWords, UsageError, usageError, type CommandLine, type OptionTable } from '../scripts/command-line.ts';
import { evaluateCadence, printCadence } from './evaluate/cadence.ts';
import { evaluateEarnings, printEarnings } from './evaluate/earnings.ts';
import { evaluateEnrichment, printEnrichment } from './evaluate/enrichment.ts';
import { directoryIn } from './evaluate/enrichment/directory.ts';
import { qualityOf } from './evaluate/enrichment/quality.ts';
import { evaluateGdelt, printGdelt } from './evaluate/gdelt.ts';
import { evaluateRadar, printRadar } from './evaluate/radar.ts';
import { evaluateSearch, printSearch } from './evaluate/search.ts';
import { evaluateSymbols, printSymbols } from './evaluate/symbols.ts';
import { fromCaller } from '../scripts/from-caller.ts';

const commandLine = {
  name: 'evaluate',
  words: ['earnings DIR', 'enrichment DIR', 'search DIR', 'symbols DIR', 'cadence DIR', 'gdelt DIR', 'radar'],
  options: {
    json: { help: 'print every figure, as JSON' },
    errors: { help: 'of earnings and search: also list what is wrong or missing' },
    plot: { value: 'FILE', help: 'of radar: draw claimed against observed probabilities, as SVG' },
    quality: { value: 'FILE', help: 'of enrichment: write what GET /api/quality/ serves, as JSON (api/quality/measured.json)' },
    symbols: { value: 'DIR', help: 'of enrichment and gdelt: a folder of symbol lists (default: symbols beside DIR)' },
    days: { value: 'N', help: 'of radar: number of simulated days that are scored (default: 60)' },
    tickers: { value: 'N', help: 'of radar: number of simulated tickers (default: 2000)' },
    seed: { value: 'S', help: 'of radar: seed of the simulated days (default: 1)' },
  },
} as const satisfies CommandLine<OptionTable>;

/** The options that go with each subject, other than --json. */
const ownOptions = {
  earnings: ['errors'],
  enrichment: ['quality', 'symbols'],
  search: ['errors'],
  symbols: [],
  cadence: [],
  gdelt: ['symbols'],
  radar: ['plot', 'days', 'tickers', 'seed'],
} as const satisfies Record<string, readonly (keyof typeof commandLine.options)[]>;
type Subject = keyof typeof ownOptions;
const isSubject = (word: string | undefined): word is Subject => word !== undefined && Object.hasOwn(ownOptions, word);

const json = (report: unknown): string => `${JSON.stringify(report, null, 2)}\n`;

function folderOf(path: string, what: string): string {
  const folder = fromCaller(path);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) throw new UsageError(`${what} ${path}: no such folder`);
  return folder;
}

await runWords(commandLine, async ({ values, words: [subject, dir, ...rest] }) => {
  if (!isSubject(subject)) throw usageError(commandLine, `name what to measure: ${Object.keys(ownOptions).join(', ')}`);
  const own: readonly string[] = ownOptions[subject];
  const misplaced = Object.entries(values).find(([name, value]) => value && name !== 'json' && !own.includes(name))?.[0];
  if (misplaced !== undefined) throw new UsageError(`--${misplaced} does not go with ${subject}`);
  if (subject === 'radar' && dir !== undefined) throw usageError(commandLine, 'radar is measured on simulated days: name no folder');
  if (subject !== 'radar' && (dir === undefined || rest.length > 0)) throw usageError(commandLine, 'name one folder');
  const folder = dir === undefined ? '' : folderOf(dir, 'DIR');
  const symbols = values.symbols === undefined ? null : folderOf(values.symbols, '--symbols');
  const text = await measures()[subject]();
  await new Promise<void>((resolve) => process.stdout.write(text, () => resolve()));

  function told<T>(report: T, print: (report: T) => string): string {
    return values.json ? json(report) : print(report);
  }

  function measures(): Record<Subject, () => string | Promise<string>> {
    return {
      earnings: () => told(evaluateEarnings(folder), (report) => printEarnings(report, values.errors)),
      search: async () => told(await evaluateSearch(folder), (report) => printSearch(report, values.errors)),
      symbols: () => told(evaluateSymbols(folder), printSymbols),
      enrichment: () => {
        const { report, reliability } = evaluateEnrichment(folder, symbols);
        if (values.quality !== undefined) writeFileSync(fromCaller(values.quality), json(qualityOf(report, reliability, new Date().toISOString())));
        return told(report, printEnrichment);
      },
      cadence: () => told(evaluateCadence(folder), printCadence),
      gdelt: () => {
        const place = symbols ?? folderOf(join(folder, '../symbols'), 'beside DIR');
        const directory = directoryIn(place);
        if (directory === null) throw new UsageError(`--symbols ${place}: holds no symbol list`);
        return told(evaluateGdelt(folder, directory), printGdelt);
      },
      radar: () => {
        const { report, plot } = evaluateRadar({
          days: numberOption(values.days, 'days', { min: 15, max: 400 }) ?? 60,
          tickers: numberOption(values.tickers, 'tickers', { min: 100, max: 20_000 }) ?? 2_000,
          seed: numberOption(values.seed, 'seed', { min: 0, max: 0xffff_ffff }) ?? 1,
        });
        if (values.plot !== undefined) writeFileSync(fromCaller(values.plot), plot);
        return told(report, printRadar);
      },
    };
  }
});
