import { beforeEach, describe, expect, test } from 'vitest';
import { createProgress, type Progress } from '#ops/process/progress.ts';
import { createProgressBoard } from '#ops/process/progress-board.ts';

let nowMs = 0;
let progress: Progress;

beforeEach(() => {
  nowMs = 1_000;
  progress = createProgress({ stalledAfterMs: 5_000, monotonicMs: () => nowMs });
});

describe('a part', () => {
  test('is ready while it moves, and not ready with its reason when it stands still with input', () => {
    progress.moved();
    progress.waitsFor('ClickHouse does not answer');
    nowMs += 4_999;
    expect(progress.state()).toBe('ok');
    nowMs += 1;
    expect(progress.state()).toBe('no progress for 5 s: ClickHouse does not answer');
    progress.moved();
    expect(progress.state()).toBe('ok');
  });

  test('is ready while it has nothing to do', () => {
    progress.idle();
    nowMs += 1e9;
    expect(progress.state()).toBe('ok');
    progress.waitsFor('the log');
    expect(progress.state()).toBe('ok');
    nowMs += 5_000;
    expect(progress.state()).toBe('no progress for 5 s: the log');
  });

  test('is not ready until it begins', () => {
    nowMs += 5_000;
    expect(progress.state()).toBe('no progress for 5 s: not started yet');
  });

  test('reports a failure at once and until it moves again', () => {
    progress.moved();
    progress.failed('the sources file is missing');
    expect(progress.state()).toBe('the sources file is missing');
    progress.idle();
    expect(progress.state()).toBe('the sources file is missing');
    progress.moved();
    expect(progress.state()).toBe('ok');
  });
});

test('a slow part has a time of its own', () => {
  const board = createProgressBoard({ monotonicMs: () => nowMs });
  const [usual, slow] = [board.add('feed'), board.add('report', 60_000)];
  for (const one of [usual, slow]) one.waitsFor('the tables');
  nowMs += 59_999;
  usual.moved();
  expect(board.state()).toBe('ok');
  nowMs += 1;
  expect(board.state()).toBe('report: no progress for 60 s: the tables');
});
