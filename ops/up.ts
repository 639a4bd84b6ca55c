/** `npm run demo` and `npm start`: runs the whole service until a stop signal. Exit code 1: it could not start; 2: a wrong option. */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onStopSignal } from './process/stop-signals.ts';
import { UsageError } from './scripts/command-line.ts';
import { callerFolder } from './scripts/from-caller.ts';
import { plainErrors } from './scripts/service-config.ts';
import { stopOnFault } from './up/faults.ts';
import { figuresLine, createAnnouncer } from './up/status-lines.ts';
import type { Status } from './up/ops.ts';
import { readOptions, usage, type UpOptions } from './up/options.ts';
import { createScreen } from './up/screen.ts';
import { startService, type Service } from './up/start.ts';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
/** Each query of the status costs four statements in ClickHouse. */
const statusEveryMs = 5_000;

function options(): UpOptions {
  const argv = process.argv.slice(2);
  try {
    const read = readOptions(argv, { root, cwd: callerFolder() });
    if (read !== null) return read;
    process.stdout.write(usage(argv[0] === 'start' ? 'start' : 'demo'));
    process.exit(0);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(error.exitCode);
  }
}

async function main(): Promise<void> {
  const wanted = options();
  // Writing to a closed terminal fails. The error is ignored, because the parts must still be stopped.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const screen = createScreen(process.stdout, process.stderr, { isQuiet: wanted.isQuiet, environment: process.env });
  screen.line(`tickerwire ${wanted.mode === 'demo' ? 'demo' : ''}`.trim());
  let isStopping = false;
  const starting = startService(wanted, { root, environment: process.env, screen });
  onStopSignal(() => {
    if (isStopping) return;
    isStopping = true;
    void stop();
  });

  const stopService = async (): Promise<void> => (await starting.catch(() => null))?.stop();
  stopOnFault({
    tell: screen.error,
    stop: async () => {
      isStopping = true;
      await stopService();
    },
  });

  async function stop(): Promise<void> {
    screen.closing('stopping');
    await stopService();
    screen.closing('stopped');
    process.exit(0);
  }

  let service: Service | null = null;
  try {
    service = await starting;
    const running = await service.ready;
    if (isStopping) return;
    const { api, mcp, ops, keys } = running;
    // The link is optional: without it the service works as well.
    const signInLink = wanted.mode === 'demo' ? await service.signInLink(running).catch(() => null) : null;
    const shownKeys = wanted.mode === 'demo' || process.stdout.isTTY ? keys : null;
    screen.ready({ api, mcp, ops, dataDir: resolve(wanted.dataDir), keys: shownKeys, signInLink, archiveDays: service.archiveDays });
    const announce = createAnnouncer();
    const show = (status: Status): void => {
      if (isStopping) return;
      for (const line of announce(status)) screen.warning(line);
      screen.status(figuresLine(status));
    };
    if (!wanted.isQuiet) setInterval(() => void askStatus(ops).then((status) => status && show(status)), statusEveryMs);
  } catch (error) {
    if (isStopping) return;
    isStopping = true;
    const isExpected = plainErrors.some((kind) => error instanceof kind);
    screen.error(`tickerwire: ${(error as Error).message}${isExpected ? '' : ` (logs: ${wanted.dataDir}/log)`}`);
    await service?.stop();
    process.exit(1);
  }
}

async function askStatus(ops: string): Promise<Status | null> {
  const response = await fetch(`${ops}/status`, { signal: AbortSignal.timeout(5_000) }).catch(() => null);
  return ((await response?.json().catch(() => null)) as Status | null | undefined) ?? null;
}

await main();
