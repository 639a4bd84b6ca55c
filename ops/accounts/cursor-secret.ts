/**
 * The secret that authenticates cursors: the configured one, or one stored in NATS and shared by all processes. `admin apply` creates it,
 * because the API may not write to the bucket of accounts: one message there could replace all others (Nats-Rollup).
 */
import { randomBytes } from 'node:crypto';
import type { KV } from '@nats-io/kv';

const name = 'secret.cursor';

/** Returns the secret; throws when none exists yet. */
export async function cursorSecret(bucket: KV, configured: string): Promise<string> {
  if (configured !== '') return configured;
  const kept = await keptCursorSecret(bucket);
  if (kept === null) throw new Error('the cursor secret is missing: run npm run admin -- apply');
  return kept;
}

/** Returns the stored secret, or null when none exists. */
export async function keptCursorSecret(bucket: KV): Promise<string | null> {
  const entry = await bucket.get(name);
  return entry?.operation === 'PUT' ? entry.string() : null;
}

/** Creates a secret when none exists; when two processes do so at once, the first one's counts. */
export async function makeCursorSecret(bucket: KV): Promise<void> {
  if ((await keptCursorSecret(bucket)) !== null) return;
  try {
    await bucket.create(name, randomBytes(32).toString('base64url'));
  } catch (error) {
    if ((await keptCursorSecret(bucket)) === null) throw error;
  }
}
