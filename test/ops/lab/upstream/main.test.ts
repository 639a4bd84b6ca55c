import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { endChild, runProgram } from '#test/support/run-program.ts';
import { startServer } from '#test/support/process.ts';
import { until } from '#test/support/until.ts';
import { ask, catalogueOf, truthOf } from './client.ts';

const program = fileURLToPath(new URL('../../../../ops/lab/upstream/main.ts', import.meta.url));
const pollAll = async (url: string): Promise<void> => {
  for (const source of await catalogueOf(url)) await ask(source.url);
};

describe('the command', () => {
  test('prints where it listens in one line of JSON, and ends with 0 on SIGTERM', async () => {
    const child = spawn(process.execPath, [program, '--burst', '10'], { stdio: ['ignore', 'pipe', 'inherit'] });
    let out = '';
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    await until('the line', () => out.includes('\n'));
    const { ready, url } = JSON.parse(out) as { ready: boolean; url: string };
    expect(ready).toBe(true);
    expect((await ask(`${url}/catalogue.json`)).status).toBe(200);
    expect(await endChild(child)).toBe(0);
  });

  test('prints in one line what is wrong, and ends with 1', async () => {
    for (const flags of [['--upstream', '/no/such/folder'], ['--rate', 'many'], ['--unheard-of']]) {
      const ended = await runProgram(process.execPath, [program, ...flags]);
      expect(ended).toMatchObject({ code: 1, errors: expect.stringMatching(/^upstream: .+\n$/) });
    }
  });
});

describe('after kill -9', () => {
  test('the truth holds all that was answered before, and the documents go on from there', async () => {
    const flags = ['--rate', '200', '--seed', '3'];
    const server = await startServer((port, dataDir) => [process.execPath, [program, '--port', String(port), '--state', dataDir, ...flags]]);
    onTestFinished(() => server.stop());
    const url = `http://127.0.0.1:${server.port}`;
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
