/** Stores when the last backup of the service ended and up to which record, in the KV bucket `feed_log`. */
import type { KV } from '@nats-io/kv';
import { z } from 'zod';

const key = 'backup';

const LastBackup = z.object({ ended_at: z.iso.datetime(), last_seq: z.int() });
export type LastBackup = z.infer<typeof LastBackup>;

export const recordBackup = (feedLog: KV, backup: LastBackup): Promise<number> => feedLog.put(key, JSON.stringify(backup));

/** Returns the last backup, or null when none is recorded or this release cannot parse the entry. */
export async function lastBackup(feedLog: KV): Promise<LastBackup | null> {
  const entry = await feedLog.get(key);
  if (entry === null || entry.operation !== 'PUT') return null;
  return LastBackup.safeParse(entry.json()).data ?? null;
}
