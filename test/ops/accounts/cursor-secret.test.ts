import { describe, expect, test } from 'vitest';
import { cursorSecret, readStoredCursorSecret, makeCursorSecret } from '#ops/accounts/cursor-secret.ts';
import { streamSide } from '#ops/scripts/apply/apply-control-plane.ts';
import { openBucket } from '#ops/nats/streams.ts';
import { readConfig } from '#schemas/config.ts';
import { buckets } from '#schemas/subjects.ts';
import { applyStreams } from '#test/support/control-plane.ts';
import { sharedBus } from '#test/support/shared-servers.ts';

const { bus } = await sharedBus();
await applyStreams(bus);
const bucket = await openBucket(bus, buckets.accounts);

describe('the cursor secret', () => {
  test('is made with its bucket, and a configured one is used instead', async () => {
    const secret = await cursorSecret(bucket, '');
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
    expect(await cursorSecret(bucket, 'configured')).toBe('configured');
    await applyStreams(bus);
    expect(await cursorSecret(bucket, '')).toBe(secret);
  });

  test('is made once by many processes at once, and made again by apply after it was deleted', async () => {
    const before = await cursorSecret(bucket, '');
    await bucket.delete('secret.cursor');
    await expect(cursorSecret(bucket, '')).rejects.toThrow('run npm run admin -- apply');
    const side = await streamSide(bus, readConfig({}));
    expect(side.changes.map(({ says }) => says)).toEqual(['make the cursor secret']);
    await side.apply();
    const made = await cursorSecret(bucket, '');
    expect(made).not.toBe(before);
    await Promise.all(Array.from({ length: 20 }, () => makeCursorSecret(bucket)));
    expect(await readStoredCursorSecret(bucket)).toBe(made);
  });
});
