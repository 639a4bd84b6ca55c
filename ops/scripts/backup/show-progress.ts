/** Shows how far a backup or restore is, on stderr: one line a step that is drawn anew at a terminal, a line each elsewhere. */
import { bar } from '../bar.ts';

export interface ShownProgress {
  readonly show: (done: number, total: number, what: string) => void;
  /** Leaves the line that was drawn last. */
  readonly end: () => void;
}

/** Not at a terminal: only what is whole is told. */
export function showProgress(isQuiet: boolean): ShownProgress {
  const isTerminal = process.stderr.isTTY && !isQuiet;
  let isOpen = false;
  const end = (): void => {
    if (isOpen) process.stderr.write('\n');
    isOpen = false;
  };
  return {
    show: (done, total, what) => {
      if (isQuiet || (!isTerminal && done < total)) return;
      process.stderr.write(isTerminal ? `\r\u001b[K${bar(done, total, what)}` : `${bar(done, total, what)}\n`);
      isOpen = isTerminal;
      if (done >= total) end();
    },
    end,
  };
}
