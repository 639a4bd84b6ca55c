/** The key that authenticates cursors: configuration's, or one made once and kept in NATS, the same for every process. */
import { randomBytes } from 'node:crypto';
import type { KV } from '@nats-io/kv';

const name = 'secret.cursor';

export async function cursorSecret(bucket: KV, configured: string): Promise<string> {
  if (configured !== '') return configured;
  const kept = await read(bucket);
  if (kept !== null) return kept;
  const made = randomBytes(32).toString('base64url');
  try {
    await bucket.create(name, made);
    return made;
  } catch (error) {
    // Another process made one at the same moment: its own is the one.
    const theirs = await read(bucket);
    if (theirs === null) throw error;
    return theirs;
  }
}

async function read(bucket: KV): Promise<string | null> {
  const entry = await bucket.get(name);
  return entry?.operation === 'PUT' ? entry.string() : null;
}
