/** Shows the progress of a backfill: one line that is rewritten on a terminal, or else a line at intervals. */
import type { BackfillProgress } from '#pipeline/ingest/sec/backfill/run.ts';

const barWidth = 24;
const terminalEveryMs = 200;
const plainEveryMs = 10_000;

const settledOf = ({ counts }: BackfillProgress): number => counts.held + counts.published + counts.refused;

/** Returns the completed share, from 0 to 1. */
const shareOf = ({ counts, daysTotal, settled, listed }: BackfillProgress): number =>
  daysTotal === 0 ? 1 : Math.min(1, (counts.days + (listed === 0 ? 0 : settled / listed)) / daysTotal);

/** Returns e.g. `3 h 20 min` or `45 s`. */
export function spanText(spanMs: number): string {
  const seconds = Math.max(0, Math.round(spanMs / 1_000));
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Returns the line. `first` is the progress when this run began, so that rate and remaining time are this run's. */
export function progressLine(first: BackfillProgress, now: BackfillProgress, elapsedMs: number): string {
  const share = shareOf(now);
  const { days, held, published, refused } = now.counts;
  const filled = Math.round(share * barWidth);
  const fetched = published + refused - first.counts.published - first.counts.refused;
  const [gained, left] = [share - shareOf(first), 1 - share];
  const end = gained > 0 && elapsedMs > 2_000 ? `, ${spanText((elapsedMs / gained) * left)} left` : '';
  return (
    `[${'#'.repeat(filled)}${'.'.repeat(barWidth - filled)}] ${now.day} (${days}/${now.daysTotal} days), ${settledOf(now)} filings: ` +
    `${published} published, ${held} held, ${refused} refused, ${elapsedMs > 0 ? ((fetched / elapsedMs) * 1_000).toFixed(1) : '0.0'}/s${end}`
  );
}

export interface ProgressScreen {
  readonly show: (progress: BackfillProgress) => void;
  readonly say: (line: string) => void;
  readonly end: () => void;
}

/** Returns the screen; `write` writes to the terminal or the log. */
export function createScreen(write: (text: string) => void, isTerminal: boolean, nowMs: () => number = () => performance.now()): ProgressScreen {
  let [first, last]: [BackfillProgress | null, BackfillProgress | null] = [null, null];
  let [startedAtMs, shownAtMs] = [nowMs(), -Infinity];
  let [isLineOpen, isDrawn] = [false, true];
  const draw = (): void => {
    if (first === null || last === null) return;
    shownAtMs = nowMs();
    const line = progressLine(first, last, nowMs() - startedAtMs);
    write(isTerminal ? `\r\x1b[2K${line}` : `${line}\n`);
    [isLineOpen, isDrawn] = [isTerminal, true];
  };
  return {
    show: (progress) => {
      if (first === null) [first, startedAtMs] = [structuredClone(progress), nowMs()];
      const isNewDay = !isTerminal && last !== null && last.day !== progress.day;
      [last, isDrawn] = [structuredClone(progress), false];
      if (isNewDay || nowMs() - shownAtMs >= (isTerminal ? terminalEveryMs : plainEveryMs)) draw();
    },
    say: (line) => {
      write(`${isLineOpen ? '\n' : ''}${line}\n`);
      isLineOpen = false;
    },
    end: () => {
      if (!isDrawn) draw();
      if (isLineOpen) write('\n');
      isLineOpen = false;
    },
  };
}
