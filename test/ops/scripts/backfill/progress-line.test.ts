import { expect, test } from 'vitest';
import { progressLine } from '#ops/scripts/backfill/progress-line.ts';
import type { BackfillProgress } from '#pipeline/ingest/sec/backfill/run.ts';

const progress = (days: number, settled: number, published: number): BackfillProgress => ({
  day: '2025-03-17',
  settled,
  listed: 100,
  daysTotal: 4,
  counts: { days, listed: 400, held: 20, published, refused: 0 },
});

test('a line tells days, filings, the rate and the time left of this run, whatever was done before it', () => {
  expect(progressLine(progress(1, 0, 100), progress(1, 50, 150), 10_000)).toBe(
    '[#########...............] 2025-03-17 (1/4 days), 170 filings: 150 published, 20 already stored, 0 refused, 5.0/s, 50 s left',
  );
});
