/** Makes a link that signs people who try the service in to the account with the largest plan. */
import pino from 'pino';
import { buckets } from '#schemas/subjects.ts';
import { makeAccountLink } from '../accounts/account-link.ts';
import { accountOfKey } from '../accounts/account-entries.ts';
import { hashKey } from '../accounts/accounts.ts';
import { openBus } from '../nats/nats.ts';
import { openBucket } from '../nats/streams.ts';
import type { RunFile } from './run-file.ts';

/** Valid for a day: a demo started in the morning may be opened in the evening. */
const lifeMs = 24 * 3_600_000;

/** Returns null when the key's account no longer exists. */
export async function makeSignInLink(config: Parameters<typeof openBus>[0], { api, keys }: Pick<RunFile, 'api' | 'keys'>): Promise<string | null> {
  const bus = await openBus(config, 'tickerwire-up', pino({ level: 'silent' }));
  try {
    const who = await accountOfKey(await openBucket(bus, buckets.accounts), hashKey(keys.pro));
    return who === null ? null : (await makeAccountLink(bus, { who, publicUrl: api, lifeMs, now: new Date() })).url;
  } finally {
    await bus.close();
  }
}
