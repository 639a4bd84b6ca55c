/** Parses a command line of `npm run admin`. */
import { planNames } from '#schemas/vocabulary.ts';
import { dataDirOption, jsonOption, readWords, usageError, type CommandLine, type OptionTable } from '../command-line.ts';
import { accountCommands } from './accounts.ts';
import { articleCommands } from './articles.ts';
import type { Command, LoneCommand, Request } from './command.ts';
import { connectionCommands } from './connections.ts';
import { repairCommands } from './repair.ts';
import { subscriptionCommands } from './subscriptions.ts';

export const commandLine = {
  name: 'admin',
  words: [
    'account create --name NAME --plan free|basic|pro',
    'account plan ID free|basic|pro',
    'account list',
    'account link ID|ADDRESS',
    'key create ACCOUNT [--name NAME]',
    'key list [ACCOUNT]',
    'key revoke ID|-',
    'connection list ACCOUNT',
    'connection revoke ID',
    'watchlist list|add|remove ACCOUNT [TICKERS]',
    'alert add ACCOUNT TICKER [--categories LIST] [--min-score N]',
    'alert list|on|off|remove ACCOUNT [ALERT]',
    'webhook add ACCOUNT URL',
    'webhook list|test|enable|rotate|remove ACCOUNT [WEBHOOK]',
    'webhook redeliver ACCOUNT WEBHOOK NUMBER',
    'article withdraw UID REASON',
    'sources check [ID]',
    'apply [--dry-run] [--force]',
    'repair',
  ],
  options: {
    name: { value: 'NAME', help: 'of the account, or of the key' },
    plan: { value: 'PLAN', help: `one of ${planNames.join(', ')}` },
    'per-minute': { value: 'N', help: "requests a minute, in place of the plan's" },
    'per-day': { value: 'N', help: "requests a day, in place of the plan's" },
    categories: { value: 'LIST', help: 'news categories that the alert covers, comma-separated (default: all)' },
    'min-score': { value: 'N', help: 'lowest relevance score that the alert covers (default: 6)' },
    'data-dir': dataDirOption,
    json: jsonOption,
  },
  about: `A key is printed only once, when it is created. Revoke it by the id that key list shows, or by the key itself on standard
input (key revoke -). sources check fetches each publisher feed once and prints a table. repair restores to the feed log the records that only the tables have, as refine does when it starts, and begins a new generation; while refine runs it is refused, and a restart of the service does the same. article withdraw serves an article no longer, until its publisher edits it. A webhook's secret is also printed only once, when it is added or rotated. A change of plan lists the keys that stop working or work again.`,
} as const satisfies CommandLine<OptionTable>;

const commands: Readonly<Record<string, Command | LoneCommand>> = {
  ...accountCommands,
  ...connectionCommands,
  ...subscriptionCommands,
  ...articleCommands,
  ...repairCommands,
  // Loaded when it is chosen: it reads feeds as ingest and refine do, whose code takes longer to load than any other command to run.
  'sources check': { words: ['[ID]'], options: [], runAlone: async (...request) => (await import('./sources.ts')).checkSources(...request) },
};

export interface ChosenCommand extends Request {
  readonly command: Command | LoneCommand;
  readonly dataDir: string | undefined;
  readonly isJson: boolean;
}

/** Returns null for `--help`. */
export function chosen(argv: readonly string[]): ChosenCommand | null {
  const read = readWords(commandLine, argv);
  if (read === null) return null;
  const { values } = read;
  const [group = '', verb = '', ...words] = read.words;
  const command = commands[`${group} ${verb}`.trim()];
  if (command === undefined) throw usageError(commandLine, group === '' ? 'say what to do' : `no command "${read.words.join(' ')}"`);
  const own = ['name', 'plan', 'per-minute', 'per-day', 'categories', 'min-score'] as const;
  const misplaced = own.find((name) => values[name] !== undefined && !command.options.includes(name));
  if (misplaced !== undefined) throw usageError(commandLine, `--${misplaced} does not go with ${group} ${verb}`);
  const needed = command.words.filter((word) => !word.startsWith('[')).length;
  if (words.length < needed || words.length > command.words.length)
    throw usageError(commandLine, `${group} ${verb} takes ${command.words.length === 0 ? 'no more words' : command.words.join(' and ')}`);
  return { command, words, values, dataDir: values['data-dir'], isJson: values.json };
}
