/** When the service was backed up last: noted in the KV bucket `feed_log`, beside the log whose end the backup holds. */
import type { KV } from '@nats-io/kv';
import { z } from 'zod';

const key = 'backup';

const LastBackup = z.object({ ended_at: z.iso.datetime(), last_seq: z.int() });
export type LastBackup = z.infer<typeof LastBackup>;

export const noteBackup = (feedLog: KV, backup: LastBackup): Promise<number> => feedLog.put(key, JSON.stringify(backup));

/** Null: none was taken. */
export async function lastBackup(feedLog: KV): Promise<LastBackup | null> {
  const entry = await feedLog.get(key);
  if (entry === null || entry.operation !== 'PUT') return null;
  return LastBackup.safeParse(entry.json()).data ?? null;
}
