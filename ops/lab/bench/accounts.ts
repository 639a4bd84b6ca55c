/** Measures what 100,000 accounts cost an API process: the time to load them, against a watch that only receives them, and their memory. */
import { createHash } from 'node:crypto';
import type { KV } from '@nats-io/kv';
import pino from 'pino';
import { buckets } from '#schemas/subjects.ts';
import { planNames } from '#schemas/vocabulary.ts';
import { applyStreams } from '#test/support/control-plane.ts';
import { startNats } from '#test/support/nats.ts';
import { openBus, type Bus } from '../../nats/nats.ts';
import { openBucket } from '../../nats/streams.ts';
import { watchAccounts } from '../../accounts/watch-accounts.ts';
import { cpuMs, heldBytes, measurement, type Measurements } from './measure.ts';

const accounts = 100_000;
const accountBytesMax = 1_000;
const publishedAtOnce = 1_000;

const log = pino({ level: 'silent' });
const hashOf = (number: number): string => createHash('sha256').update(String(number)).digest('hex');

/** Writes accounts with one key each, in the form that `createKey` leaves them, and an entry `key.<hash>` for each key. */
async function fill(bus: Bus): Promise<void> {
  const created_at = new Date(Date.UTC(2026, 0, 1)).toISOString();
  const subject = `$KV.${buckets.accounts}`;
  for (let first = 0; first < accounts; first += publishedAtOnce) {
    const batch = Array.from({ length: publishedAtOnce }, (_, at) => first + at);
    await Promise.all(
      batch.flatMap((number) => {
        const [id, hash] = [number.toString(36).padStart(12, '0'), hashOf(number)];
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

/** Receives every entry without looking at any. */
async function receiveAll(bucket: KV): Promise<void> {
  const watch = await bucket.watch();
  for await (const { delta } of watch) if (delta === 0) break;
  watch.stop();
}

export async function benchAccounts(): Promise<Measurements> {
  const nats = await startNats();
  const bus = await openBus({ NATS_URL: [nats.url], NATS_USER: '', NATS_PASSWORD: '', NATS_INBOX_PREFIX: '_INBOX' }, 'bench', log);
  try {
    await applyStreams(bus);
    const bucket = await openBucket(bus, buckets.accounts);
    await fill(bus);
    const bareFromMs = cpuMs();
    await receiveAll(bucket);
    const bareMs = cpuMs() - bareFromMs;
    const [before, fromMs] = [heldBytes(), cpuMs()];
    const map = await watchAccounts(bucket, { connection: bus.connection, log });
    const ownMs = cpuMs() - fromMs;
    const bytes = (heldBytes() - before) / accounts;
    if (map.byKeyHash(hashOf(accounts - 1)) === undefined) throw new Error('the last key is not known');
    map.stop();
    const note = `processor time until an API process knows ${accounts} accounts; ceiling: a watch that looks at nothing`;
    return {
      accounts_start: measurement(ownMs, bareMs, 'ms', note),
      account_bytes: measurement(bytes, accountBytesMax, 'bytes', 'held for an account with one key'),
    };
  } finally {
    await bus.close();
    await nats.stop();
  }
}
