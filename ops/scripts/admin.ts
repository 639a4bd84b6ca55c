/** `npm run admin -- …`: accounts, their plans and their keys. A key's text is printed once, when it is made. */
import { parseArgs } from 'node:util';
import type { KV } from '@nats-io/kv';
import type { Account, ApiKey } from '#schemas/account.ts';
import { ConfigError } from '#schemas/config.ts';
import { buckets } from '#schemas/subjects.ts';
import { planNames, type PlanName } from '#schemas/vocabulary.ts';
import { AccountError, changePlan, createAccount, createKey, listAccounts, listKeys, revokeKey } from '../runtime/accounts.ts';
import { openBucket } from '../runtime/streams.ts';
import { applyFromCommandLine } from './apply.ts';
import { CommandError, runCommand, serviceConfig, withBus } from './service-config.ts';
import { table } from './table.ts';

const usage = `npm run admin -- COMMAND [--data-dir DIR] [--json]

  account create --name NAME --plan free|basic|pro [--per-minute N] [--per-day N]
  account plan ID free|basic|pro     changes the plan
  account list
  key create ACCOUNT                 prints the key, once
  key revoke KEY|HASH|PREFIX
  key list
  apply [--dry-run] [--force]        streams, buckets and tables as the settings and this release want them

  --data-dir DIR   the service that npm run demo or npm start runs on this folder
                   (default: NATS_URL, or else the service that runs on its usual folder)
  --json           JSON instead of text
`;

const options = {
  name: { type: 'string' },
  plan: { type: 'string' },
  'per-minute': { type: 'string' },
  'per-day': { type: 'string' },
  'data-dir': { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

interface Request {
  readonly words: readonly string[];
  readonly values: { readonly name?: string; readonly plan?: string; readonly 'per-minute'?: string; readonly 'per-day'?: string };
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
      const account = await createAccount(bucket, { name, plan: planOf(required(values.plan, '--plan')), ...limits }, now);
      return { json: account, text: `account ${account.id} (${account.plan}, ${account.name}) is made; npm run admin -- key create ${account.id}` };
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

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new CommandError(`${(error as Error).message.split('. ')[0]}\n\n${usage}`);
  }
}

interface Chosen extends Request {
  readonly command: Command;
  readonly dataDir: string | undefined;
  readonly isJson: boolean;
}

/** null: help was asked for. */
function chosen(argv: readonly string[]): Chosen | null {
  const { values, positionals } = parse(argv);
  const [group = '', verb = '', ...words] = positionals;
  const command = commands[`${group} ${verb}`];
  if (values.help) return null;
  if (command === undefined) throw new CommandError(`${group === '' ? '' : `no command "${positionals.join(' ')}"\n\n`}${usage}`);
  const named = Object.keys(values).filter((name) => !['data-dir', 'json', 'help'].includes(name));
  const misplaced = named.find((name) => !command.options.includes(name));
  if (misplaced !== undefined) throw new CommandError(`--${misplaced} does not go with ${group} ${verb}\n\n${usage}`);
  if (words.length !== command.words.length)
    throw new CommandError(`${group} ${verb} wants ${command.words.length === 0 ? 'nothing more' : command.words.join(' and ')}\n\n${usage}`);
  return { command, words, values, dataDir: values['data-dir'], isJson: values.json };
}

/** A compare-and-swap that lost: JetStream's "wrong last sequence" (error 10071). */
const isRace = (error: unknown): boolean => (error as { code?: unknown }).code === 10071;

await runCommand(
  async () => {
    const [first, ...rest] = process.argv.slice(2);
    if (first === 'apply') return applyFromCommandLine(rest);
    const request = chosen(process.argv.slice(2));
    if (request === null) return void process.stdout.write(usage);
    const { command, words, values, dataDir, isJson } = request;
    const config = serviceConfig(dataDir);
    const answer = await withBus(config, 'tickerwire-admin', async (bus) => {
      const bucket = await openBucket(bus, buckets.accounts);
      return command.run(bucket, { words, values }, new Date()).catch((error: unknown) => {
        throw isRace(error) ? new CommandError('somebody else changed that at the same moment: try again') : error;
      });
    });
    process.stdout.write(`${isJson ? JSON.stringify(answer.json) : answer.text}\n`);
  },
  (error) => error instanceof AccountError || error instanceof ConfigError,
);
