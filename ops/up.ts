/**
 * `npm run demo` and `npm start`: the whole service on one machine, as processes of its own, until Ctrl-C or
 * SIGTERM. Exit code 0 after such a stop, 1 when it could not start, 2 for a wrong option.
 */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConfigError } from '#schemas/config.ts';
import { callerFolder } from './scripts/from-caller.ts';
import { ClaimError } from './up/claim.ts';
import { CredentialsError } from './up/credentials.ts';
import { stopOnFault } from './up/faults.ts';
import { figuresLine } from './up/figures.ts';
import type { Status } from './up/ops.ts';
import { OptionError, readOptions, usage, type UpOptions } from './up/options.ts';
import { createScreen } from './up/screen.ts';
import { startService, type Service } from './up/start.ts';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
const statusEveryMs = 2_000;

function options(): UpOptions {
  try {
    const read = readOptions(process.argv.slice(2), { root, cwd: callerFolder() });
    if (read !== null) return read;
    process.stdout.write(usage);
    process.exit(0);
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    process.stderr.write(`${error.message}\n\n${usage}`);
    process.exit(2);
  }
}

async function main(): Promise<void> {
  const wanted = options();
  const screen = createScreen(process.stdout, process.stderr, { isQuiet: wanted.isQuiet, environment: process.env });
  screen.line(`tickerwire ${wanted.mode === 'demo' ? 'demo' : ''}`.trim());
  let service: Service | null = null;
  let isStopping = false;

  const stop = (): void => {
    if (isStopping) {
      void service?.stop(0);
      return;
    }
    isStopping = true;
    screen.status('stopping');
    void (service?.stop() ?? Promise.resolve()).then(() => {
      screen.line('stopped');
      process.exit(0);
    });
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, stop);
  stopOnFault({
    tell: screen.error,
    stop: () => {
      isStopping = true;
      return service?.stop() ?? Promise.resolve();
    },
  });

  try {
    service = await startService(wanted, { root, environment: process.env, screen });
    if (isStopping) return void service.stop().then(() => process.exit(0));
    const { api, ops, keys } = await service.ready;
    screen.ready({ api, ops, dataDir: resolve(wanted.dataDir), keys: wanted.mode === 'demo' || process.stdout.isTTY ? keys : null });
    if (!wanted.isQuiet) setInterval(() => void showStatus(ops, screen.status), statusEveryMs);
  } catch (error) {
    if (isStopping) return;
    isStopping = true;
    const isExpected =
      error instanceof ClaimError || error instanceof CredentialsError || error instanceof OptionError || error instanceof ConfigError;
    screen.error(`tickerwire: ${(error as Error).message}${isExpected ? '' : ` (logs: ${wanted.dataDir}/log)`}`);
    await service?.stop();
    process.exit(1);
  }
}

async function showStatus(ops: string, show: (line: string) => void): Promise<void> {
  const response = await fetch(`${ops}/status`, { signal: AbortSignal.timeout(5_000) }).catch(() => null);
  const status = (await response?.json().catch(() => null)) as Status | null | undefined;
  if (status) show(figuresLine(status));
}

await main();
