/**
 * Confines this process with Landlock (landlock(7)) where the kernel supports it: only its data folder and its own code, no programs, no
 * outgoing TCP. The confinement cannot be undone and binds every statement. It covers the calling thread and threads started afterwards.
 */
import { closeSync, constants, existsSync, openSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type * as Ffi from 'node:ffi';

/** System call numbers from linux/landlock.h, the same on every architecture. */
const calls = { createRuleset: 444n, addRule: 445n, restrictSelf: 446n } as const;
const createRulesetVersion = 1n;
const rulePathBeneath = 1n;
const setNoNewPrivileges = 38;

const writeFile = 1n << 1n;
const readFile = 1n << 2n;
const readDir = 1n << 3n;
/** Returns all file rights of an ABI version: 13 in the first, plus moving between folders (2), truncating (3), device control (5). */
const rightsOf = (abi: number): bigint => (1n << (13n + BigInt([2, 3, 5].filter((since) => abi >= since).length))) - 1n;
const connectTcp = 1n << 1n;
const connectSinceAbi = 4;

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = readFile | readDir;
const readable = [
  '/lib',
  '/lib64',
  '/usr/lib',
  '/usr/lib64',
  '/usr/local/lib',
  '/nix/store',
  '/usr/share/zoneinfo',
  '/sys',
  // Only parts of /proc, because it contains the environments of other processes.
  ...['self', 'sys', 'cpuinfo', 'filesystems', 'loadavg', 'meminfo', 'stat', 'uptime', 'version', 'vmstat'].map((name) => `/proc/${name}`),
  ...['localtime', 'timezone', 'ld.so.cache', 'hosts', 'host.conf', 'nsswitch.conf', 'resolv.conf'].map((name) => `/etc/${name}`),
  ...['node_modules', 'ops', 'schemas', 'package.json'].map((name) => join(root, name)),
];

/** Returns each path with the rights below it. No path is executable. */
const allowances = (dataDir: string, everything: bigint): readonly (readonly [path: string, rights: bigint])[] => [
  [dataDir, everything],
  ...readable.map((path) => [path, folder] as const),
  ...['/dev/null', '/dev/zero', '/dev/random', '/dev/urandom'].map((path) => [path, readFile | writeFile] as const),
];

/** Confines the process. Returns for the log `landlock 7`, or `none:` with the reason. */
export function enterSandbox(dataDir: string): string {
  if (process.platform !== 'linux') return `none: no Landlock on ${process.platform}`;
  try {
    return confine(dataDir);
  } catch (error) {
    return `none: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Returns whether threads of libuv's pool exist. The engine's calls run on them, and existing threads would stay unconfined. */
const hasPoolThreads = (): boolean =>
  readdirSync('/proc/self/task').some((id) => readFileSync(`/proc/self/task/${id}/comm`, 'utf8').startsWith('libuv-worker'));

function confine(dataDir: string): string {
  if (hasPoolThreads()) throw new Error('other threads are already running');
  const { syscall, prctl } = systemCalls();
  const abi = syscall(calls.createRuleset, null, 0n, createRulesetVersion);
  if (abi < 1) throw new Error('the kernel has no Landlock, or it is switched off');
  const everything = rightsOf(abi);
  const attributes = new BigUint64Array(abi >= connectSinceAbi ? [everything, connectTcp] : [everything]);
  const ruleset = syscall(calls.createRuleset, attributes, BigInt(attributes.byteLength), 0n);
  if (ruleset < 0) throw new Error('Landlock refuses the rules');
  try {
    for (const [path, rights] of allowances(dataDir, everything)) allow(syscall, ruleset, path, rights);
    if (prctl(setNoNewPrivileges, 1n, 0n, 0n, 0n) !== 0) throw new Error('prctl(PR_SET_NO_NEW_PRIVS) failed');
    if (syscall(calls.restrictSelf, BigInt(ruleset), 0n, 0n) !== 0) throw new Error('Landlock refuses to restrict this process');
  } finally {
    closeSync(ruleset);
  }
  return `landlock ${abi}`;
}

type SystemCall = (number: bigint, first: Argument, second: Argument, third: Argument, fourth?: Argument) => number;
type Argument = bigint | DataView | BigUint64Array | null;

function allow(syscall: SystemCall, ruleset: number, path: string, rights: bigint): void {
  if (!existsSync(path)) return;
  const fd = openSync(path, constants.O_RDONLY);
  try {
    // struct landlock_path_beneath_attr, packed: 64 bits of rights, then 32 bits with the file descriptor.
    const rule = new DataView(new ArrayBuffer(12));
    rule.setBigUint64(0, statSync(path).isDirectory() ? rights : rights & ~readDir, true);
    rule.setInt32(8, fd, true);
    if (syscall(calls.addRule, BigInt(ruleset), rulePathBeneath, rule, 0n) !== 0) throw new Error(`Landlock refuses a rule for ${path}`);
  } finally {
    closeSync(fd);
  }
}

/** Loads libc's functions, without Node's warning on stderr that node:ffi is experimental. */
function systemCalls(): { readonly syscall: SystemCall; readonly prctl: (option: number, ...values: [bigint, bigint, bigint, bigint]) => number } {
  const emitWarning = process.emitWarning.bind(process);
  process.emitWarning = () => undefined;
  try {
    const ffi = createRequire(import.meta.url)('node:ffi') as typeof Ffi;
    const { functions } = ffi.dlopen('libc.so.6', {
      // Arguments of type pointer also accept integers.
      syscall: { arguments: ['int64', 'pointer', 'pointer', 'pointer', 'pointer'], return: 'int64' },
      prctl: { arguments: ['int32', 'uint64', 'uint64', 'uint64', 'uint64'], return: 'int32' },
    });
    return {
      syscall: (number, first, second, third, fourth = 0n) => Number(functions.syscall(number, first, second, third, fourth)),
      prctl: (option, ...values) => functions.prctl(option, ...values),
    };
  } finally {
    process.emitWarning = emitWarning;
  }
}
