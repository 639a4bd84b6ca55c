import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isPortFree } from '#ops/process/free-port.ts';
import { choosePorts, loopback } from '#ops/up/ports.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'tickerwire-ports-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

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
