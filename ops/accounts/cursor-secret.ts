/**
 * The key that authenticates cursors: configuration's, or one kept in NATS, the same for every process. `admin apply` makes it: the
 * API may not write where accounts stand, since a single message there can be told to take the place of all others (Nats-Rollup).
 */
import { randomBytes } from 'node:crypto';
import type { KV } from '@nats-io/kv';

const name = 'secret.cursor';

/** Throws where there is none yet. */
export async function cursorSecret(bucket: KV, configured: string): Promise<string> {
  if (configured !== '') return configured;
  const kept = await keptCursorSecret(bucket);
  if (kept === null) throw new Error('the key of cursors is missing: run npm run admin -- apply');
  return kept;
}

/** Null: there is none. */
export async function keptCursorSecret(bucket: KV): Promise<string | null> {
  const entry = await bucket.get(name);
  return entry?.operation === 'PUT' ? entry.string() : null;
}

/** Makes one where there is none; of two at once the first is kept. */
export async function makeCursorSecret(bucket: KV): Promise<void> {
  if ((await keptCursorSecret(bucket)) !== null) return;
  try {
    await bucket.create(name, randomBytes(32).toString('base64url'));
  } catch (error) {
    if ((await keptCursorSecret(bucket)) === null) throw error;
  }
}
