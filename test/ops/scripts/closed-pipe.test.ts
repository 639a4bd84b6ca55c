/** A command whose reader has gone, such as `head`, ends silently. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const closedPipeCode = 141;

interface Ended {
  readonly code: number | null;
  readonly errors: string;
}

/** Runs node with these arguments; `close` lists the outputs that have no reader from the start. */
function unread(words: readonly string[], close: readonly ('stdout' | 'stderr')[]): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...words], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    for (const name of close) child[name].destroy();
    child.once('exit', (code) => setImmediate(() => resolve({ code, errors })));
  });
}

/** Returns a command with this body, which may use `stopping` and `sleep`. The reader is gone before it writes. */
const commandOf = (body: string, graceMs = 0): string[] => [
  '--input-type=module',
  '-e',
  `import { setTimeout as sleep } from 'node:timers/promises';
  import { runCommand } from './ops/scripts/service-config.ts';
  await runCommand(async (stopping) => { await sleep(100); ${body} }, ${graceMs});`,
];

test.each([{ close: ['stdout'] }, { close: ['stdout', 'stderr'] }] as const)(
  'a command with closed $close stops and prints nothing',
  async ({ close }) => {
    expect(await unread(commandOf("for (;;) { process.stdout.write('a line\\n'); await sleep(5); }"), close)).toEqual({
      code: closedPipeCode,
      errors: '',
    });
  },
);

test('a command that only reports progress on stderr ends as well', async () => {
  expect((await unread(commandOf("for (;;) { process.stderr.write('a line\\n'); await sleep(5); }"), ['stderr'])).code).toBe(closedPipeCode);
});

test('a command cleans up first, and its message about that is not printed', async () => {
  const body = `process.stdout.write('a line\\n');
    await new Promise((resolve) => stopping.addEventListener('abort', resolve));
    await sleep(300);
    throw stopping.reason;`;
  const startedAtMs = performance.now();
  expect(await unread(commandOf(body, 20_000), ['stdout'])).toEqual({ code: closedPipeCode, errors: '' });
  expect(performance.now() - startedAtMs).toBeGreaterThan(300);
});

test.each(['help.ts', 'test.ts --help'])('ops/scripts/%s prints no error', async (line) => {
  const { code, errors } = await unread(`ops/scripts/${line}`.split(' '), ['stdout']);
  expect(errors).toBe('');
  // The command may be done before it notices.
  expect([0, closedPipeCode]).toContain(code);
});

test.skipIf(!existsSync('/dev/full'))('another error of a write is reported', async () => {
  const child = spawn(
    '/bin/sh',
    ['-c', 'exec "$0" "$@" >/dev/full', process.execPath, ...commandOf("process.stdout.write('a line\\n'); await sleep(1_000);")],
    { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect(errors).toContain('ENOSPC');
  expect(code).not.toBe(0);
});
