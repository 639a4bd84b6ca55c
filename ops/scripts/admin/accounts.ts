/** `npm run admin -- account|key …`. A key's text is printed once, when it is created, and is not accepted as an argument. */
import { text as readAll } from 'node:stream/consumers';
import type { StoredAccount } from '#schemas/account.ts';
import { planNames, type PlanName } from '#schemas/vocabulary.ts';
import { makeAccountLink } from '../../accounts/account-link.ts';
import { accountNamed, type KeyStatus } from '../../accounts/account-entries.ts';
import { changePlan, createAccount, createKey, revokeKey } from '../../accounts/accounts.ts';
import { nextCommand, UsageError } from '../command-line.ts';
import { CommandError } from '../service-config.ts';
import { columns, listed, type Command } from './command.ts';

export const accountCommands: Readonly<Record<string, Command>> = {
  'account create': {
    words: [],
    options: ['name', 'plan', 'per-minute', 'per-day'],
    run: async (accounts, { values }, now) => {
      const name = required(values.name, '--name');
      const limits = { requestsPerMinute: limit(values['per-minute'], '--per-minute'), requestsPerDay: limit(values['per-day'], '--per-day') };
      // The check does not prevent two operators from using one name at the same time.
      const taken = await accountNamed(accounts, name.trim());
      if (taken !== null)
        throw new CommandError(
          `an account named ${name} already exists (${taken.id}, ${taken.plan}): ${nextCommand('admin', ['key', 'create', taken.id], values['data-dir'])} makes a key for it`,
        );
      const account = await createAccount(accounts, { name, plan: planOf(required(values.plan, '--plan')), ...limits }, now);
      return {
        json: facts(account),
        text: `account ${account.id} (${account.plan}, ${account.name}) was created; create its first key with: ${nextCommand('admin', ['key', 'create', account.id], values['data-dir'])}`,
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
          (key) => `key ${shown(key)} stops working: the plan allows fewer keys and this is one of the oldest; a plan with more keys brings it back`,
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
      rows: listed(bucket, function* (entry) {
        const { account, keys } = entry;
        const active = keys.filter(({ state }) => state === 'active').length;
        const limits = [account.requests_per_minute, account.requests_per_day].map((given) => given?.toString() ?? 'plan');
        yield {
          json: { ...facts(account), active_keys: active },
          cells: [account.id, account.plan, ...limits, String(active), account.created_at, account.name],
        };
      }),
    }),
  },
  'account link': {
    words: ['ID|ADDRESS'],
    options: [],
    run: async (_, { words: [who = ''] }, now, { bus, config }) => {
      if (config.API_PUBLIC_URL === null) throw new CommandError('API_PUBLIC_URL is not set: the link needs the address of the service');
      const { url, account } = await makeAccountLink(bus, { who, publicUrl: config.API_PUBLIC_URL, lifeMs: linkLifeMs, now });
      const about = account === null ? `makes an account for ${who}` : `signs in to account ${account.id} (${account.name})`;
      return {
        json: { url, account_id: account?.id ?? null },
        text: `${url}\nValid once, within an hour: it ${about}. Anybody who has the link can use it.`,
      };
    },
  },
  'key create': {
    words: ['ACCOUNT'],
    options: ['name'],
    run: async (bucket, { words: [id = ''], values }, now) => {
      const made = await createKey(bucket, id, now, values.name ?? null);
      return {
        json: { account_id: id, ...made },
        text: `${made.key}\nThis key is shown only now; the service stores only its hash. Its id is ${made.id}.`,
      };
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
        throw new UsageError(
          "do not put a key on a command line, where other users of the machine and the shell's history see it: give its id (`npm run admin -- key list ACCOUNT` shows it), or - and the key on standard input",
        );
      const { account, key, reactivated } = await revokeKey(bucket, which === '-' ? await keyFromInput() : which, now);
      const lines = [
        `key ${shown(key)} of account ${account.id} was revoked at ${key.stored.revoked_at}`,
        ...reactivated.map((other) => `key ${shown(other)} works again: the plan allows one more key`),
      ];
      const { prefix, revoked_at } = key.stored;
      return {
        json: { id: key.id, account_id: account.id, prefix, revoked_at, keys_reactivated: reactivated.map(({ id }) => id) },
        text: lines.join('\n'),
      };
    },
  },
};

const linkLifeMs = 3_600_000;

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

const shown = ({ id, stored: { prefix, name } }: KeyStatus): string => `${id} (${prefix}…${name === null ? '' : `, ${name}`})`;

function required(value: string | undefined, name: string): string {
  if (value === undefined || value.trim() === '') throw new UsageError(`${name} is missing`);
  return value;
}

function planOf(text: string): PlanName {
  const plan = planNames.find((name) => name === text);
  if (plan === undefined) throw new UsageError(`no plan "${text}": ${planNames.join(', ')}`);
  return plan;
}

function limit(text: string | undefined, name: string): number | null {
  if (text === undefined) return null;
  if (!/^[1-9]\d{0,9}$/.test(text)) throw new UsageError(`${name} ${text}: must be a whole number from 1`);
  return Number(text);
}
