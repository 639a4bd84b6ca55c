/** Marks a webhook as disabled in its account's entry, by compare-and-swap: what else the entry holds stays as it is. */
import type { KV } from '@nats-io/kv';
import { z } from 'zod';
import { accountName, jsonOf } from './account-entries.ts';
import { backoff, pause } from './pause.ts';

const Entry = z.looseObject({ webhooks: z.array(z.unknown()) });
const Named = z.looseObject({ id: z.string(), disabled_at: z.string().nullable().optional() });

const triesMax = 10;
const never = new AbortController().signal;

/** Since when it is disabled: `at`, or from before; null: there is no such webhook. Throws where others keep changing the entry. */
export async function disableWebhook(bucket: KV, accountId: string, webhookId: string, at: string): Promise<string | null> {
  for (let tries = 0; ; tries += 1) {
    const found = await bucket.get(accountName(accountId));
    const entry = found?.operation === 'PUT' ? Entry.safeParse(jsonOf(found)).data : undefined;
    const place = entry?.webhooks.findIndex((one) => Named.safeParse(one).data?.id === webhookId) ?? -1;
    if (found === null || entry === undefined || place < 0) return null;
    const webhook = Named.parse(entry.webhooks[place]);
    if (webhook.disabled_at) return webhook.disabled_at;
    const webhooks = entry.webhooks.with(place, { ...webhook, disabled_at: at });
    try {
      await bucket.update(found.key, JSON.stringify({ ...entry, webhooks }), found.revision);
      return at;
    } catch (error) {
      if (tries === triesMax) throw error;
      await pause(backoff(tries, 10, 500), never);
    }
  }
}
