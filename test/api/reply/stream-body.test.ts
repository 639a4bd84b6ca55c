import { once } from 'node:events';
import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { streamBody } from '#api/reply/stream-body.ts';
import { until } from '#test/support/until.ts';

const pieceBytes = 200_000;

/** Serves a body in pieces. Returns how many pieces were requested, whether the source was closed, and how the body ended. */
async function serve(pieces: number, failAt = Number.POSITIVE_INFINITY) {
  const seen = { asked: 0, isClosed: false, ended: null as number | Error | null };
  async function* source(): AsyncGenerator<string, void, void> {
    try {
      for (let at = 0; at < pieces; at += 1) {
        seen.asked += 1;
        if (at === failAt) throw new Error('the store is unreachable');
        yield 'x'.repeat(pieceBytes);
      }
    } finally {
      seen.isClosed = true;
    }
  }
  const server = createServer((_, res) => {
    streamBody({ res }, ['Content-Type', 'text/csv'], source(), 'identity').then(
      (bytes) => (seen.ended = bytes),
      (error: Error) => (seen.ended = error),
    );
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const response = await new Promise<IncomingMessage>((resolve, reject) => request({ port, host: '127.0.0.1' }, resolve).on('error', reject).end());
  return { seen, response };
}

describe('a body in pieces', () => {
  test('arrives whole', async () => {
    const { seen, response } = await serve(30);
    const parts = await Array.fromAsync(response as AsyncIterable<Buffer>);
    expect(Buffer.concat(parts).length).toBe(30 * pieceBytes);
    await until('its end', () => seen.ended !== null);
    expect(seen).toEqual({ asked: 30, isClosed: true, ended: 30 * pieceBytes });
  });

  test('waits for a reader that does not read, and ends when the reader disconnects', async () => {
    const { seen, response } = await serve(10_000);
    response.on('error', () => undefined);
    // The buffers of the two sockets take some megabytes; then no more pieces are requested.
    let before = -1;
    await until('the stop', async () => {
      if (seen.asked === before) return true;
      before = seen.asked;
      await new Promise((resolve) => setTimeout(resolve, 100));
      return false;
    });
    expect(seen.asked).toBeLessThan(200);
    response.destroy();
    await until('its end', () => seen.ended !== null);
    expect(seen.isClosed).toBe(true);
    expect(seen.asked).toBeLessThan(200);
    expect(seen.ended).toBeTypeOf('number');
  });

  test('that fails ends the connection, so that no reader takes it for complete', async () => {
    const { seen, response } = await serve(10, 3);
    await expect(Array.fromAsync(response as AsyncIterable<Buffer>)).rejects.toThrow();
    expect(seen.ended).toMatchObject({ message: 'the store is unreachable' });
  });
});
