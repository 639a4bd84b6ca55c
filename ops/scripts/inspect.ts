/** `npm run inspect -- FILE…`: prints what the pipeline makes of documents, without a service. A file that is refused sets exit code 1. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { refineSettings } from '#pipeline/refine/context.ts';
import { loadCatalogue } from '#pipeline/ingest/publishers/catalogue.ts';
import { readConfig } from '#schemas/config.ts';
import { readWords, UsageError, usageError, usageOf, type CommandLine, type OptionTable } from './command-line.ts';
import { fromCaller } from './from-caller.ts';
import { inspectDocument } from './inspect/inspect-document.ts';
import { startInspection } from './inspect/inspection.ts';
import { loadSymbols } from './inspect/symbols.ts';
import { CommandError, runCommand } from './service-config.ts';

const commandLine = {
  name: 'inspect',
  words: ['FILE...'],
  options: {
    at: { value: 'INSTANT', help: 'assumed arrival time of the documents, ISO 8601 (default: now)' },
    symbols: { value: 'FILE', help: "the SEC's company_tickers_exchange.json, or none (default: the newest in ../shared/data/symbols)" },
    url: {
      value: 'URL',
      help: 'assumed address of the document: a source of SOURCES_FILE gives outlet, domain and language;\nalso the base of relative links (default: as the page states)',
    },
    fresh: { help: 'treat each file alone; otherwise repeats and near-duplicates across files are reported' },
  },
  about: `
Prints one JSON line per file: {"file", "kind", "rows", "drops"}, or {"file", "error", "detail"} where the file itself is refused.
It reads publisher feeds, pages of articles (HTML, reduced to the main text), Form 4, 8-K and 6-K filings (whole, or the main document
alone), bare exhibits (their earnings read), EDGAR's listings and indexes, symbol lists, agencies' schedules of macro releases
({"file", "kind", "occurrences", "problems"}), also gzipped. The line of a filing also has the facts read from it ("filing"), why a
release has no read ("earnings_refusal"), corrections and withdrawals of an earlier file's rows ("revisions"), and an
insider's trade that another filing has reported ("trades"). Without a symbol list no article can be linked to a company:
articles that need one are listed under "unlinked".`,
} as const satisfies CommandLine<OptionTable>;

export function readRequest(argv: readonly string[]) {
  const read = readWords(commandLine, argv);
  if (read === null) return null;
  const { values, words } = read;
  if (words.length === 0) throw usageError(commandLine, 'name at least one file');
  const at = values.at === undefined ? new Date() : new Date(values.at);
  if (Number.isNaN(at.getTime())) throw new UsageError(`--at ${values.at}: must be an ISO 8601 instant`);
  if (values.url !== undefined && !(URL.canParse(values.url) && /^https?:/.test(values.url)))
    throw new UsageError(`--url ${values.url}: must be an http(s) address`);
  return {
    files: words,
    at: at.toISOString(),
    symbols: values.symbols === undefined || values.symbols === 'none' ? (values.symbols ?? null) : fromCaller(values.symbols),
    url: values.url ?? null,
    isFresh: values.fresh,
  };
}

const noSymbols =
  'there is no symbol list, so articles are not linked to companies, and issuers are taken to be listed under the symbol that they state; ' +
  "name one with --symbols FILE (the SEC's company_tickers_exchange.json)";

const refusedShown = 5;

export interface Output {
  /** Writes a part of the result, and waits for a slow reader. */
  readonly write: (text: string) => Promise<void>;
  /** Writes a notice that is not part of the result. */
  readonly tell: (text: string) => void;
}

/** Inspects the files in `argv`. After the last line it throws a CommandError when a file could not be opened or was refused. */
export async function inspect(argv: readonly string[], { write, tell }: Output): Promise<void> {
  const request = readRequest(argv);
  if (request === null) return write(usageOf(commandLine));
  const writeLine = (value: object): Promise<void> => write(`${JSON.stringify(value)}\n`);
  const { files, at, url, isFresh } = request;
  const config = readConfig();
  const settings = refineSettings(config);
  const symbols = loadSymbols(request.symbols);
  const catalogue = loadCatalogue(config.SOURCES_FILE === '' ? null : config.SOURCES_FILE);
  const begin = () => startInspection({ at, url, symbols, catalogue, settings });
  let inspection = begin();
  let unopened = 0;
  const refused: string[] = [];
  let hasReportedMissingSymbols = false;
  for (const file of files) {
    let bytes: Buffer;
    try {
      bytes = await readFile(fromCaller(file));
    } catch (error) {
      unopened += 1;
      await writeLine({ file, error: 'cannot_open', detail: (error as NodeJS.ErrnoException).code ?? String(error) });
      continue;
    }
    if (isFresh) inspection = begin();
    try {
      const result = inspectDocument(bytes, file, inspection);
      if ('symbols' in result && !hasReportedMissingSymbols) tell(`inspect: ${noSymbols}\n`);
      hasReportedMissingSymbols ||= 'symbols' in result;
      await writeLine({ file, ...result });
      if ('error' in result) refused.push(`${file} (${result.error})`);
    } catch (error) {
      refused.push(`${file} (internal)`);
      // An internal error in one document must not stop the others.
      await writeLine({ file, error: 'internal', detail: (error as Error).stack ?? String(error) });
    }
  }
  const faults = [
    ...(unopened > 0 ? [`${unopened} of ${files.length} files could not be opened`] : []),
    ...(refused.length > 0
      ? [
          `${refused.length} of ${files.length} files were refused: ${refused.slice(0, refusedShown).join(', ')}${refused.length > refusedShown ? ', …' : ''}`,
        ]
      : []),
  ];
  if (faults.length > 0) throw new CommandError(faults.join('; '));
}

if (import.meta.main) {
  const output: Output = {
    write: async (text) => {
      if (!process.stdout.write(text)) await once(process.stdout, 'drain');
    },
    tell: (text) => void process.stderr.write(text),
  };
  await runCommand(() => inspect(process.argv.slice(2), output));
}
