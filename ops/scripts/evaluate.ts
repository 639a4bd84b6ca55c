/**
 * `npm run evaluate -- earnings DIR`: reads every release of a folder laid out like `8k` or `6k` (`manifest.json`,
 * `earnings_expected.json`) and prints how much of it is right. `npm run evaluate -- enrichment DIR`: measures the
 * enrichment on a folder of labelled sets laid out like `nlp`, and draws how far its confidence can be trusted.
 * `npm run evaluate -- symbols DIR`: the history of a folder of dated symbol lists laid out like `symbols`.
 * `npm run evaluate -- search DIR`: how well search finds the rows that it should, of a folder laid out like `nlp`.
 * `npm run evaluate -- gdelt DIR`: what the gate makes of recorded batches of GDELT.
 * `npm run evaluate -- cadence DIR`: the adaptive cadence over a folder of recorded feeds laid out like `rss`, beside a fixed one.
 */
import { join } from 'node:path';
import { statSync, writeFileSync } from 'node:fs';
import { runWords, UsageError, usageError, type CommandLine, type OptionTable } from './command-line.ts';
import { evaluateCadence, printCadence } from './evaluate/cadence.ts';
import { evaluateEarnings } from './evaluate/earnings.ts';
import { evaluateEnrichment } from './evaluate/enrichment.ts';
import { directoryIn } from './evaluate/enrichment/directory.ts';
import { printEnrichment } from './evaluate/enrichment/print.ts';
import { evaluateGdelt, printGdelt } from './evaluate/gdelt.ts';
import { printEarnings } from './evaluate/print.ts';
import { evaluateSearch, printSearch } from './evaluate/search.ts';
import { evaluateSymbols, printSymbols } from './evaluate/symbols.ts';
import { fromCaller } from './from-caller.ts';

const commandLine = {
  name: 'evaluate',
  words: ['earnings DIR', 'enrichment DIR', 'symbols DIR', 'search DIR', 'cadence DIR', 'gdelt DIR'],
  options: {
    json: { help: 'every figure, as JSON' },
    errors: { help: 'of earnings: each figure that is wrong or missing; of search: each question that is' },
    plot: {
      value: 'FILE',
      help: 'an SVG: of the enrichment, how often readings are right by the chance that they claim; of the cadence, when entries are seen',
    },
    symbols: { value: 'DIR', help: 'of the enrichment and of gdelt: a folder of symbol lists (default: symbols beside DIR)' },
  },
} as const satisfies CommandLine<OptionTable>;

/** Options of the other subjects. */
const foreignOptions = {
  earnings: ['plot', 'symbols'],
  enrichment: ['errors'],
  symbols: ['errors', 'plot', 'symbols'],
  search: ['plot', 'symbols'],
  cadence: ['errors', 'symbols'],
  gdelt: ['errors', 'plot'],
} as const;

const isSubject = (word: string | undefined): word is keyof typeof foreignOptions => word !== undefined && Object.hasOwn(foreignOptions, word);

const json = (report: unknown): string => `${JSON.stringify(report, null, 2)}\n`;

function folderOf(path: string, what: string): string {
  const folder = fromCaller(path);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) throw new UsageError(`${what} ${path}: no such folder`);
  return folder;
}

await runWords(commandLine, async ({ values, words: [subject, dir, ...rest] }) => {
  if (!isSubject(subject)) throw usageError(commandLine, `say what to measure: ${Object.keys(foreignOptions).join(', ')}`);
  if (dir === undefined || rest.length > 0) throw usageError(commandLine, 'name one folder');
  const misplaced = foreignOptions[subject].find((name) => values[name]);
  if (misplaced !== undefined) throw new UsageError(`--${misplaced} does not go with ${subject}`);
  const folder = folderOf(dir, 'DIR');
  const symbols = values.symbols === undefined ? null : folderOf(values.symbols, '--symbols');
  const measures = { earnings, symbols: history, search: found, cadence, gdelt, enrichment: (from: string) => enrichment(from, symbols) };
  const text = await measures[subject](folder);
  await new Promise<void>((resolve) => process.stdout.write(text, () => resolve()));

  function earnings(from: string): string {
    const report = evaluateEarnings(from);
    return values.json ? json(report) : printEarnings(report, values.errors);
  }

  function history(from: string): string {
    const report = evaluateSymbols(from);
    return values.json ? json(report) : printSymbols(report);
  }

  async function found(from: string): Promise<string> {
    const report = await evaluateSearch(from);
    return values.json ? json(report) : printSearch(report, values.errors);
  }

  function cadence(from: string): string {
    const evaluation = evaluateCadence(from);
    if (values.plot !== undefined) writeFileSync(fromCaller(values.plot), evaluation.plot);
    return values.json ? json(evaluation.scenarios) : printCadence(evaluation);
  }

  function gdelt(from: string): string {
    const place = symbols ?? folderOf(join(from, '../symbols'), 'beside DIR');
    const directory = directoryIn(place);
    if (directory === null) throw new UsageError(`--symbols ${place}: holds no symbol list`);
    const figures = evaluateGdelt(from, directory);
    return values.json ? json(figures) : printGdelt(figures);
  }

  function enrichment(from: string, lists: string | null): string {
    const { report, plot } = evaluateEnrichment(from, lists);
    if (values.plot !== undefined) writeFileSync(fromCaller(values.plot), plot);
    return values.json ? json(report) : printEnrichment(report);
  }
});
