import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from '#test/support/api.ts';
import { findPython, noPython, pythonPath } from '#test/support/client-pollers.ts';
import { until } from '#test/support/until.ts';
import { sampleOf, startClientGround, type ClientGround } from '../client-ground.ts';
import { examplesIn, run } from '../readme-examples.ts';

const found = findPython();
const python = found ?? { path: '', env: {} };
const examples = examplesIn(readFileSync(join(pythonPath, 'README.md'), 'utf8'), 'python');
const here = fileURLToPath(new URL('.', import.meta.url));

let at: ClientGround;
let folder: string;
let env: Record<string, string>;

describe.skipIf(found === null)(`the Python client${found === null ? ` (${noPython})` : ''}`, () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tickerwire-python-'));
    at = await startClientGround();
    const { key: fresh } = await at.ground.account('free', { perMinute: 2 });
    // This operation counts toward no quota, so polling for the key uses none of it.
    await until('the key', async () => (await call(`${at.api.url}/api/symbols/NOSUCH/`, { key: fresh })).status !== 401);
    env = {
      ...python.env,
      TICKERWIRE_URL: at.api.url,
      TICKERWIRE_KEY: at.key,
      FRESH_KEY: fresh,
      UID_OF_ROW: at.uid,
      SAMPLES: JSON.stringify(sampleOf(at.uid)),
    };
  });
  afterAll(async () => {
    await at.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test.each(['client_test.py', 'trouble_test.py'])(
    'passes %s',
    async (file) => {
      const { code, stderr } = await run([python.path, join(here, file)], { cwd: folder, env });
      expect(code, stderr).toBe(0);
      expect(stderr).toMatch(/Ran \d+ tests/);
    },
    120_000,
  );

  test('has examples in its README', () => {
    expect(examples.length).toBeGreaterThan(5);
  });

  test('is packed about as large as its README says, and needs only the standard library', async () => {
    const packed = join(folder, 'tickerwire.zip');
    const pack = `import os, sys, zipfile
with zipfile.ZipFile(sys.argv[2], "w", zipfile.ZIP_DEFLATED) as out:
    for folder, _, names in os.walk(os.path.join(sys.argv[1], "tickerwire")):
        for name in names:
            if name.endswith((".py", ".typed")):
                path = os.path.join(folder, name)
                out.write(path, os.path.relpath(path, sys.argv[1]))
    out.write(os.path.join(sys.argv[1], "README.md"), "README.md")`;
    expect(await run([python.path, '-c', pack, pythonPath, packed], { cwd: folder })).toMatchObject({ code: 0, stderr: '' });
    const saidKb = Number(/Packed: (\d+) kB/.exec(readFileSync(join(pythonPath, 'README.md'), 'utf8'))?.[1]);
    const kb = statSync(packed).size / 1_000;
    expect(kb).toBeGreaterThan(saidKb * 0.7);
    expect(kb).toBeLessThan(saidKb * 1.4);
    // `-S` hides the packages installed on the machine.
    const use = await run([python.path, '-S', '-c', 'import tickerwire, tickerwire.aio; print(tickerwire.__file__)'], {
      cwd: folder,
      env: { PYTHONPATH: packed },
    });
    expect(use.stderr).toBe('');
    expect(use.stdout).toContain('tickerwire.zip');
    expect(readFileSync(join(pythonPath, 'pyproject.toml'), 'utf8')).toMatch(/^dependencies = \[\]$/m);
  });

  test.concurrent.each(examples.map((text, index): [number, string] => [index, /(?:client\.|aio\.|import )(\w+)/.exec(text)?.[1] ?? '']))(
    'example %i of the README (%s) runs',
    async (index) => {
      // Examples store their position in the folder in which they run.
      const cwd = mkdtempSync(join(folder, 'example-'));
      const file = join(cwd, 'example.py');
      writeFileSync(file, examples[index]!);
      const { code, stdout, stderr } = await run([python.path, '-u', file], { cwd, env, isEndless: /signal/.test(examples[index]!) });
      expect({ code, stderr }, stderr).toEqual({ code: 0, stderr: '' });
      expect(stdout.trim()).not.toBe('');
    },
    60_000,
  );
});
