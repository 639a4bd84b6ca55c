/** What a replay is asked for on the command line. */
import { parseArgs } from 'node:util';
import { CommandError } from '../service-config.ts';

export interface ReplayRequest {
  /** ISO 8601, both included. */
  readonly from: string;
  readonly to: string;
  readonly dataDir: string | undefined;
  /** Questions that a configured model may be asked. */
  readonly askMax: number;
  readonly examplesMax: number;
  readonly isJson: boolean;
  readonly isQuiet: boolean;
}

export const usage = `npm run replay -- --from DATE [--to DATE] [options]

Scores what entered the feed of a running service between two dates with the enricher as it stands now, and prints what would
change: relevance bands, the floor, categories, tickers, sentiments, by source. Changes nothing.

  --from, --to     a day (YYYY-MM-DD, UTC, a whole one) or an ISO 8601 instant; --to: now when it is not given
  --ask N          with a model configured: at most N questions to it whose answers are not kept yet (default 0). They count
                   against the day's bound and are not kept; without an answer the built-in enricher is replayed
  --examples N     articles shown, those that move most (default 10)
  --data-dir DIR   the service that npm run demo or npm start runs on this folder
                   (default: NATS_URL, or else the service that runs on its usual folder)
  --json           the outcome as JSON
  --quiet          no progress
`;

const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;
const options = {
  from: text,
  to: text,
  ask: { ...text, default: '0' },
  examples: { ...text, default: '10' },
  'data-dir': text,
  json: flag,
  quiet: flag,
  help: { ...flag, short: 'h' },
} as const;

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options, strict: true }).values;
  } catch (error) {
    throw new CommandError(`${(error as Error).message.split('. ')[0]}\n\n${usage}`);
  }
}

/** Null: help was asked for. */
export function readRequest(argv: readonly string[], now: Date): ReplayRequest | null {
  const values = parse(argv);
  if (values.help) return null;
  const from = instantOf(values.from, 'from', 'T00:00:00.000Z');
  const to = values.to === undefined ? now.toISOString() : instantOf(values.to, 'to', 'T23:59:59.999Z');
  if (from > to) throw new CommandError(`--from ${from} is after --to ${to}`);
  return {
    from,
    to,
    dataDir: values['data-dir'],
    askMax: countOf(values.ask, 'ask', 1_000_000),
    examplesMax: countOf(values.examples, 'examples', 1_000),
    isJson: values.json,
    isQuiet: values.quiet,
  };
}

/** `timeOfDay` stands for the rest of a bare day. */
function instantOf(given: string | undefined, name: string, timeOfDay: string): string {
  if (given === undefined || given.trim() === '') throw new CommandError(`--${name} is missing`);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(given);
  const isInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/.test(given);
  const at = new Date(isDay ? `${given}${timeOfDay}` : given);
  // A day that does not exist is moved to one that does by Date.
  if (!(isDay || isInstant) || Number.isNaN(at.getTime()) || (isDay && at.toISOString().slice(0, 10) !== given))
    throw new CommandError(`--${name} ${given}: a day as YYYY-MM-DD or an ISO 8601 instant is wanted`);
  return at.toISOString();
}

function countOf(given: string, name: string, most: number): number {
  const count = Number(given);
  if (!/^\d+$/.test(given) || count > most) throw new CommandError(`--${name} ${given}: a number from 0 to ${most} is wanted`);
  return count;
}
