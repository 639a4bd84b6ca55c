/** Handles a closed pipe on stdout or stderr, as in `npm run check | head`. */
import { constants } from 'node:os';

/** The exit code by which a shell reports a program that SIGPIPE has ended. */
export const closedPipeCode = 128 + constants.signals.SIGPIPE;

/** Calls `end` when a write finds the pipe closed, possibly more than once; other errors of a write are thrown. */
export function onClosedPipe(end: () => void): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      end();
    });
}
