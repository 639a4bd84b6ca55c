/** Prints the progress of a start and the state of the service: on a terminal with marks and a status line, otherwise as plain lines. */
import type { WriteStream } from 'node:tty';
import { durationText } from '../process/amounts.ts';
import { welcomeLines, type Welcome } from './welcome.ts';

export interface Screen {
  readonly line: (text: string) => void;
  readonly partReady: (name: string, startMs: number) => void;
  /** Prints a message about something that works, but not as it should. */
  readonly warning: (text: string) => void;
  readonly partEnded: (name: string, how: string, restartInMs: number) => void;
  readonly ready: (running: Welcome) => void;
  /** Redraws the status line. Without a terminal it is printed when it has changed, at most every 10 s. */
  readonly status: (text: string) => void;
  readonly closing: (text: string) => void;
  readonly error: (text: string) => void;
}

type Output = Pick<NodeJS.WriteStream, 'write'> & Partial<Pick<WriteStream, 'isTTY' | 'columns'>>;

const plainStatusEveryMs = 10_000;
const clearLine = '\r\u001B[2K';

/** Returns a screen. A quiet one prints only the address and errors. */
export function createScreen(
  out: Output,
  errors: Output,
  {
    isQuiet,
    environment,
    nowMs = () => performance.now(),
  }: { readonly isQuiet: boolean; readonly environment: NodeJS.ProcessEnv; readonly nowMs?: () => number },
): Screen {
  const isTerminal = out.isTTY === true && environment['TERM'] !== 'dumb';
  // Any value that is not empty disables colour (https://no-color.org).
  const hasColour = isTerminal && (environment['NO_COLOR'] ?? '') === '';
  const colour = (code: number, text: string): string => (hasColour ? `\u001B[${code}m${text}\u001B[0m` : text);
  let shown = '';
  let plainShownAtMs = Number.NEGATIVE_INFINITY;

  const line = (text: string): void => {
    if (isQuiet) return;
    out.write(`${isTerminal && shown !== '' ? clearLine : ''}${text}\n${isTerminal ? shown : ''}`);
  };
  const warning = (text: string): void => line(`${isTerminal ? `  ${colour(33, '!')} ` : ''}${text}`);
  return {
    line,
    partReady: (name, startMs) =>
      line(
        isTerminal ? `  ${colour(32, '✓')} ${name.padEnd(12)}${durationText(startMs).padStart(8)}` : `${name} ready after ${durationText(startMs)}`,
      ),
    warning,
    partEnded: (name, how, restartInMs) => warning(`${name} ended (${how}), restarts in ${durationText(restartInMs)}`),
    ready: (running) => {
      if (isQuiet) out.write(`${running.api}\n`);
      else for (const text of welcomeLines(running, (label) => colour(1, label))) line(text);
    },
    status: (text) => {
      if (isQuiet || text === shown) return;
      if (isTerminal) {
        shown = text.slice(0, Math.max(20, (out.columns || 80) - 1));
        out.write(`${clearLine}${shown}`);
      } else if (nowMs() - plainShownAtMs >= plainStatusEveryMs) {
        plainShownAtMs = nowMs();
        shown = text;
        out.write(`${text}\n`);
      }
    },
    closing: (text) => {
      if (isQuiet) return;
      // Clearing the line also removes the ^C that the terminal printed.
      out.write(`${isTerminal ? clearLine : ''}${text}\n`);
      shown = '';
    },
    error: (text) => {
      if (isTerminal && shown !== '') out.write(clearLine);
      shown = '';
      errors.write(`${text}\n`);
    },
  };
}
