/** Marks a webhook as disabled in its account's entry, by compare-and-swap; the rest of the entry stays as it is. */
import type { KV } from '@nats-io/kv';
import { z } from 'zod';
import { accountName } from './account-entries.ts';
import { changeEntry } from '../nats/bucket-entry.ts';

const Entry = z.looseObject({ webhooks: z.array(z.unknown()) });
const Named = z.looseObject({ id: z.string(), disabled_at: z.string().nullable().optional() });

/** Returns since when it is disabled: `at` or an earlier time; null when there is no such webhook. Throws when the entry keeps changing. */
export async function disableWebhook(bucket: KV, accountId: string, webhookId: string, at: string): Promise<string | null> {
  const placeIn = ({ webhooks }: z.infer<typeof Entry>): number => webhooks.findIndex((one) => Named.safeParse(one).data?.id === webhookId);
  const entry = await changeEntry(bucket, accountName(accountId), Entry, (held) => {
    const place = placeIn(held);
    const webhook = Named.safeParse(held.webhooks[place]).data;
    return webhook === undefined || webhook.disabled_at ? null : { ...held, webhooks: held.webhooks.with(place, { ...webhook, disabled_at: at }) };
  });
  const webhook = entry === null ? undefined : Named.safeParse(entry.webhooks[placeIn(entry)]).data;
  return webhook?.disabled_at ?? null;
}
