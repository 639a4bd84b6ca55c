/** `npm start` without any reachable source does not look healthy: screen, `/ready` and `/status` say what fails, since when and why. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test, onTestFinished } from 'vitest';
import { collectedForms } from '#schemas/vocabulary.ts';
import type { Status } from '#ops/up/ops.ts';
import { freePort } from '#test/support/process.ts';
import { endChild } from '#test/support/run-program.ts';
import { until } from '#test/support/until.ts';
import { scratchFolder } from '#test/support/scratch.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
let dir: string;
let child: ChildProcess | null = null;
beforeEach(() => {
  dir = scratchFolder(onTestFinished);
});
afterEach(async () => {
  if (child !== null) await endChild(child);
});

interface Started {
  readonly child: ChildProcess;
  readonly output: () => string;
}

function start(environment: NodeJS.ProcessEnv, ...words: string[]): Started {
  let output = '';
  const started = spawn(process.execPath, ['ops/up.ts', 'start', '--data-dir', join(dir, 'data'), '--port', '0', ...words], {
    cwd: root,
    env: { ...process.env, NATS_URL: '', REDIS_URL: '', CLICKHOUSE_URL: '', OPS_PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [started.stdout, started.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child = started;
  return { child: started, output: () => output };
}

function sourcesFile(port: number): string {
  const path = join(dir, 'sources.json');
  const url = `http://127.0.0.1:${port}/feed.xml`;
  writeFileSync(path, JSON.stringify([{ id: 'wire', name: 'Wire', url, domain: 'wire.example', outlet: 'Wire', kind: 'feed' }]));
  return path;
}

test('sources that fail are named with since when and why, and so is a missing symbol list', async () => {
  const port = await freePort();
  const edgar = `http://127.0.0.1:${port}`;
  const agencies = Object.fromEntries(['BLS', 'BEA', 'CENSUS', 'FED', 'DOL'].map((name) => [`${name}_URL`, edgar]));
  const { output } = start({
    ...agencies,
    SOURCES_FILE: sourcesFile(port),
    GDELT_URL: '',
    EDGAR_URL: edgar,
    SYMBOL_LISTINGS_URL: edgar,
    OUTBOUND_ALLOWED_ORIGINS: edgar,
  });
  const runFile = join(dir, 'data', 'run.json');
  const run = await until('the service', () => existsSync(runFile) && (JSON.parse(readFileSync(runFile, 'utf8')) as { ops: string }));
  const sources = ['symbols', 'symbols_nasdaqlisted', 'symbols_otherlisted', 'wire', ...Object.keys(collectedForms)];
  const calendars = ['bls', 'bea', 'census', 'fed', 'dol'].map((agency) => `calendar_${agency}`);
  const names = ['symbols', ...[...sources, ...calendars].map((source) => `source ${source}`)];
  const ready = await until('every source to have failed', async () => {
    const answer = await fetch(`${run.ops}/ready`);
    const body = (await answer.json()) as { ready: boolean; degraded: Record<string, string> };
    return names.every((name) => `pipeline ${name}` in body.degraded) && { status: answer.status, ...body };
  });
  expect(ready).toMatchObject({ status: 200, ready: true });
  expect(ready.degraded['pipeline source wire']).toMatch(/^failing since \d{4}-\d{2}-\d{2}T[\d:.]+Z: ECONNREFUSED$/);
  expect(ready.degraded['pipeline symbols']).toContain('no symbol list yet');
  const status = (await (await fetch(`${run.ops}/status`)).json()) as Status & { pipeline: { sources: unknown[] } };
  expect(Object.keys(status.degraded)).toEqual(expect.arrayContaining(names.map((name) => `pipeline ${name}`)));
  expect(status.pipeline.sources).toContainEqual({
    source: 'wire',
    last_success_at: null,
    failing_since: expect.any(String) as string,
    failures: expect.any(Number) as number,
    error: 'ECONNREFUSED',
  });
  await until('the screen to say so', () => /sources? (?:has|have) been failing since [^\n]+: ECONNREFUSED \([^\n]+\)\n/.test(output()));
  expect(output()).toContain('symbols: no symbol list yet');
  await until('the status line to say so', () => /17 of 17 sources are failing \(ECONNREFUSED\) · no symbol list · documents 0/.test(output()));
});

test('a NATS server that does not answer is named, with what to check', async () => {
  const nowhere = `127.0.0.1:${await freePort()}`;
  const { output } = start({ NATS_URL: `nats://me:secret@${nowhere}`, REDIS_URL: `redis://${nowhere}`, CLICKHOUSE_URL: `http://${nowhere}` });
  await until('the screen to say so', () => output().includes('waiting for NATS'));
  expect(output()).toContain(`waiting for NATS at nats://${nowhere} (no answer): check NATS_URL and that server\n`);
});

test('wrong settings and ports are refused before anything is written', async () => {
  const file = join(dir, 'bad.json');
  writeFileSync(file, '[{"id": 1}]');
  for (const [environment, words] of [
    [{ SOURCES_FILE: file }, `${file}: entry 1`],
    [{ EDGAR_POLL_MS: 'often' }, 'EDGAR_POLL_MS="often"'],
    [{ OPS_PORT: '99999' }, 'OPS_PORT="99999"'],
  ] as const) {
    const { child: started, output } = start(environment);
    const code = await new Promise((resolve) => started.once('close', resolve));
    expect({ code, output: output() }).toEqual({ code: 1, output: expect.stringContaining(words) as string });
    expect(readdirSync(dir)).toEqual(['bad.json']);
  }
});
