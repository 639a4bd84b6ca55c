import { appendFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { Redis } from 'ioredis';
import { moveDamagedCounters } from '#ops/up/counters-aside.ts';
import { openLogFile } from '#ops/up/log-file.ts';
import { startPart, type RunningPart } from '#ops/up/part.ts';
import { countersConfiguration } from '#ops/up/parts.ts';
import { freePort, programPath } from '#test/support/process.ts';
import { scratchFolder } from '#test/support/scratch.ts';

const dir = scratchFolder();
/** The files of a server that counted to 100. */
let left: string;
const password = 'counted';

beforeAll(async () => {
  left = join(dir, 'left');
  const { part, port } = await startRedisOn(left);
  const redis = new Redis({ port, password });
  for (let count = 0; count < 100; count += 1) await redis.incr('counter');
  await redis.quit();
  await part.stop();
});

async function startRedisOn(folder: string): Promise<{ part: RunningPart; port: number; said: string[] }> {
  const port = await freePort();
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'redis.conf');
  writeFileSync(file, countersConfiguration({ port, dir: folder, password }));
  const said: string[] = [];
  const setAside = moveDamagedCounters(folder);
  const part = startPart(
    {
      name: 'redis',
      command: programPath('redis-server'),
      args: [file],
      env: process.env,
      cwd: folder,
      ready: { port, say: `AUTH ${password}\r\nPING\r\n`, hear: '+OK\r\n+PONG' },
      giveUpAfterMs: 0,
    },
    {
      log: openLogFile(join(folder, 'redis.log')),
      onProcess: () => undefined,
      onReady: () => undefined,
      onExit: (_, __, unready) => {
        const aside = unready === null ? null : setAside(unready);
        if (aside !== null) said.push(aside);
      },
    },
  );
  await part.firstReady;
  return { part, port, said };
}

const [base, log, manifest] = ['appendonly.aof.1.base.rdb', 'appendonly.aof.1.incr.aof', 'appendonly.aof.manifest'];
const damages: readonly (readonly [string, (folder: string) => void])[] = [
  ['zeros at the end', (folder) => appendFileSync(join(folder, log), Buffer.alloc(4_096))],
  ['a log of zeros', (folder) => writeFileSync(join(folder, log), Buffer.alloc(statSync(join(folder, log)).size))],
  ['no log', (folder) => rmSync(join(folder, log))],
  ['a base that is cut', (folder) => truncateSync(join(folder, base), 20)],
  ['no base', (folder) => rmSync(join(folder, base))],
  ['a manifest that is cut', (folder) => truncateSync(join(folder, manifest), 60)],
  ['a manifest of zeros', (folder) => writeFileSync(join(folder, manifest), Buffer.alloc(100))],
];

test.each(damages)('with %s Redis starts, and what it could not read is set aside', async (name, damage) => {
  const folder = join(dir, name.replaceAll(' ', '-'));
  cpSync(left, folder, { recursive: true });
  damage(join(folder, 'appendonlydir'));
  const { part, said } = await startRedisOn(folder);
  await part.stop();
  expect(said).toEqual([expect.stringContaining('redis cannot read its data')]);
  const aside = readdirSync(folder).filter((entry) => entry.startsWith('damaged-'));
  expect(aside).toHaveLength(1);
  expect(said[0]).toContain(join(folder, aside[0]!));
});

test('the files of a killed server are read', async () => {
  const folder = join(dir, 'killed');
  cpSync(left, folder, { recursive: true });
  // The last command is cut in its middle.
  truncateSync(join(folder, 'appendonlydir', log), readFileSync(join(folder, 'appendonlydir', log)).length - 5);
  const { part, port, said } = await startRedisOn(folder);
  const redis = new Redis({ port, password });
  expect(await redis.get('counter')).toBe('99');
  await redis.quit();
  await part.stop();
  expect(said).toEqual([]);
});

test('a disk without room, or another reason, sets nothing aside', () => {
  const folder = join(dir, 'kept');
  cpSync(left, folder, { recursive: true });
  const setAside = moveDamagedCounters(folder);
  expect(setAside("Can't open or create append-only dir appendonlydir: No space left on device")).toBeNull();
  expect(setAside('Failed listening on port 6379 (TCP), aborting.')).toBeNull();
  expect(readdirSync(folder)).toContain('appendonlydir');
});
