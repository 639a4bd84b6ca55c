/** Describes the progress of a backfill in a line. */
import type { BackfillProgress } from '#pipeline/ingest/sec/backfill/run.ts';
import { durationText } from '../../process/amounts.ts';
import { bar } from '../progress.ts';

const barWidth = 24;

const settledOf = ({ counts }: BackfillProgress): number => counts.held + counts.published + counts.refused;

/** Returns the completed share, from 0 to 1. */
const shareOf = ({ counts, daysTotal, settled, listed }: BackfillProgress): number =>
  daysTotal === 0 ? 1 : Math.min(1, (counts.days + (listed === 0 ? 0 : settled / listed)) / daysTotal);

/** Returns the line. `first` is the progress when this run began, so that rate and remaining time are this run's. */
export function progressLine(first: BackfillProgress, now: BackfillProgress, elapsedMs: number): string {
  const share = shareOf(now);
  const { days, held, published, refused } = now.counts;
  const fetched = published + refused - first.counts.published - first.counts.refused;
  const [gained, left] = [share - shareOf(first), 1 - share];
  const end = gained > 0 && elapsedMs > 2_000 ? `, ${durationText((elapsedMs / gained) * left)} left` : '';
  return (
    `${bar(share, barWidth)} ${now.day} (${days}/${now.daysTotal} days), ${settledOf(now)} filings: ` +
    `${published} published, ${held} already stored, ${refused} refused, ${elapsedMs > 0 ? ((fetched / elapsedMs) * 1_000).toFixed(1) : '0.0'}/s${end}`
  );
}

/** Returns the line of each progress in turn; the first is that with which this run began. */
export function progressLines(nowMs: () => number = () => performance.now()): (progress: BackfillProgress) => string {
  let first: BackfillProgress | null = null;
  let startedAtMs = 0;
  return (progress) => {
    if (first === null) [first, startedAtMs] = [structuredClone(progress), nowMs()];
    return progressLine(first, progress, nowMs() - startedAtMs);
  };
}
