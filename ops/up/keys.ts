/** Creates one account and key per plan, once per data folder, for trying the service. The folder's keys.json has the only plain copies. */
import { join } from 'node:path';
import { z } from 'zod';
import pino from 'pino';
import { ApiKeyText } from '#schemas/account.ts';
import { buckets } from '#schemas/subjects.ts';
import { planNames, type PlanName } from '#schemas/vocabulary.ts';
import { entryOfKey } from '../accounts/account-entries.ts';
import { createAccount, createKey, hashKey } from '../accounts/accounts.ts';
import { openBus, type Bus } from '../nats/nats.ts';
import { openBucket } from '../nats/streams.ts';
import { readStored, writeWhole } from './stored-file.ts';
import { makeAccountLink } from '../accounts/account-link.ts';
import type { RunFile } from './run-file.ts';

const StoredKeys = z.partialRecord(z.enum(planNames), ApiKeyText);

export type PlanKeys = Readonly<Record<PlanName, string>>;

/** Returns the keys. A stored key that NATS no longer has (its folder was removed, or another server is used) is replaced and reported. */
export async function ensureKeys(dir: string, bus: Bus, now: Date, say: (line: string) => void = () => undefined): Promise<PlanKeys> {
  const path = join(dir, 'keys.json');
  const bucket = await openBucket(bus, buckets.accounts);
  const keys = new Map<PlanName, string>();
  const unknown: PlanName[] = [];
  for (const plan of planNames) {
    const stored = readStored(path, StoredKeys) ?? {};
    const kept = stored[plan];
    if (kept !== undefined) {
      const entry = await entryOfKey(bucket, hashKey(kept));
      if (entry === null) unknown.push(plan);
      if (entry?.keys.some((key) => key.stored.hash === hashKey(kept) && key.state === 'active')) {
        keys.set(plan, kept);
        continue;
      }
    }
    const account = await createAccount(bucket, { name: `local ${plan}`, plan }, now);
    const { key } = await createKey(bucket, account.id, now);
    keys.set(plan, key);
    writeWhole(path, JSON.stringify({ ...stored, [plan]: key }, null, 2));
  }
  if (unknown.length > 0)
    say(
      `NATS no longer has the keys in keys.json (${unknown.join(', ')}), so new ones were created. If other accounts are missing too, npm run restore brings them back from a backup`,
    );
  return Object.fromEntries(keys) as PlanKeys;
}

/** A day, because a demo that is started in the morning may be opened in the evening. */
const lifeMs = 24 * 3_600_000;

/** Returns a sign-in link for the account with the plan pro, or null when that account no longer exists. */
export async function makeSignInLink(config: Parameters<typeof openBus>[0], { api, keys }: Pick<RunFile, 'api' | 'keys'>): Promise<string | null> {
  const bus = await openBus(config, 'tickerwire-up', pino({ level: 'silent' }));
  try {
    const entry = await entryOfKey(await openBucket(bus, buckets.accounts), hashKey(keys.pro));
    return entry === null ? null : (await makeAccountLink(bus, { who: entry.account.id, publicUrl: api, lifeMs, now: new Date() })).url;
  } finally {
    await bus.close();
  }
}
