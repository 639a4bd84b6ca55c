/** Another release's tree, and its processes beside those of a running service: both over one log, each taking over from the other. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Demo } from '#test/support/demo.ts';
import { until } from '#test/support/until.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const startsWithinMs = 60_000;
const restartMs = 500;

/** This tree's root. */
export const thisRelease = root;

/** The tree of a commit in a temporary folder, with the packages of this one; null where there is no such commit, as in an exported tree. */
export function treeOf(commit: string): string | null {
  try {
    execFileSync('git', ['rev-parse', '--verify', '--quiet', `${commit}^{commit}`], { cwd: root, stdio: 'pipe' });
  } catch {
    return null;
  }
  const dir = mkdtempSync(join(tmpdir(), 'tickerwire-release-'));
  const archive = join(dir, 'tree.tar');
  execFileSync('git', ['archive', '--output', archive, commit], { cwd: root, stdio: 'pipe' });
  execFileSync('tar', ['-xf', archive, '-C', dir], { stdio: 'pipe' });
  rmSync(archive);
  symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'));
  return dir;
}

export const besideParts = ['pipeline', 'writer', 'api'] as const;
export type BesidePart = (typeof besideParts)[number];

export interface Beside {
  readonly api: () => string;
  readonly pidOf: (part: BesidePart) => number | null;
  /** SIGKILL; it is started again. */
  readonly kill: (part: BesidePart) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Part by part what `demo` runs, from the tree `tree`, over the same stores and with the same settings. */
export async function startBeside(tree: string, demo: Demo): Promise<Beside> {
  const log = join(demo.dir, 'log');
  const parts = Object.fromEntries(
    besideParts.map((part) => [part, keepRunning(part, tree, environmentOf(demo, part), join(log, `beside-${part}.log`))]),
  ) as Record<BesidePart, Kept>;
  await Promise.all(besideParts.map((part) => parts[part].ready()));
  return {
    api: () => parts.api.url(),
    pidOf: (part) => parts[part].pid(),
    kill: async (part) => {
      parts[part].kill();
      await parts[part].ready();
    },
    stop: async () => void (await Promise.all(besideParts.map((part) => parts[part].stop()))),
  };
}

/** A part's environment as it runs, with ports of its own. Where this supervisor keeps no part, /proc of Linux tells. */
function environmentOf(demo: Demo, part: BesidePart): NodeJS.ProcessEnv {
  const pid = demo.run().pids[part];
  const pairs = readFileSync(`/proc/${pid}/environ`, 'utf8')
    .split('\0')
    .filter((pair) => pair.includes('='))
    .map((pair): [string, string] => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]);
  return { ...Object.fromEntries(pairs), OPS_PORT: '0', API_PORT: '0', MCP_PORT: '0' };
}

interface Kept {
  /** Resolves when the process that runs now has said that it is ready. */
  readonly ready: () => Promise<void>;
  readonly url: () => string;
  readonly pid: () => number | null;
  readonly kill: () => void;
  readonly stop: () => Promise<void>;
}

/** A process that is started again whenever it ends. */
function keepRunning(part: BesidePart, tree: string, environment: NodeJS.ProcessEnv, log: string): Kept {
  const script = part === 'api' ? 'api/main.ts' : 'pipeline/main.ts';
  let child: ChildProcess | null = null;
  let isReady = false;
  let url = '';
  let isStopping = false;

  function start(): void {
    const started = spawn(process.execPath, [join(tree, script)], { cwd: tree, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
    child = started;
    isReady = false;
    let rest = '';
    const take = (chunk: Buffer): void => {
      writeFileSync(log, chunk, { flag: 'a' });
      if (isReady) return;
      const lines = (rest + chunk.toString()).split('\n');
      rest = lines.pop() ?? '';
      const words = lines.map(readyWords).find((found) => found !== null);
      if (words === undefined) return;
      isReady = true;
      if (typeof words['url'] === 'string') url = words['url'];
    };
    started.stdout.on('data', take);
    started.stderr.on('data', take);
    started.once('exit', () => {
      child = null;
      isReady = false;
      if (!isStopping) setTimeout(() => isStopping || start(), restartMs);
    });
  }
  process.once('exit', () => child?.kill('SIGKILL'));
  start();
  return {
    ready: async () => void (await until(`${part} of the other release to be ready`, () => isReady, startsWithinMs)),
    url: () => url,
    pid: () => child?.pid ?? null,
    kill: () => {
      isReady = false;
      child?.kill('SIGKILL');
    },
    stop: async () => {
      isStopping = true;
      const last = child;
      if (last === null) return;
      const gone = new Promise((resolve) => last.once('exit', resolve));
      last.kill('SIGTERM');
      await gone;
    },
  };
}

function readyWords(line: string): Record<string, unknown> | null {
  if (!line.startsWith('{') || !line.includes('"ready"')) return null;
  const words = JSON.parse(line) as Record<string, unknown>;
  return words['ready'] === true ? words : null;
}
