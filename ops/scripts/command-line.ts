/** Parses a command's arguments by its table of options. Throws a UsageError that names the problem; `--help` prints the table. */
import { parseArgs } from 'node:util';
import { summaryOf, type CommandName } from './commands.ts';
import { CommandError, runCommand } from './service-config.ts';

export interface Option {
  /** Placeholder for the value in the help, such as `DIR`. Absent for a flag. */
  readonly value?: string;
  readonly isRequired?: true;
  /** Text in the help. Lines after the first are indented. */
  readonly help: string;
}
export type OptionTable = Readonly<Record<string, Option>>;

/** A string for each option with a value, a boolean for each flag. */
export type OptionValues<Table extends OptionTable> = {
  readonly [Name in keyof Table]: Table[Name] extends { readonly value: string }
    ? Table[Name] extends { readonly isRequired: true }
      ? string
      : string | undefined
    : boolean;
};

export interface CommandLine<Table extends OptionTable> {
  readonly name: CommandName;
  /** The words other than options, one form per line of the help. Empty when the command takes none. */
  readonly words: readonly string[];
  readonly options: Table;
  readonly about?: string;
}

export interface ReadWords<Table extends OptionTable> {
  readonly words: readonly string[];
  readonly values: OptionValues<Table>;
}

/** The arguments do not fit the command. Nothing was done. */
export class UsageError extends CommandError {
  override readonly exitCode = 2;
}

export const dataDirOption = {
  value: 'DIR',
  help: 'data folder of a running service (default: the service at NATS_URL,\nelse the one that runs on .data/live or .data/demo)',
} as const satisfies Option;

export const jsonOption = { help: 'JSON instead of text' } as const satisfies Option;
export const quietOption = { help: 'no progress' } as const satisfies Option;

const helpOption = { help: 'print this text' } as const satisfies Option;

export const invocationOf = (name: CommandName): string => (name === 'test' || name === 'start' ? `npm ${name}` : `npm run ${name}`);

const shown = (name: string, { value }: Option): string => `--${name}${value === undefined ? '' : ` ${value}`}`;

function formsOf({ name, words, options }: CommandLine<OptionTable>): string[] {
  const required = Object.entries(options).flatMap(([option, spec]) => (spec.isRequired ? [shown(option, spec)] : []));
  return (words.length === 0 ? [[]] : words.map((form) => [form])).map((form) =>
    [invocationOf(name), '--', ...form, ...required, '[options]'].join(' '),
  );
}

export function usageOf(command: CommandLine<OptionTable>): string {
  const { name, options, about } = command;
  const table = { ...options, help: helpOption };
  const width = Math.max(...Object.entries(table).map(([option, spec]) => shown(option, spec).length));
  const lines = Object.entries(table).map(
    ([option, spec]) => `  ${shown(option, spec).padEnd(width)}  ${spec.help.replaceAll('\n', `\n${' '.repeat(width + 4)}`)}`,
  );
  return [...formsOf(command), '', summaryOf(name), ...(about === undefined ? [] : ['', about.replace(/^\n+|\n+$/g, '')]), '', ...lines, ''].join(
    '\n',
  );
}

/** Returns the words and option values in `argv`, or null for `--help`. Throws a UsageError. */
export function readWords<const Table extends OptionTable>(command: CommandLine<Table>, argv: readonly string[]): ReadWords<Table> | null {
  const { options } = command;
  const flags = Object.fromEntries(
    Object.entries({ ...options, help: helpOption }).map(([name, spec]: [string, Option]) => [
      name,
      { type: spec.value === undefined ? ('boolean' as const) : ('string' as const), ...(name === 'help' && { short: 'h' }) },
    ]),
  );
  // parseArgs does not check the options (strict: false), because its errors do not name the options that exist.
  const { tokens, positionals } = parseArgs({ args: [...argv], options: flags, allowPositionals: true, strict: false, tokens: true });
  if (tokens.some((token) => token.kind === 'option' && token.name === 'help')) return null;
  const values: Record<string, string | boolean> = {};
  for (const token of tokens) if (token.kind === 'option') values[token.name] = valueOf(command, token);
  if (command.words.length === 0 && positionals.length > 0)
    throw new UsageError(
      `${invocationOf(command.name)} takes no word "${positionals[0]}" (npm passes on only the options after --); ${optionsText(command)}`,
    );
  for (const [name, { isRequired, value, help }] of Object.entries(options))
    if (isRequired && values[name] === undefined) throw usageError(command, `--${name} is missing (${value}: ${firstLine(help)})`);
  const read = Object.fromEntries(
    Object.entries(options).map(([name, { value }]) => [name, values[name] ?? (value === undefined ? false : undefined)]),
  );
  return { words: positionals, values: read as OptionValues<Table> };
}

/** Returns the table's entry for a word of the caller. Members that every object has, such as `constructor`, are not entries. */
export const entryOf = <T>(table: Readonly<Record<string, T>>, word: string): T | undefined => (Object.hasOwn(table, word) ? table[word] : undefined);

/** Runs `work` with the command's arguments, or prints its help. Ends the process like `runCommand`. */
export function runWords<const Table extends OptionTable>(
  command: CommandLine<Table>,
  work: (read: ReadWords<Table>, stopping: AbortSignal) => Promise<void> | void,
  graceMs?: number,
): Promise<never> {
  return runCommand(async (stopping) => {
    const read = readWords(command, process.argv.slice(2));
    if (read === null) process.stdout.write(usageOf(command));
    else await work(read, stopping);
  }, graceMs);
}

/** Runs a command that has no words and no options but --help. */
export const runPlain = (name: CommandName, work: (stopping: AbortSignal) => Promise<void> | void): Promise<never> =>
  runWords({ name, words: [], options: {} }, (_, stopping) => work(stopping));

interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

function valueOf(command: CommandLine<OptionTable>, { name, rawName, value, inlineValue }: OptionToken): string | boolean {
  const spec = entryOf(command.options, name);
  if (spec === undefined || !rawName.startsWith('--'))
    throw new UsageError(`${rawName}: ${invocationOf(command.name)} has no such option; ${optionsText(command)}`);
  if (spec.value === undefined) {
    if (value !== undefined) throw new UsageError(`--${name} takes no value`);
    return true;
  }
  if (value === undefined || value === '' || (inlineValue !== true && value.startsWith('-')))
    throw new UsageError(`--${name}: its value is missing (${spec.value}: ${firstLine(spec.help)})`);
  return value;
}

const optionsText = ({ options }: CommandLine<OptionTable>): string => {
  const all = Object.entries(options).map(([name, spec]) => shown(name, spec));
  return all.length === 0 ? 'it takes none but --help' : `its options are ${all.join(', ')}`;
};

const firstLine = (text: string): string => text.split('\n', 1)[0]!;

/** Returns an error with the problem and the command's forms: those that begin with `firstWord`, or all when none does. */
export function usageError(command: CommandLine<OptionTable>, problem: string, firstWord = ''): UsageError {
  const words = command.words.filter((form) => form.split(' ')[0] === firstWord);
  const forms = formsOf(words.length === 0 ? command : { ...command, words });
  return new UsageError([problem, '', ...forms, '', `${invocationOf(command.name)} -- --help says more`].join('\n'));
}

export const unknownCommand = (command: CommandLine<OptionTable>, words: string): UsageError =>
  usageError(command, words === '' ? 'give one of these commands' : `no command "${words}"`, words.split(' ')[0]);

export interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly isWhole?: boolean;
}

/** Returns the option's number, or null when it is not given. Throws a UsageError when it is outside the bounds. */
export function numberOption(text: string | undefined, name: string, { min, max, isWhole = true }: Bounds): number | null {
  if (text === undefined) return null;
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max) || (isWhole && !Number.isInteger(value)))
    throw new UsageError(`--${name} ${text}: a ${isWhole ? 'whole ' : ''}number from ${min} to ${max} is required`);
  return value;
}

/** Returns a command for the operator to run next, on the same data folder as this one. */
export function nextCommand(name: CommandName, words: readonly string[], dataDir?: string): string {
  const all = [...words, ...(dataDir === undefined ? [] : ['--data-dir', dataDir])].map((word) =>
    /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`,
  );
  return `${invocationOf(name)}${all.length === 0 ? '' : ` -- ${all.join(' ')}`}`;
}
