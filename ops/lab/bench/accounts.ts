/**
 * Measures the cost of 100,000 accounts: how much slower accounts and keys are created, and keys listed and revoked, than among 1,000; how
 * long an API process takes to load them all, against a watch that only receives them; and the memory per account.
 */
import { createHash } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { KV } from '@nats-io/kv';
import pino from 'pino';
import { buckets } from '#schemas/subjects.ts';
import { planNames } from '#schemas/vocabulary.ts';
import { applyStreams } from '#test/support/control-plane.ts';
import { startNats } from '#test/support/nats.ts';
import { readAccount } from '../../accounts/account-entries.ts';
import { accountNamed, noteName, type AccountBuckets } from '../../accounts/account-names.ts';
import { createAccount, createKey, revokeKey } from '../../accounts/accounts.ts';
import { openBus, type Bus } from '../../nats/nats.ts';
import { openBucket } from '../../nats/streams.ts';
import { watchAccounts } from '../../accounts/watch-accounts.ts';
import { median, type Measurements } from './measure.ts';

const fewAccounts = 1_000;
const manyAccounts = 100_000;
const asked = 100;
const growthMax = 1.5;
const accountBytesMax = 1_000;
const publishedAtOnce = 1_000;

const log = pino({ level: 'silent' });
const accountId = (number: number): string => number.toString(36).padStart(12, '0');
const hashOf = (number: number): string => createHash('sha256').update(String(number)).digest('hex');

/** Writes accounts with one key each, in the form that `createKey` leaves them, and an entry `key.<hash>` for each key. */
async function fill(bus: Bus, from: number, to: number): Promise<void> {
  const created_at = new Date(Date.UTC(2026, 0, 1)).toISOString();
  const subject = `$KV.${buckets.accounts}`;
  for (let first = from; first < to; first += publishedAtOnce) {
    const batch = Array.from({ length: Math.min(publishedAtOnce, to - first) }, (_, at) => first + at);
    await Promise.all(
      batch.flatMap((number) => {
        const [id, hash] = [accountId(number), hashOf(number)];
        const shown = { prefix: 'nf_live_abcd', created_at, revoked_at: null };
        const plan = planNames[number % planNames.length]!;
        const account = { id, name: `Customer ${number} Ltd`, plan, created_at, requests_per_minute: null, requests_per_day: null };
        return [
          bus.js.publish(`${subject}.key.${hash}`, JSON.stringify({ account_id: id, ...shown })),
          bus.js.publish(`${subject}.account.${id}`, JSON.stringify({ ...account, keys: [{ hash, name: null, ...shown }] })),
        ];
      }),
    );
  }
}

interface Changes {
  /** Time in ms to create an account as an operator does, with a check that the name is free. */
  readonly accountMs: number;
  readonly createMs: number;
  readonly listMs: number;
  readonly revokeMs: number;
}

/** Returns medians over accounts of the plan pro, which has room for a second key. */
async function measureChanges(all: AccountBuckets, accounts: number): Promise<Changes> {
  const bucket = all.accounts;
  // Warms up.
  await accountNamed(all, '');
  const times: Record<keyof Changes, number[]> = { accountMs: [], createMs: [], listMs: [], revokeMs: [] };
  const timed = async <T>(name: keyof Changes, work: () => Promise<T>): Promise<T> => {
    const startedAtMs = performance.now();
    const result = await work();
    times[name].push(performance.now() - startedAtMs);
    return result;
  };
  for (let at = 0; at < asked; at += 1) {
    const id = accountId(Math.floor((at * accounts) / asked / planNames.length) * planNames.length + planNames.indexOf('pro'));
    await timed('accountMs', async () => {
      const name = `Customer ${accounts} ${at}`;
      if ((await accountNamed(all, name)) !== null) throw new Error(`${name} is taken`);
      await noteName(all, await createAccount(bucket, { name, plan: 'free' }, new Date()));
    });
    const { id: key } = await timed('createMs', () => createKey(bucket, id, new Date()));
    await timed('listMs', () => readAccount(bucket, id));
    await timed('revokeMs', () => revokeKey(bucket, key, new Date()));
  }
  return { accountMs: median(times.accountMs), createMs: median(times.createMs), listMs: median(times.listMs), revokeMs: median(times.revokeMs) };
}

/** Receives every entry without looking at any. */
async function receiveAll(bucket: KV): Promise<void> {
  const watch = await bucket.watch();
  for await (const { delta } of watch) if (delta === 0) break;
  watch.stop();
}

interface Taken<T> {
  readonly result: T;
  readonly wallMs: number;
  /** Processor time of this process; other load on the machine hardly changes it. */
  readonly cpuMs: number;
}

async function taking<T>(work: () => Promise<T>): Promise<Taken<T>> {
  const [startedAtMs, before] = [performance.now(), process.cpuUsage()];
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return { result, wallMs: performance.now() - startedAtMs, cpuMs: (user + system) / 1_000 };
}

function collectGarbage(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

export async function benchAccounts(): Promise<Measurements> {
  const nats = await startNats();
  const bus = await openBus({ NATS_URL: [nats.url], NATS_USER: '', NATS_PASSWORD: '', NATS_INBOX_PREFIX: '_INBOX' }, 'bench', log);
  try {
    await applyStreams(bus);
    const bucket = await openBucket(bus, buckets.accounts);
    const all = { accounts: bucket, identities: await openBucket(bus, buckets.identities) };
    await fill(bus, 0, fewAccounts);
    const few = await measureChanges(all, fewAccounts);
    await fill(bus, fewAccounts, manyAccounts);
    const many = await measureChanges(all, manyAccounts);
    const received = await taking(() => receiveAll(bucket));
    const before = collectGarbage();
    const { result: map, wallMs, cpuMs } = await taking(() => watchAccounts(bucket, { connection: bus.connection, log }));
    const accountBytes = (collectGarbage() - before) / manyAccounts;
    if (map.byKeyHash(hashOf(manyAccounts - 1)) === undefined) throw new Error('the last key is not known');
    map.stop();
    const sum = ({ accountMs, createMs, listMs, revokeMs }: Changes): number => accountMs + createMs + listMs + revokeMs;
    const told = ({ accountMs, createMs, listMs, revokeMs }: Changes): string => `${[accountMs, createMs, listMs, revokeMs].map((ms) => ms.toFixed(2)).join(', ')} ms`; // prettier-ignore
    const growth = sum(many) / sum(few);
    return {
      account_growth: {
        value: growth,
        ceiling: growthMax,
        ratio: growth / growthMax,
        unit: 'x',
        note: `an account made by name, a key made, listed, revoked among ${manyAccounts} accounts: ${told(many)}; among ${fewAccounts}: ${told(few)}`,
      },
      accounts_start: {
        value: cpuMs,
        ceiling: received.cpuMs,
        ratio: cpuMs / received.cpuMs,
        unit: 'ms',
        note: `processor time until an API process knows ${manyAccounts} accounts, ${Math.round(wallMs)} ms by the clock; ceiling: a watch that looks at nothing, ${Math.round(received.wallMs)} ms`,
      },
      account_bytes: {
        value: accountBytes,
        ceiling: accountBytesMax,
        ratio: accountBytes / accountBytesMax,
        unit: 'bytes',
        note: `held for an account with one key, ${Math.round((accountBytes * manyAccounts) / 1e6)} MB for ${manyAccounts}`,
      },
    };
  } finally {
    await bus.close();
    await nats.stop();
  }
}
