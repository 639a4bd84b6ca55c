/**
 * Runs `npm run evaluate -- SUBJECT DIR`, which measures the service against a folder of labelled documents. Subjects: earnings (releases
 * with `earnings_expected.json`), guidance (a folder with `8k` and `6k`), enrichment (labelled sets laid out like `nlp`) and search (sixty
 * questions over their titles). `radar` needs no folder: the Radar model and other detectors are measured on simulated days.
 */
import { statSync, writeFileSync } from 'node:fs';
import { runWords, UsageError, usageError, type CommandLine, type OptionTable } from '../scripts/command-line.ts';
import { evaluateEarnings, printEarnings } from './evaluate/earnings.ts';
import { evaluateEnrichment, printEnrichment } from './evaluate/enrichment.ts';
import { qualityOf } from './evaluate/enrichment/quality.ts';
import { evaluateGuidance, printGuidance } from './evaluate/guidance.ts';
import { evaluateRadar, printRadar } from './evaluate/radar.ts';
import { evaluateSearch, printSearch } from './evaluate/search.ts';
import { fromCaller } from '../scripts/from-caller.ts';

const commandLine = {
  name: 'evaluate',
  words: ['earnings DIR', 'guidance DIR', 'enrichment DIR', 'search DIR', 'radar'],
  options: {
    json: { help: 'print every figure, as JSON' },
    errors: { help: 'with earnings, guidance and search: also list wrong and missing results' },
    plot: { value: 'FILE', help: 'with radar: draw claimed against observed probabilities, as SVG' },
    quality: { value: 'FILE', help: 'with enrichment: write what GET /api/quality/ serves, as JSON (served: api/quality/measured.json)' },
    symbols: { value: 'DIR', help: 'with enrichment: a folder of symbol lists (default: symbols beside DIR)' },
  },
} as const satisfies CommandLine<OptionTable>;

/** Options allowed with each subject, besides --json. */
const ownOptions = {
  earnings: ['errors'],
  guidance: ['errors'],
  enrichment: ['quality', 'symbols'],
  search: ['errors'],
  radar: ['plot'],
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

  function shown<T>(report: T, print: (report: T) => string): string {
    return values.json ? json(report) : print(report);
  }

  function measures(): Record<Subject, () => string | Promise<string>> {
    return {
      earnings: () => shown(evaluateEarnings(folder), (report) => printEarnings(report, values.errors)),
      guidance: () => shown(evaluateGuidance(folder), (report) => printGuidance(report, values.errors)),
      search: async () => shown(await evaluateSearch(folder), (report) => printSearch(report, values.errors)),
      enrichment: () => {
        const { report, reliability } = evaluateEnrichment(folder, symbols);
        if (values.quality !== undefined) writeFileSync(fromCaller(values.quality), json(qualityOf(report, reliability, new Date().toISOString())));
        return shown(report, printEnrichment);
      },
      radar: () => {
        const { report, plot } = evaluateRadar({ days: 60, tickers: 2_000, seed: 1 });
        if (values.plot !== undefined) writeFileSync(fromCaller(values.plot), plot);
        return shown(report, printRadar);
      },
    };
  }
});
