/** Answers leave no listeners on their connection. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { send } from '#api/reply/send.ts';
import { until } from '#test/support/until.ts';

// This is more than the buffers of a connection take at once.
const body = Buffer.alloc(16_000_000, 'x');

test('a connection that has sent many large answers has no listeners left from them', async () => {
  const sockets = new Set<Socket>();
  const server = createServer((req: IncomingMessage, res: ServerResponse) => {
    sockets.add(req.socket);
    send({ req, res }, 200, [], body, body.length);
  });
  onTestFinished(() => void server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => void client.destroy());
  let read = 0;
  client.on('data', (bytes) => (read += bytes.length));
  const before: number[] = [];
  for (let answers = 1; answers <= 5; answers += 1) {
    client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await until('the answer', () => read > answers * body.length);
    const [socket] = sockets;
    await until('the answer to have left', () => socket!.writableLength === 0);
    before.push(socket!.listenerCount('timeout'));
  }
  expect(sockets.size).toBe(1);
  expect(new Set(before).size).toBe(1);
});
