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
import { evaluateEarnings } from './evaluate/earnings.ts';
import { evaluateEnrichment, evaluateModel, type EnrichmentReport } from './evaluate/enrichment.ts';
import { openModel } from './evaluate/enrichment/asked-model.ts';
import { directoryIn } from './evaluate/enrichment/directory.ts';
import { qualityOf } from './evaluate/enrichment/quality.ts';
import { printEnrichment } from './evaluate/enrichment/print.ts';
import { evaluateGdelt, printGdelt } from './evaluate/gdelt.ts';
import { printEarnings } from './evaluate/print.ts';
import { evaluateRadar } from './evaluate/radar.ts';
import { printRadar } from './evaluate/radar/print.ts';
import { evaluateSearch, printSearch } from './evaluate/search.ts';
import { evaluateSymbols, printSymbols } from './evaluate/symbols.ts';
import { fromCaller } from '../scripts/from-caller.ts';
import { CommandError } from '../scripts/service-config.ts';
import { readConfig } from '#schemas/config.ts';

const commandLine = {
  name: 'evaluate',
  words: ['earnings DIR', 'enrichment DIR', 'search DIR', 'symbols DIR', 'cadence DIR', 'gdelt DIR', 'radar'],
  options: {
    json: { help: 'every figure, as JSON' },
    errors: { help: 'of earnings: each figure that is wrong or missing; of search: each question that is' },
    plot: {
      value: 'FILE',
      help: 'an SVG: of radar, how far its chances can be trusted; of the cadence, when entries are seen',
    },
    quality: { value: 'FILE', help: 'of the enrichment: what GET /api/quality/ serves, as JSON (api/quality/measured.json)' },
    model: {
      value: 'NAME',
      help: 'of the enrichment: the real-text set by this language model, too, at ENRICHER_URL with ENRICHER_KEY',
    },
    symbols: { value: 'DIR', help: 'of the enrichment and of gdelt: a folder of symbol lists (default: symbols beside DIR)' },
    days: { value: 'N', help: 'of radar: how many simulated days are scored (default: 60)' },
    tickers: { value: 'N', help: 'of radar: how many tickers are simulated (default: 2000)' },
    seed: { value: 'S', help: 'of radar: other days (default: 1)' },
  },
} as const satisfies CommandLine<OptionTable>;

/** The options that go with each subject, other than --json. */
const ownOptions = {
  earnings: ['errors'],
  enrichment: ['quality', 'symbols', 'model'],
  search: ['errors'],
  symbols: [],
  cadence: ['plot'],
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

await runWords(commandLine, async ({ values, words: [subject, dir, ...rest] }, stopping) => {
  if (!isSubject(subject)) throw usageError(commandLine, `say what to measure: ${Object.keys(ownOptions).join(', ')}`);
  const own: readonly string[] = ownOptions[subject];
  const misplaced = Object.entries(values).find(([name, value]) => value && name !== 'json' && !own.includes(name))?.[0];
  if (misplaced !== undefined) throw new UsageError(`--${misplaced} does not go with ${subject}`);
  if (subject === 'radar' && dir !== undefined) throw usageError(commandLine, 'radar is measured on simulated days: name no folder');
  if (subject !== 'radar' && (dir === undefined || rest.length > 0)) throw usageError(commandLine, 'name one folder');
  const folder = dir === undefined ? '' : folderOf(dir, 'DIR');
  const symbols = values.symbols === undefined ? null : folderOf(values.symbols, '--symbols');
  const text = await measures()[subject]();
  await new Promise<void>((resolve) => process.stdout.write(text, () => resolve()));

  function told<T>(report: T, print: (report: T) => string, plot?: string): string {
    if (values.plot !== undefined && plot !== undefined) writeFileSync(fromCaller(values.plot), plot);
    return values.json ? json(report) : print(report);
  }

  /** Runs before the other sets, so that a failing endpoint is reported before minutes are spent. */
  async function askedOf(name: string): Promise<EnrichmentReport[string]> {
    const config = readConfig({ ...process.env, ENRICHER_MODEL: name });
    if (config.ENRICHER_URL === null) throw new UsageError('--model needs ENRICHER_URL: an OpenAI-compatible endpoint, up to and with /v1');
    const model = openModel(config.ENRICHER_URL, name, config);
    try {
      const figures = await evaluateModel(folder, symbols, model, stopping);
      if (figures === null) throw new UsageError('--model needs gold/wild.jsonl in DIR, and symbol lists (--symbols)');
      if (figures['answered'] === 0)
        throw new CommandError(`${name} answered none of ${String(figures['questions'])} questions: the lines above say why`);
      return figures;
    } finally {
      await model.close();
    }
  }

  function measures(): Record<Subject, () => string | Promise<string>> {
    return {
      earnings: () => told(evaluateEarnings(folder), (report) => printEarnings(report, values.errors)),
      search: async () => told(await evaluateSearch(folder), (report) => printSearch(report, values.errors)),
      symbols: () => told(evaluateSymbols(folder), printSymbols),
      enrichment: async () => {
        const byModel = values.model === undefined ? null : await askedOf(values.model);
        const { report, reliability } = evaluateEnrichment(folder, symbols);
        if (values.quality !== undefined) writeFileSync(fromCaller(values.quality), json(qualityOf(report, reliability, new Date().toISOString())));
        return told(byModel === null ? report : { ...report, wild_by_model: byModel }, printEnrichment);
      },
      cadence: () => {
        const evaluation = evaluateCadence(folder);
        return values.json ? told(evaluation.scenarios, json, evaluation.plot) : told(evaluation, printCadence, evaluation.plot);
      },
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
        return told(report, printRadar, plot);
      },
    };
  }
});
