/**
 * The secret that signs cursors: the configured one, or one that NATS stores for all processes. `admin apply` creates the stored one; the
 * API has no permission to write to this bucket, where a message with the header Nats-Rollup can delete all others.
 */
import { randomBytes } from 'node:crypto';
import type { KV } from '@nats-io/kv';

const name = 'secret.cursor';

export async function cursorSecret(bucket: KV, configured: string): Promise<string> {
  if (configured !== '') return configured;
  const kept = await readStoredCursorSecret(bucket);
  if (kept === null) throw new Error('the cursor secret is missing: run npm run admin -- apply');
  return kept;
}

export async function readStoredCursorSecret(bucket: KV): Promise<string | null> {
  const entry = await bucket.get(name);
  return entry?.operation === 'PUT' ? entry.string() : null;
}

/** Creates a secret unless one is stored. When two processes do this at once, the first write wins. */
export async function makeCursorSecret(bucket: KV): Promise<void> {
  if ((await readStoredCursorSecret(bucket)) !== null) return;
  try {
    await bucket.create(name, randomBytes(32).toString('base64url'));
  } catch (error) {
    if ((await readStoredCursorSecret(bucket)) === null) throw error;
  }
}
