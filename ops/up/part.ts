/** Runs one part of the service as a process: starts it, waits until it is ready, restarts it when it ends, stops it on request. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { connect } from 'node:net';
import { StringDecoder } from 'node:string_decoder';
import { setTimeout as sleep } from 'node:timers/promises';
import { backoff } from '../process/pause.ts';
import { signalQuietly } from '../process/signal-quietly.ts';
import { loopback } from './ports.ts';
import type { LogFile } from './log-file.ts';
import { setAutogroup, withNiceness } from './resources.ts';

/** How a part reports that it is ready: a JSON line with `"ready":true` on its stdout, or a greeting on its port. */
export type ReadySign = 'line' | { readonly port: number; readonly say: string; readonly hear: string };

export interface PartPlan {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly ready: ReadySign;
  readonly niceness?: number;
  /** Time after which a part that was never ready and keeps failing counts as unable to start. */
  readonly giveUpAfterMs?: number;
}

export type PartState = 'starting' | 'ready' | 'waiting' | 'stopped';

export interface PartStatus {
  readonly state: PartState;
  readonly pid: number | null;
  readonly startedAt: Date | null;
  readonly restarts: number;
  /** The fields of its ready line, such as its addresses. */
  readonly said: Readonly<Record<string, unknown>>;
}

export interface PartHooks {
  /** Called with the id of a process that was started, and with null when it has ended. */
  readonly onProcess: (pid: number | null) => void;
  readonly onReady: (startMs: number, restarts: number) => void;
  /** `unready` is the last output line of a process that exited before it was ready, else null. */
  readonly onExit: (how: string, restartInMs: number, unready: string | null) => void;
  readonly log: LogFile;
}

export interface RunningPart {
  readonly name: string;
  readonly status: () => PartStatus;
  /** Resolves when the part is ready for the first time. Rejects when it is stopped before or cannot start. */
  readonly firstReady: Promise<void>;
  /** Kills the process, which is then restarted as after any end. */
  readonly restart: () => void;
  /** Sends SIGTERM, and SIGKILL after a deadline. Resolves when the process has ended. A second call waits too; the earlier deadline counts. */
  readonly stop: (deadlineMs?: number) => Promise<void>;
}

/** A part that failed for this long and this often before it was ever ready counts as unable to start. */
const usualGiveUpAfterMs = 10_000;
const giveUpAfterExits = 5;

/** A part that was ready for this long is restarted with the shortest delay. */
const stableAfterMs = 2_000;
const stopDeadlineMs = 10_000;
const lineBytesMax = 64_000;

export function startPart(plan: PartPlan, hooks: PartHooks): RunningPart {
  const { niceness = 0 } = plan;
  let child: ChildProcess | null = null;
  let state: PartState = 'starting';
  let startedAt: Date | null = null;
  let readyAtMs: number | null = null;
  let said: Record<string, unknown> = {};
  let restarts = 0;
  let failures = 0;
  let restartTimer: NodeJS.Timeout | undefined;
  let lastLine = '';
  let wasReady = false;
  const { promise: gone, resolve: ended } = Promise.withResolvers<void>();
  let killTimer: NodeJS.Timeout | undefined;
  let killAtMs = Number.POSITIVE_INFINITY;
  const bornAtMs = performance.now();
  const { promise: firstReady, resolve: succeed, reject: giveUp } = Promise.withResolvers<void>();
  firstReady.catch(() => undefined);

  function start(): void {
    const startedAtMs = performance.now();
    const [program, args] = dyingWithParent(...withNiceness(plan.command, plan.args, niceness));
    // The part gets its own session, so that Ctrl-C in the terminal reaches only this process, which stops the parts in order.
    const started = spawn(program, args, { cwd: plan.cwd, env: plan.env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    if (started.pid !== undefined) void setAutogroup(started.pid, niceness);
    child = started;
    state = 'starting';
    startedAt = new Date();
    readyAtMs = null;
    said = {};
    lastLine = '';
    hooks.log.write(`${JSON.stringify({ time: startedAt.toISOString(), part: plan.name, pid: started.pid, msg: 'part.started' })}\n`);
    hooks.onProcess(started.pid ?? null);

    const ready = (words: Record<string, unknown>): void => {
      if (child !== started || state !== 'starting') return;
      state = 'ready';
      said = words;
      readyAtMs = performance.now();
      wasReady = true;
      hooks.onReady(Math.round(readyAtMs - startedAtMs), restarts);
      succeed();
    };
    const lines = eachLine((line) => {
      lastLine = line;
      if (plan.ready === 'line' && state === 'starting') {
        const words = readyWords(line);
        if (words !== null) ready(words);
      }
    });
    started.stdout.on('data', (chunk: Buffer) => {
      hooks.log.write(chunk);
      lines(chunk);
    });
    const errorLines = eachLine((line) => (lastLine = line));
    started.stderr.on('data', (chunk: Buffer) => {
      hooks.log.write(chunk);
      errorLines(chunk);
    });
    if (plan.ready !== 'line') void greeted(plan.ready, () => child === started && state === 'starting').then((heard) => heard && ready({}));

    started.once('error', (error) => exited(started, error.message));
    started.once('exit', (code, signal) => exited(started, signal ?? `code ${code}`));
  }

  function exited(which: ChildProcess, how: string): void {
    if (child !== which) return;
    child = null;
    // Children of the part must not keep the port or folder that its next process needs.
    if (which.pid !== undefined) signalQuietly(-which.pid, 'SIGKILL');
    hooks.onProcess(null);
    hooks.log.write(`${JSON.stringify({ time: new Date().toISOString(), part: plan.name, pid: which.pid, how, msg: 'part.ended' })}\n`);
    if (state === 'stopped') {
      clearTimeout(killTimer);
      return ended();
    }
    failures = readyAtMs !== null && performance.now() - readyAtMs >= stableAfterMs ? 0 : failures + 1;
    if (!wasReady && failures >= giveUpAfterExits && performance.now() - bornAtMs >= (plan.giveUpAfterMs ?? usualGiveUpAfterMs))
      giveUp(new Error(`${plan.name} failed to start (${how}): ${messageOf(lastLine)}`));
    const delayMs = backoff(Math.max(0, failures - 1), 100, 5_000);
    state = 'waiting';
    hooks.onExit(how, delayMs, readyAtMs === null && how.startsWith('code ') ? lastLine : null);
    restartTimer = setTimeout(() => {
      restarts += 1;
      start();
    }, delayMs);
  }

  async function stop(deadlineMs = stopDeadlineMs): Promise<void> {
    clearTimeout(restartTimer);
    const wasRunning = child;
    const wasStopping = state === 'stopped';
    state = 'stopped';
    giveUp(new Error(`${plan.name} was stopped`));
    if (wasRunning === null) return;
    if (!wasStopping) wasRunning.kill('SIGTERM');
    killBy(wasRunning, performance.now() + deadlineMs);
    await gone;
  }

  function killBy(which: ChildProcess, atMs: number): void {
    if (atMs >= killAtMs) return;
    killAtMs = atMs;
    clearTimeout(killTimer);
    killTimer = setTimeout(() => which.pid !== undefined && signalQuietly(-which.pid, 'SIGKILL'), Math.max(0, atMs - performance.now()));
  }

  start();
  return {
    name: plan.name,
    status: () => ({ state, pid: child?.pid ?? null, startedAt: child === null ? null : startedAt, restarts, said }),
    firstReady,
    restart: () => {
      if (state !== 'stopped' && child?.pid !== undefined) signalQuietly(-child.pid, 'SIGKILL');
    },
    stop,
  };
}

let canDieWithParent: boolean | null = null;

/**
 * Wraps the command so that the kernel ends the part when this process is killed (prctl(2), PR_SET_PDEATHSIG). setpriv(1) executes the
 * program in its own process, so the process id is the program's. Without setpriv the next start ends leftover processes.
 */
function dyingWithParent(command: string, args: readonly string[]): [string, string[]] {
  canDieWithParent ??= process.platform === 'linux' && spawnSync('setpriv', ['--pdeathsig', 'TERM', 'true'], { timeout: 5_000 }).status === 0;
  return canDieWithParent ? ['setpriv', ['--pdeathsig', 'TERM', '--', command, ...args]] : [command, [...args]];
}

/** Returns a function that passes on every complete line that is not blank. Lines over `lineBytesMax` are cut. */
function eachLine(take: (line: string) => void): (chunk: Buffer) => void {
  let rest = '';
  const decoder = new StringDecoder('utf8');
  return (chunk) => {
    const lines = (rest + decoder.write(chunk)).split('\n');
    rest = (lines.pop() ?? '').slice(0, lineBytesMax);
    for (const line of lines) if (line.trim() !== '') take(line);
  };
}

function messageOf(line: string): string {
  try {
    const { err, reason, msg } = JSON.parse(line) as { err?: { message?: unknown }; reason?: unknown; msg?: unknown };
    const said = [msg, err?.message ?? reason].filter((word) => typeof word === 'string');
    return said.length > 0 ? said.join(': ') : line;
  } catch {
    return line;
  }
}

function readyWords(line: string): Record<string, unknown> | null {
  if (!line.startsWith('{') || !line.includes('"ready"')) return null;
  try {
    const words = JSON.parse(line) as Record<string, unknown>;
    return words['ready'] === true ? words : null;
  } catch {
    return null;
  }
}

const greetEveryMs = 25;
const greetTimeoutMs = 1_000;

async function greeted(sign: Exclude<ReadySign, 'line'>, isWanted: () => boolean): Promise<boolean> {
  while (isWanted()) {
    if (await answersGreeting(sign)) return true;
    await sleep(greetEveryMs);
  }
  return false;
}

/** Returns whether a server on the port sends `hear` after it received `say`. With an empty `say` it greets each connection. */
export function answersGreeting({ port, say, hear }: Exclude<ReadySign, 'line'>, withinMs = greetTimeoutMs): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: loopback });
    let heard = '';
    const end = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(withinMs, () => end(false));
    socket.once('error', () => end(false));
    socket.once('close', () => end(false));
    socket.once('connect', () => say !== '' && socket.write(say));
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1');
      if (heard.startsWith(hear)) end(true);
      else if (heard.length > hear.length) end(false);
    });
  });
}
