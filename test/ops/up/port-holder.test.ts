/** A second demo on a machine reports which program uses the usual port before it takes another. */
import { createServer, type Server } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { freePort } from '#ops/process/free-port.ts';
import { holderLine } from '#ops/up/port-holder.ts';
import { loopback } from '#ops/up/ports.ts';

let server: Server | null = null;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = null;
});

async function listen(answer: string): Promise<number> {
  const port = await freePort(loopback);
  server = createServer((_, response) => response.end(answer));
  await new Promise<void>((resolve) => server!.listen(port, loopback, resolve));
  return port;
}

test('another tickerwire is named with its address', async () => {
  const port = await listen('{"name":"Tickerwire","documentation":"/api/schema/swagger-ui/"}');
  expect(await holderLine(port)).toBe(`another tickerwire runs at http://127.0.0.1:${port}: using another port (choose one with --port)`);
});

test('another program is named as one, also where it never answers in HTTP', async () => {
  const port = await listen('<h1>It works</h1>');
  expect(await holderLine(port)).toBe(`another program listens on port ${port}: using another port (choose one with --port)`);
});

test('of a free port nothing is said', async () => {
  expect(await holderLine(await freePort(loopback))).toBeNull();
});
