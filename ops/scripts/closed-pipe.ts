/** Handles a closed pipe on stdout or stderr, as in `npm run check | head`. */
import { constants } from 'node:os';

/** The exit code that a shell reports for a program ended by SIGPIPE. */
export const closedPipeCode = 128 + constants.signals.SIGPIPE;

/** Calls `end`, possibly more than once, when a write finds the pipe closed. Other errors are thrown. */
export function onClosedPipe(end: () => void): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      end();
    });
}
