/** Shows the progress of a backup or restore on stderr: on a terminal one line per step that is redrawn, else one line when a step ends. */
import { bar } from '../bar.ts';

export interface ShownProgress {
  readonly show: (done: number, total: number, what: string) => void;
  /** Ends the line that was drawn last. */
  readonly end: () => void;
}

/** Returns the display; without a terminal only completed steps are shown. */
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
