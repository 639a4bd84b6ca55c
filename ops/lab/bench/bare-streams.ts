/** The ceiling of the stream benchmark: a server of node:http that keeps answers open and writes each line of its input to all of them. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';

const open = new Set<ServerResponse>();
const server = createServer((_, response) => {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(': open\n\n');
  open.add(response);
  response.once('close', () => open.delete(response));
}).listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ ready: true, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })}\n`);
});
createInterface({ input: process.stdin }).on('line', (line) => {
  const event = Buffer.from(`data: ${line}\n\n`);
  for (const response of open) response.write(event);
});
