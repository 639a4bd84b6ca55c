/** Starts and stops a process. The first stop signal stops its parts in order. After a deadline the process exits anyway. */
import type { Logger } from 'pino';
import { onStopSignal } from './stop-signals.ts';

const stopDeadlineMs = 15_000;

export interface Stoppable {
  readonly name: string;
  readonly stop: () => Promise<void>;
}

/** Runs `start`, and stops what it returned, in that order, at a stop signal. An error of `start` is printed, with exit code 1. */
export async function runProcess(log: Logger, start: () => Promise<readonly Stoppable[]>): Promise<void> {
  let parts: readonly Stoppable[] = [];
  let stopping = false;
  const stop = async (cause: string, exitCode: number): Promise<void> => {
    if (stopping) return;
    stopping = true;
    log.info({ cause }, 'process.stopping');
    setTimeout(() => {
      log.error({ deadlineMs: stopDeadlineMs }, 'process.stop_deadline_passed');
      process.exit(1);
    }, stopDeadlineMs).unref();
    for (const part of parts) {
      await part.stop().catch((error: unknown) => log.error({ err: error, stopped: part.name }, 'process.stop_failed'));
    }
    log.info({}, 'process.stopped');
    process.exit(exitCode);
  };
  onStopSignal((signal) => void stop(signal, 0));
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'process.uncaught_exception');
    void stop('uncaughtException', 1);
  });
  process.on('unhandledRejection', (error) => {
    log.fatal({ err: error }, 'process.unhandled_rejection');
    void stop('unhandledRejection', 1);
  });
  try {
    parts = await start();
    log.info({ parts: parts.map((part) => part.name) }, 'process.started');
  } catch (error) {
    log.fatal({ err: error }, 'process.start_failed');
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}
