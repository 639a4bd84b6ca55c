/** Parses the arguments of `npm run admin`. */
import { planNames } from '#schemas/vocabulary.ts';
import { dataDirOption, entryOf, jsonOption, readWords, unknownCommand, usageError, type CommandLine, type OptionTable } from '../command-line.ts';
import { accountCommands } from './accounts.ts';
import { applyCommands } from './apply-command.ts';
import { articleCommands } from './articles.ts';
import type { Command, LoneCommand, Request } from './command.ts';
import { connectionCommands } from './connections.ts';
import { repairCommands } from './repair.ts';

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
    'article withdraw UID REASON',
    'sources check [ID]',
    'apply [--dry-run] [--force]',
    'repair',
  ],
  options: {
    name: { value: 'NAME', help: 'name of the account or key' },
    plan: { value: 'PLAN', help: `one of ${planNames.join(', ')}` },
    'per-minute': { value: 'N', help: "requests a minute, in place of the plan's" },
    'per-day': { value: 'N', help: "requests a day, in place of the plan's" },
    'dry-run': { help: 'with apply: only print what would change' },
    force: { help: 'with apply: also make the changes that delete something' },
    'data-dir': dataDirOption,
    json: jsonOption,
  },
  about: `
A key is printed only once, when it is made.

  account plan      changes the plan, and lists the keys that stop working or work again
  account link      prints a link that signs in to the account area once; the area has the account's watchlist, alerts and
                    webhooks
  key revoke        takes the id that key list shows, or - and the key itself on standard input
  apply             changes streams, buckets and tables to what this release and the settings need, as npm run demo and
                    npm start do before they start the parts; changes that delete data need --force
  article withdraw  stops serving an article, until its publisher edits it
  repair            puts records that only the tables have back into the feed log, and begins a new generation; refine does
                    the same at each start, and repair is refused while it runs
  sources check     fetches each publisher feed once and prints a table`,
} as const satisfies CommandLine<OptionTable>;

const commands: Readonly<Record<string, Command | LoneCommand>> = {
  ...accountCommands,
  ...connectionCommands,
  ...articleCommands,
  ...repairCommands,
  ...applyCommands,
  // This module is loaded when it is chosen, because it imports code of ingest and refine that takes longer to load than other commands run.
  'sources check': { words: ['[ID]'], options: [], runAlone: async (...request) => (await import('./sources.ts')).checkSources(...request) },
};

export interface ChosenCommand extends Request {
  readonly command: Command | LoneCommand;
  readonly dataDir: string | undefined;
  readonly isJson: boolean;
}

export function chosen(argv: readonly string[]): ChosenCommand | null {
  const read = readWords(commandLine, argv);
  if (read === null) return null;
  const { values } = read;
  const [group = '', verb = '', ...words] = read.words;
  const command = entryOf(commands, `${group} ${verb}`.trim());
  if (command === undefined) throw unknownCommand(commandLine, read.words.join(' '));
  const own = ['name', 'plan', 'per-minute', 'per-day', 'dry-run', 'force'] as const;
  const misplaced = own.find((name) => values[name] && !command.options.includes(name));
  if (misplaced !== undefined) throw usageError(commandLine, `--${misplaced} does not go with ${group} ${verb}`, group);
  const needed = command.words.filter((word) => !word.startsWith('[')).length;
  if (words.length < needed || words.length > command.words.length)
    throw usageError(commandLine, `${group} ${verb} takes ${command.words.length === 0 ? 'no more words' : command.words.join(' and ')}`, group);
  // An unset shell variable, as in "$ID", becomes an empty word.
  if (words.some((word) => word.trim() === '')) throw usageError(commandLine, `${group} ${verb}: one of its words is empty`, group);
  return { command, words, values, dataDir: values['data-dir'], isJson: values.json };
}
