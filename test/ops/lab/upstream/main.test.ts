import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { startServer, type RunningServer } from '#test/support/process.ts';
import { until } from '#test/support/until.ts';
import { ask, catalogueOf, truthOf } from './client.ts';

const program = fileURLToPath(new URL('../../../../ops/lab/upstream/main.ts', import.meta.url));
const running: RunningServer[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
});

async function start(...flags: readonly string[]): Promise<RunningServer> {
  const server = await startServer((port, dataDir) => [process.execPath, [program, '--port', String(port), '--state', dataDir, ...flags]]);
  running.push(server);
  return server;
}

const urlOf = ({ port }: RunningServer): string => `http://127.0.0.1:${port}`;
const pollAll = async (url: string): Promise<void> => {
  for (const source of await catalogueOf(url)) await ask(source.url);
};

describe('the command', () => {
  test('says where it listens in one line of JSON, and leaves with 0 when told to', async () => {
    const child = spawn(process.execPath, [program, '--burst', '10'], { stdio: ['ignore', 'pipe', 'inherit'] });
    let out = '';
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    await until('the line', () => out.includes('\n'));
    const { ready, url } = JSON.parse(out) as { ready: boolean; url: string };
    expect(ready).toBe(true);
    expect((await ask(`${url}/catalogue.json`)).status).toBe(200);
    const code = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    expect(await code).toBe(0);
  });

  test('says in one line what is wrong, and leaves with 1', async () => {
    for (const flags of [['--upstream', '/no/such/folder'], ['--rate', 'many'], ['--unheard-of']]) {
      const child = spawn(process.execPath, [program, ...flags], { stdio: ['ignore', 'ignore', 'pipe'] });
      let errors = '';
      child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
      expect(await new Promise((resolve) => child.once('close', resolve))).toBe(1);
      expect(errors).toMatch(/^upstream: .+\n$/);
    }
  });
});

describe('after kill -9', () => {
  test('the truth holds all that was answered before, and the documents go on from there', async () => {
    const server = await start('--rate', '200', '--seed', '3');
    const url = urlOf(server);
    await pollAll(url);
    const polling = pollAll(url).catch(() => undefined);
    const answered = await truthOf(url);
    await server.kill();
    await polling;
    await server.restart();

    const after = await truthOf(url);
    expect(after.slice(0, answered.length)).toEqual(answered);
    await until('new documents', async () => {
      await pollAll(url);
      return (await truthOf(url)).length > after.length + 50;
    });
    const grown = await truthOf(url);
    expect(grown.slice(0, after.length)).toEqual(after);
    expect(new Set(grown.map(({ document }) => document)).size).toBe(grown.length);
  });
});
