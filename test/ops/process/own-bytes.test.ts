import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { ownBytes } from '#ops/process/own-bytes.ts';

test.each([
  ['a text', 'prices in €'],
  ['a slice of a slab', Buffer.from('prices in €')],
  ['what zlib wrote', gzipSync('prices in €'.repeat(100))],
  ['nothing', ''],
])('%s comes back the same, in memory that holds nothing else', (_, given) => {
  const own = ownBytes(given);
  expect(own.equals(Buffer.from(given as string))).toBe(true);
  expect(own.buffer.byteLength).toBe(own.length);
});

test('bytes that stand alone are not copied', () => {
  const alone = Buffer.allocUnsafeSlow(10);
  expect(ownBytes(alone)).toBe(alone);
});
