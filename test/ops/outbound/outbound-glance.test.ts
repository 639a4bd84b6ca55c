/** Reads only the start of an answer; the rest costs neither time nor memory. */
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { createOutbound } from '#ops/outbound/outbound.ts';
import { sharedOrigin } from '#test/support/shared-origin.ts';

let answer: (response: ServerResponse) => void = () => undefined;
const base = await sharedOrigin((_, response) => answer(response));
const outbound = createOutbound({ allowedOrigins: [base] });
afterAll(() => outbound.close());

const endless = (response: ServerResponse): void => {
  const piece = Buffer.alloc(65_536, 'x');
  const more = (): void => {
    while (!response.destroyed && response.write(piece));
  };
  response.on('drain', more);
  response.on('error', () => undefined);
  more();
};

test.each<readonly [string, (response: ServerResponse) => void, status: number, body: string]>([
  ['short', (response) => response.writeHead(200).end('fine'), 200, 'fine'],
  ['without an end', (response) => endless(response.writeHead(500)), 500, 'x'.repeat(1_024)],
  ['announced as gigabytes', (response) => endless(response.writeHead(200, { 'content-length': '9000000000' })), 200, 'x'.repeat(1_024)],
  ['that goes on in silence', (response) => response.writeHead(200).write('a'), 200, 'a'],
  ['that is cut off', (response) => response.writeHead(200, { 'content-length': '9' }).write('cut', () => response.destroy()), 200, 'cut'],
  ['of a coding that is not read', (response) => response.writeHead(200, { 'content-encoding': 'br' }).end('?'), 200, ''],
  [
    'that unpacks to a thousand times its size',
    (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(50_000_000))),
    200,
    '\0'.repeat(1_024),
  ],
  ['of a redirect', (response) => response.writeHead(307, { location: '/elsewhere' }).end('there'), 307, 'there'],
])('a body %s', async (_, respond, status, body) => {
  answer = respond;
  const result = await outbound.request({
    url: base,
    method: 'POST',
    body: '{}',
    bodyBytesMax: 1_024,
    timeoutMs: 10_000,
    glance: { bytes: 1_024, withinMs: 500 },
  });
  expect(result).toMatchObject({ outcome: 'answered', status });
  expect(result.outcome === 'answered' && result.body.toString()).toBe(body);
});
