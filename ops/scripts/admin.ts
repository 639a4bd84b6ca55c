/** `npm run admin -- …`: accounts, their plans and their keys. A key's text is printed once, when it is made. */
import type { KV } from '@nats-io/kv';
import type { Account, ApiKey } from '#schemas/account.ts';
import { ConfigError } from '#schemas/config.ts';
import { buckets } from '#schemas/subjects.ts';
import { planNames, type PlanName } from '#schemas/vocabulary.ts';
import { AccountError, changePlan, createAccount, createKey, listAccounts, listKeys, revokeKey } from '../runtime/accounts.ts';
import { openBucket } from '../runtime/streams.ts';
import { applyFromCommandLine } from './apply.ts';
import { dataDirOption, jsonOption, nextCommand, readWords, usageError, usageOf, type CommandLine, type OptionTable } from './command-line.ts';
import { CommandError, runCommand, serviceConfig, withBus } from './service-config.ts';
import { table } from './table.ts';

const commandLine = {
  name: 'admin',
  words: [
    'account create --name NAME --plan free|basic|pro',
    'account plan ID free|basic|pro',
    'account list',
    'key create ACCOUNT',
    'key revoke KEY|HASH|PREFIX',
    'key list',
    'apply [--dry-run] [--force]',
  ],
  options: {
    name: { value: 'NAME', help: 'of the account' },
    plan: { value: 'PLAN', help: `one of ${planNames.join(', ')}` },
    'per-minute': { value: 'N', help: "requests a minute, in place of the plan's" },
    'per-day': { value: 'N', help: "requests a day, in place of the plan's" },
    'data-dir': dataDirOption,
    json: jsonOption,
  },
  about: `A key's text is printed once, when it is made.`,
} as const satisfies CommandLine<OptionTable>;

interface Request {
  readonly words: readonly string[];
  readonly values: Partial<Readonly<Record<'name' | 'plan' | 'per-minute' | 'per-day' | 'data-dir', string | undefined>>>;
}

interface Answer {
  readonly json: unknown;
  readonly text: string;
}

interface Command {
  /** Words that follow the command, by name. */
  readonly words: readonly string[];
  readonly options: readonly string[];
  readonly run: (bucket: KV, request: Request, now: Date) => Promise<Answer>;
}

const commands: Readonly<Record<string, Command>> = {
  'account create': {
    words: [],
    options: ['name', 'plan', 'per-minute', 'per-day'],
    run: async (bucket, { values }, now) => {
      const name = required(values.name, '--name');
      const limits = { requestsPerMinute: limit(values['per-minute'], '--per-minute'), requestsPerDay: limit(values['per-day'], '--per-day') };
      const taken = [...(await listAccounts(bucket)).values()].find((account) => account.name === name);
      if (taken !== undefined)
        throw new CommandError(
          `an account named ${name} is there already (${taken.id}, ${taken.plan}): ${nextCommand('admin', ['key', 'create', taken.id], values['data-dir'])} makes a key for it`,
        );
      const account = await createAccount(bucket, { name, plan: planOf(required(values.plan, '--plan')), ...limits }, now);
      return {
        json: account,
        text: `account ${account.id} (${account.plan}, ${account.name}) is made; ${nextCommand('admin', ['key', 'create', account.id], values['data-dir'])}`,
      };
    },
  },
  'account plan': {
    words: ['ID', 'PLAN'],
    options: [],
    run: async (bucket, { words: [id = '', plan = ''] }) => {
      const account = await changePlan(bucket, id, planOf(plan));
      return { json: account, text: `account ${account.id} is on the plan ${account.plan}` };
    },
  },
  'account list': {
    words: [],
    options: [],
    run: async (bucket) => {
      const [accounts, keys] = await Promise.all([listAccounts(bucket), listKeys(bucket)]);
      const sorted = [...accounts.values()].sort((a, b) => a.created_at.localeCompare(b.created_at));
      const rows = sorted.map((account) => ({ ...account, active_keys: activeKeys(account, keys) }));
      return { json: rows, text: table(['id', 'name', 'plan', 'per minute', 'per day', 'active keys', 'created'], rows.map(accountCells)) };
    },
  },
  'key create': {
    words: ['ACCOUNT'],
    options: [],
    run: async (bucket, { words: [id = ''] }, now) => {
      const made = await createKey(bucket, id, now);
      return { json: { account_id: id, ...made }, text: `${made.key}\nShown this once; only its hash is kept.` };
    },
  },
  'key revoke': {
    words: ['KEY'],
    options: [],
    run: async (bucket, { words: [which = ''] }, now) => {
      const key = await revokeKey(bucket, which, now);
      return { json: key, text: `key ${key.prefix}… of account ${key.account_id} is revoked since ${key.revoked_at}` };
    },
  },
  'key list': {
    words: [],
    options: [],
    run: async (bucket) => {
      const [accounts, keys] = await Promise.all([listAccounts(bucket), listKeys(bucket)]);
      const rows = [...keys].map(([hash, key]) => ({ hash, ...key })).sort((a, b) => a.created_at.localeCompare(b.created_at));
      const cells = rows.map((key) => [
        key.prefix,
        accounts.get(key.account_id)?.name ?? '',
        key.account_id,
        key.created_at,
        key.revoked_at ?? 'active',
        key.hash,
      ]);
      return { json: rows, text: table(['prefix', 'account', 'id', 'created', 'revoked', 'hash'], cells) };
    },
  },
};

const accountCells = (account: Account & { active_keys: number }): string[] => [
  account.id,
  account.name,
  account.plan,
  account.requests_per_minute?.toString() ?? 'plan',
  account.requests_per_day?.toString() ?? 'plan',
  String(account.active_keys),
  account.created_at,
];

const activeKeys = (account: Account, keys: ReadonlyMap<string, ApiKey>): number =>
  [...keys.values()].filter((key) => key.account_id === account.id && key.revoked_at === null).length;

function required(value: string | undefined, name: string): string {
  if (value === undefined || value.trim() === '') throw new CommandError(`${name} is missing`);
  return value;
}

function planOf(text: string): PlanName {
  const plan = planNames.find((name) => name === text);
  if (plan === undefined) throw new CommandError(`no plan "${text}": ${planNames.join(', ')}`);
  return plan;
}

function limit(text: string | undefined, name: string): number | null {
  if (text === undefined) return null;
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new CommandError(`${name} ${text}: a whole number from 1 is wanted`);
  return Number(text);
}

interface Chosen extends Request {
  readonly command: Command;
  readonly dataDir: string | undefined;
  readonly isJson: boolean;
}

/** null: help was asked for. */
function chosen(argv: readonly string[]): Chosen | null {
  const read = readWords(commandLine, argv);
  if (read === null) return null;
  const { values } = read;
  const [group = '', verb = '', ...words] = read.words;
  const command = commands[`${group} ${verb}`];
  if (command === undefined) throw usageError(commandLine, group === '' ? 'say what to do' : `no command "${read.words.join(' ')}"`);
  const own = ['name', 'plan', 'per-minute', 'per-day'] as const;
  const misplaced = own.find((name) => values[name] !== undefined && !command.options.includes(name));
  if (misplaced !== undefined) throw usageError(commandLine, `--${misplaced} does not go with ${group} ${verb}`);
  if (words.length !== command.words.length)
    throw usageError(commandLine, `${group} ${verb} wants ${command.words.length === 0 ? 'nothing more' : command.words.join(' and ')}`);
  return { command, words, values, dataDir: values['data-dir'], isJson: values.json };
}

/** Commands that a message names in backquotes, with the folder that this one was told. */
const onSameFolder = (message: string, dataDir: string | undefined): string =>
  dataDir === undefined ? message : message.replaceAll(/`(npm run [^`]+)`/g, (_, named: string) => `\`${named} --data-dir ${dataDir}\``);

/** A compare-and-swap that lost: JetStream's "wrong last sequence" (error 10071). */
const isRace = (error: unknown): boolean => (error as { code?: unknown }).code === 10071;

await runCommand(
  async () => {
    const [first, ...rest] = process.argv.slice(2);
    if (first === 'apply') return applyFromCommandLine(rest);
    const request = chosen(process.argv.slice(2));
    if (request === null) return void process.stdout.write(usageOf(commandLine));
    const { command, words, values, dataDir, isJson } = request;
    const config = serviceConfig(dataDir);
    const answer = await withBus(config, 'tickerwire-admin', async (bus) => {
      const bucket = await openBucket(bus, buckets.accounts);
      return command.run(bucket, { words, values }, new Date()).catch((error: unknown) => {
        if (isRace(error)) throw new CommandError('somebody else changed that at the same moment: try again');
        throw error instanceof AccountError ? new AccountError(onSameFolder(error.message, dataDir)) : error;
      });
    });
    process.stdout.write(`${isJson ? JSON.stringify(answer.json) : answer.text}\n`);
  },
  (error) => error instanceof AccountError || error instanceof ConfigError,
);
