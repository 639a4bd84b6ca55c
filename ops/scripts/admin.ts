/** `npm run admin -- …`: accounts, their plans and their keys. A key's text is printed once, when it is made, and never taken as an argument. */
import { once } from 'node:events';
import { text as readAll } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import type { KV } from '@nats-io/kv';
import type { StoredAccount } from '#schemas/account.ts';
import { ConfigError } from '#schemas/config.ts';
import { buckets } from '#schemas/subjects.ts';
import { planNames, type PlanName } from '#schemas/vocabulary.ts';
import { AccountError, eachAccount, readAccount, type HeldAccount, type HeldKey } from '../runtime/account-entries.ts';
import { changePlan, createAccount, createKey, revokeKey } from '../runtime/accounts.ts';
import { openBucket } from '../runtime/streams.ts';
import { CommandError, runCommand, serviceConfig, withBus } from './service-config.ts';

const usage = `npm run admin -- COMMAND [--data-dir DIR] [--json]

  account create --name NAME --plan free|basic|pro [--per-minute N] [--per-day N]
  account plan ID free|basic|pro     changes the plan; says which keys stop working or work again
  account list                       every account, as they are read
  key create ACCOUNT [--name NAME]   prints the key, once
  key list [ACCOUNT]                 the keys of an account, or of all, as they are read
  key revoke ID                      by the id that key list shows
  key revoke -                       by the key itself, read from standard input

  --data-dir DIR   the service that npm run demo or npm start runs on this folder
                   (default: NATS_URL, or else the service that runs on its usual folder)
  --json           JSON instead of text; a list is one array
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

/** Rows that are printed as they come, so that a list of any length is held by nobody. */
interface Listing {
  readonly columns: readonly { readonly title: string; readonly width: number }[];
  readonly rows: AsyncIterable<{ readonly json: unknown; readonly cells: readonly string[] }>;
}

interface Command {
  /** Words that follow the command, by name; one in brackets may be left out. */
  readonly words: readonly string[];
  readonly options: readonly string[];
  readonly run: (bucket: KV, request: Request, now: Date) => Promise<Answer | Listing>;
}

const commands: Readonly<Record<string, Command>> = {
  'account create': {
    words: [],
    options: ['name', 'plan', 'per-minute', 'per-day'],
    run: async (bucket, { values }, now) => {
      const name = required(values.name, '--name');
      const limits = { requestsPerMinute: limit(values['per-minute'], '--per-minute'), requestsPerDay: limit(values['per-day'], '--per-day') };
      const account = await createAccount(bucket, { name, plan: planOf(required(values.plan, '--plan')), ...limits }, now);
      return {
        json: facts(account),
        text: `account ${account.id} (${account.plan}, ${account.name}) is made; npm run admin -- key create ${account.id}`,
      };
    },
  },
  'account plan': {
    words: ['ID', 'PLAN'],
    options: [],
    run: async (bucket, { words: [id = '', plan = ''] }) => {
      const { account, inactivated, reactivated } = await changePlan(bucket, id, planOf(plan));
      const lines = [
        `account ${account.id} is on the plan ${account.plan}`,
        ...inactivated.map(
          (key) => `key ${shown(key)} stops working: the plan allows fewer keys, and it is one of the oldest; it comes back with a plan of more`,
        ),
        ...reactivated.map((key) => `key ${shown(key)} works again`),
      ];
      const ids = { keys_inactivated: inactivated.map((key) => key.id), keys_reactivated: reactivated.map((key) => key.id) };
      return { json: { ...facts(account), ...ids }, text: lines.join('\n') };
    },
  },
  'account list': {
    words: [],
    options: [],
    run: async (bucket) => ({
      columns: columns(['id', 12], ['plan', 5], ['per minute', 10], ['per day', 10], ['active keys', 11], ['created', 24], ['name', 0]),
      rows: listed(bucket, function* (held) {
        const { account, keys } = held;
        const active = keys.filter(({ state }) => state === 'active').length;
        const limits = [account.requests_per_minute, account.requests_per_day].map((given) => given?.toString() ?? 'plan');
        yield {
          json: { ...facts(account), active_keys: active },
          cells: [account.id, account.plan, ...limits, String(active), account.created_at, account.name],
        };
      }),
    }),
  },
  'key create': {
    words: ['ACCOUNT'],
    options: ['name'],
    run: async (bucket, { words: [id = ''], values }, now) => {
      const made = await createKey(bucket, id, now, values.name ?? null);
      return { json: { account_id: id, ...made }, text: `${made.key}\nShown this once; only its hash is kept. Its id is ${made.id}.` };
    },
  },
  'key list': {
    words: ['[ACCOUNT]'],
    options: [],
    run: async (bucket, { words: [id] }) => ({
      columns: columns(['id', 19], ['key', 13], ['state', 8], ['created', 24], ['revoked', 24], ['account', 12], ['name', 0]),
      rows: listed(
        bucket,
        function* ({ account, keys }) {
          for (const { id: key, state, stored } of keys) {
            const { prefix, name, created_at, revoked_at, hash } = stored;
            yield {
              json: { id: key, account_id: account.id, state, prefix, name, created_at, revoked_at, hash },
              cells: [key, `${prefix}…`, state, created_at, revoked_at ?? '', account.name, name ?? ''],
            };
          }
        },
        id,
      ),
    }),
  },
  'key revoke': {
    words: ['ID'],
    options: [],
    run: async (bucket, { words: [which = ''] }, now) => {
      if (which.startsWith('nf_live_'))
        throw new CommandError(
          'a key does not belong on a command line, where every user of the machine and the history of the shell see it: give its id (npm run admin -- key list ACCOUNT), or - and the key on standard input',
        );
      const { account, key, reactivated } = await revokeKey(bucket, which === '-' ? await keyFromInput() : which, now);
      const lines = [
        `key ${shown(key)} of account ${account.id} is revoked since ${key.stored.revoked_at}`,
        ...reactivated.map((other) => `key ${shown(other)} works again: the plan has room for it`),
      ];
      const { prefix, revoked_at } = key.stored;
      return {
        json: { id: key.id, account_id: account.id, prefix, revoked_at, keys_reactivated: reactivated.map(({ id }) => id) },
        text: lines.join('\n'),
      };
    },
  },
};

async function keyFromInput(): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write('The key, then Enter and Ctrl-D:\n');
  return (await readAll(process.stdin)).trim();
}

const facts = ({ id, name, plan, created_at, requests_per_minute, requests_per_day }: StoredAccount) => ({
  id,
  name,
  plan,
  created_at,
  requests_per_minute,
  requests_per_day,
});

const shown = ({ id, stored: { prefix, name } }: HeldKey): string => `${id} (${prefix}…${name === null ? '' : `, ${name}`})`;

const columns = (...titled: readonly (readonly [string, number])[]): Listing['columns'] => titled.map(([title, width]) => ({ title, width }));

/** Rows of one account, or of every one; an entry that cannot be read is named on stderr, and the list goes on. */
async function* listed<T>(bucket: KV, rowsOf: (held: HeldAccount) => Iterable<T>, accountId?: string): AsyncGenerator<T> {
  if (accountId !== undefined) return void (yield* rowsOf(await readAccount(bucket, accountId)));
  for await (const held of eachAccount(bucket)) {
    if ('unreadable' in held) process.stderr.write(`${held.unreadable} cannot be read: a later release may have written it\n`);
    else yield* rowsOf(held);
  }
}

async function print(answer: Answer | Listing, isJson: boolean): Promise<void> {
  if ('text' in answer) return void process.stdout.write(`${isJson ? JSON.stringify(answer.json) : answer.text}\n`);
  // Whoever read the beginning only, as `head` does, wants no more.
  process.stdout.once('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  const write = async (text: string): Promise<void> => {
    if (!process.stdout.write(text)) await once(process.stdout, 'drain');
  };
  const line = (cells: readonly string[]): string =>
    `${cells
      .map((cell, at) => cell.padEnd(answer.columns[at]?.width ?? 0))
      .join('  ')
      .trimEnd()}\n`;
  const rows = answer.rows[Symbol.asyncIterator]();
  // Asked for before anything is printed: a list that cannot be had prints nothing.
  let row = await rows.next();
  await write(isJson ? '[' : line(answer.columns.map(({ title }) => title)));
  for (let before = ''; row.done !== true; before = ',', row = await rows.next())
    await write(isJson ? `${before}${JSON.stringify(row.value.json)}\n` : line(row.value.cells));
  if (isJson) await write(']\n');
}

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
  const needed = command.words.filter((word) => !word.startsWith('[')).length;
  if (words.length < needed || words.length > command.words.length)
    throw new CommandError(`${group} ${verb} wants ${command.words.length === 0 ? 'nothing more' : command.words.join(' and ')}\n\n${usage}`);
  return { command, words, values, dataDir: values['data-dir'], isJson: values.json };
}

await runCommand(
  async () => {
    const request = chosen(process.argv.slice(2));
    if (request === null) return void process.stdout.write(usage);
    const { command, words, values, dataDir, isJson } = request;
    const config = serviceConfig(dataDir);
    await withBus(config, 'tickerwire-admin', async (bus) => {
      const bucket = await openBucket(bus, buckets.accounts, config.NATS_REPLICAS);
      await print(await command.run(bucket, { words, values }, new Date()), isJson);
    });
  },
  (error) => error instanceof AccountError || error instanceof ConfigError,
);
