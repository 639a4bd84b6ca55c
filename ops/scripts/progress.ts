/** Progress on stderr: one line that is redrawn on a terminal, otherwise whole lines at intervals. */

export interface ProgressLine {
  /** Shows the text, unless another text was shown shortly before. With `isDue` it is always shown. */
  readonly show: (text: string, isDue?: boolean) => void;
  readonly say: (text: string) => void;
  readonly end: () => void;
}

export interface ProgressOptions {
  readonly isQuiet?: boolean;
  readonly write?: (text: string) => void;
  readonly isTerminal?: boolean;
  readonly nowMs?: () => number;
}

const everyMs = { terminal: 200, plain: 10_000 };

export function createProgressLine({
  isQuiet = false,
  write = (text) => void process.stderr.write(text),
  isTerminal = process.stderr.isTTY,
  nowMs = () => performance.now(),
}: ProgressOptions): ProgressLine {
  if (isQuiet) return { show: () => undefined, say: () => undefined, end: () => undefined };
  let shownAtMs = nowMs();
  let isOpen = false;
  let unshown: string | null = null;
  const draw = (text: string): void => {
    write(isTerminal ? `\r\u001b[2K${text}` : `${text}\n`);
    [shownAtMs, isOpen, unshown] = [nowMs(), isTerminal, null];
  };
  const close = (): void => {
    if (isOpen) write('\n');
    isOpen = false;
  };
  return {
    show: (text, isDue = false) => {
      if (isDue || nowMs() - shownAtMs >= (isTerminal ? everyMs.terminal : everyMs.plain)) draw(text);
      else unshown = text;
    },
    say: (text) => {
      close();
      write(`${text}\n`);
    },
    end: () => {
      if (unshown !== null) draw(unshown);
      close();
    },
  };
}

const barWidth = 40;

function bar(share: number): string {
  const filled = Math.round(share * barWidth);
  return `[${'#'.repeat(filled)}${'.'.repeat(barWidth - filled)}]`;
}

export interface StepProgress extends Pick<ProgressLine, 'say' | 'end'> {
  readonly show: (done: number, total: number, what: string) => void;
}

/** Shows steps one after another, each as a bar on its own line. */
export function showSteps(isQuiet: boolean): StepProgress {
  const line = createProgressLine({ isQuiet });
  return {
    ...line,
    show: (done, total, what) => {
      const isOver = done >= total;
      line.show(`${bar(total === 0 ? 1 : done / total)} ${done}/${total} ${what}`, isOver);
      if (isOver) line.end();
    },
  };
}
