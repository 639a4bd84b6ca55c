import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createServer as createHttpServer, type Server } from 'node:http';
import { afterEach, beforeEach, expect, test, onTestFinished } from 'vitest';
import { isPortFree, freePort } from '#ops/process/free-port.ts';
import { choosePorts, loopback, describePortHolder } from '#ops/up/ports.ts';
import { scratchFolder } from '#test/support/scratch.ts';

let dir: string;
beforeEach(() => {
  dir = scratchFolder(onTestFinished);
});

const occupy = async (port: number): Promise<() => Promise<unknown>> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, loopback, resolve));
  return () => new Promise((resolve) => server.close(resolve));
};

test('a second choice gives the same ports, all different and below those of outgoing connections', async () => {
  const first = await choosePorts(dir, ['a', 'b', 'c']);
  expect(new Set(Object.values(first)).size).toBe(3);
  expect(Math.max(...Object.values(first))).toBeLessThan(32_768);
  expect(await choosePorts(dir, ['a', 'b', 'c'])).toEqual(first);
});

test('a remembered port that another program has taken is replaced, and only that one', async () => {
  const first = await choosePorts(dir, ['a', 'b']);
  const free = await occupy(first.a);
  const second = await choosePorts(dir, ['a', 'b']);
  expect(second.a).not.toBe(first.a);
  expect(second.b).toBe(first.b);
  expect(await isPortFree(first.a, loopback)).toBe(false);
  await free();
});

test('a preferred port is taken where it is free', async () => {
  const { a: candidate } = await choosePorts(mkdtempSync(join(dir, 'other-')), ['a']);
  expect((await choosePorts(dir, ['a', 'b'], { b: candidate })).b).toBe(candidate);
});

let server: Server | null = null;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = null;
});

async function listen(answer: string): Promise<number> {
  const port = await freePort(loopback);
  server = createHttpServer((_, response) => response.end(answer));
  await new Promise<void>((resolve) => server!.listen(port, loopback, resolve));
  return port;
}

test('another tickerwire is named with its address', async () => {
  const port = await listen('{"name":"Tickerwire","documentation":"/api/schema/swagger-ui/"}');
  expect(await describePortHolder(port)).toBe(`another tickerwire runs at http://127.0.0.1:${port}: using another port (choose one with --port)`);
});

test('another program is named as one, also where it never answers in HTTP', async () => {
  const port = await listen('<h1>It works</h1>');
  expect(await describePortHolder(port)).toBe(`another program listens on port ${port}: using another port (choose one with --port)`);
});
