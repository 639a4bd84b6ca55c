/** Parses the command line of `npm run replay`. */
import { dataDirOption, jsonOption, numberOption, quietOption, readWords, UsageError, type CommandLine, type OptionTable } from '../command-line.ts';

export interface ReplayRequest {
  /** ISO 8601, both included. */
  readonly from: string;
  readonly to: string;
  readonly dataDir: string | undefined;
  /** Largest number of queries to a configured model. */
  readonly askMax: number;
  readonly examplesMax: number;
  readonly isJson: boolean;
  readonly isQuiet: boolean;
}

export const commandLine = {
  name: 'replay',
  words: [],
  options: {
    from: { value: 'DATE', isRequired: true, help: 'a whole UTC day (YYYY-MM-DD) or an ISO 8601 instant' },
    to: { value: 'DATE', help: 'likewise (default: now)' },
    ask: {
      value: 'N',
      help:
        'with a model configured: send at most N questions whose answers are not stored yet (default 0). They count\n' +
        'against the daily limit and are not stored; without an answer the built-in enricher scores',
    },
    examples: { value: 'N', help: 'number of articles shown, largest changes first (default 10)' },
    'data-dir': dataDirOption,
    json: jsonOption,
    quiet: quietOption,
  },
  about: `
Scores again what entered the feed of a running service between two dates, and prints by source what would change: relevance, the
minimum score, categories, tickers, sentiments. Changes nothing.`,
} as const satisfies CommandLine<OptionTable>;

const examplesUsual = 10;

/** Returns null for `--help`. */
export function readRequest(argv: readonly string[], now: Date): ReplayRequest | null {
  const read = readWords(commandLine, argv);
  if (read === null) return null;
  const { values } = read;
  const from = instantOf(values.from, 'from', 'T00:00:00.000Z');
  const to = values.to === undefined ? now.toISOString() : instantOf(values.to, 'to', 'T23:59:59.999Z');
  if (from > to) throw new UsageError(`--from ${from} is after --to ${to}`);
  return {
    from,
    to,
    dataDir: values['data-dir'],
    askMax: numberOption(values.ask, 'ask', { min: 0, max: 1_000_000 }) ?? 0,
    examplesMax: numberOption(values.examples, 'examples', { min: 0, max: 1_000 }) ?? examplesUsual,
    isJson: values.json,
    isQuiet: values.quiet,
  };
}

/** Returns the instant; `timeOfDay` completes a bare day. */
function instantOf(given: string, name: string, timeOfDay: string): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(given);
  const isInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/.test(given);
  const at = new Date(isDay ? `${given}${timeOfDay}` : given);
  // Date moves a day that does not exist to one that does.
  if (!(isDay || isInstant) || Number.isNaN(at.getTime()) || (isDay && at.toISOString().slice(0, 10) !== given))
    throw new UsageError(`--${name} ${given}: must be a day as YYYY-MM-DD or an ISO 8601 instant`);
  return at.toISOString();
}
