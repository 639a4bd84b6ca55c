/** Handles a closed pipe on stdout or stderr, as in `npm run check | head`. */
import { constants } from 'node:os';

/** As a shell tells of a program that the signal of a closed pipe has ended. */
export const closedPipeCode = 128 + constants.signals.SIGPIPE;

/** Calls `end` when a write finds nobody reading, maybe more than once; any other trouble of a write stays an error. */
export function onClosedPipe(end: () => void): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      end();
    });
}
