/**
 * An API for the tests of clients that third parties published, and a Python environment with the clients, installed from PyPI into
 * the machine's temporary folder. Without Python or the registry the tests are skipped with one line.
 */
import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compatPath } from '#api/compatibility.ts';
import { call } from '#test/support/api.ts';
import { findPython, noPython } from '#test/support/client-pollers.ts';
import { symbolEntry } from '#test/support/symbols.ts';
import { until } from '#test/support/until.ts';
import { startClientGround, type ClientGround } from '../client-ground.ts';
import { run } from '../readme-examples.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const installMs = 240_000;

/** Returns the interpreter of an environment with the listed requirements, or the reason why there is none. */
function environmentOf(lists: readonly string[]): { readonly python: string } | { readonly missing: string } {
  const found = findPython();
  if (found === null) return { missing: noPython };
  const wanted = lists.map((list) => readFileSync(join(here, list), 'utf8')).join('');
  const folder = join(tmpdir(), `tickerwire-published-${hash('sha256', wanted).slice(0, 12)}`);
  const python = join(folder, 'bin', 'python');
  const stamp = join(folder, 'installed');
  if (existsSync(stamp)) return { python };
  try {
    rmSync(folder, { recursive: true, force: true });
    execFileSync(found.path, ['-m', 'venv', folder], { stdio: 'pipe', timeout: installMs });
    const words = lists.flatMap((list) => ['-r', join(here, list)]);
    execFileSync(python, ['-m', 'pip', 'install', '--quiet', '--retries', '1', '--timeout', '20', ...words], { stdio: 'pipe', timeout: installMs });
    mkdirSync(`${stamp}.made`);
    renameSync(`${stamp}.made`, stamp);
    return { python };
  } catch (error) {
    const [line = ''] = String((error as { stderr?: Buffer }).stderr ?? error)
      .trim()
      .split('\n')
      .slice(-1);
    return { missing: `could not be installed: ${line.slice(0, 200)}` };
  }
}

/** Runs a unittest file in an environment with the listed requirements. */
export function testPublished(what: string, file: string, lists: readonly string[]): void {
  let at: ClientGround;
  let env: Record<string, string>;
  beforeAll(async () => {
    at = await startClientGround();
    await at.ground.putSymbols([symbolEntry('BTC-USD', { name: 'Bitcoin USD', asset_type: 'Crypto', brand_aliases: ['bitcoin'] })]);
    const { key: freeKey } = await at.ground.account('free');
    await until('the key and the coin', async () => (await call(`${at.api.url}/api/symbols/BTC-USD/`, { key: freeKey })).status === 200);
    env = { BASE_URL: `${at.api.url}${compatPath}`, KEY: at.key, FREE_KEY: freeKey, UID_OF_ROW: at.uid, PYTHONDONTWRITEBYTECODE: '1' };
  }, 60_000);
  afterAll(() => at.stop());

  test.for([what])('%s', { timeout: 2 * installMs }, async (_, { skip }) => {
    const environment = environmentOf(lists);
    if ('missing' in environment) return skip(environment.missing);
    const { code, stderr } = await run([environment.python, join(here, file)], { cwd: tmpdir(), env });
    expect(code, stderr).toBe(0);
    expect(stderr).toMatch(/Ran \d+ tests?/);
  });
}
