import { expect, test } from 'vitest';
import { figuresLine } from '#ops/up/figures.ts';
import type { Status } from '#ops/up/ops.ts';

const status = (pipeline: unknown, state = 'ready'): Status => ({
  ready: state === 'ready',
  degraded: {},
  mode: 'demo',
  started_at: '2026-01-02T03:04:05.000Z',
  uptime_seconds: 1,
  restarts: 1,
  parts: { nats: { state, pid: 1, uptime_seconds: 1, restarts: 1 } },
  pipeline,
  api: null,
});

const lag = (rows: number, p50: number | null) => ({ source: 'x', rows, seen_to_visible: { p50_seconds: p50 } });

test('the line sums what sources and reasons count apart, and gives the median lag by rows', () => {
  const pipeline = {
    documents_read: 12_345,
    rows: [{ rows: 1_000 }, { rows: 9 }],
    drops: [{ drops: 2 }, { drops: 3 }],
    lag: [lag(10, 0.44), lag(1, 90), lag(3, null)],
  };
  expect(figuresLine(status(pipeline))).toBe('documents 12,345 · rows 1,009 · drops 5 · lag p50 0.4 s · restarts 1');
});

test('what is not known is a dash, and a part that is unreachable is named', () => {
  const unknown = { documents_read: 7, rows: null, drops: null, lag: null };
  expect(figuresLine(status(unknown, 'waiting'))).toBe('documents 7 · rows - · drops - · lag p50 - · restarts 1 · waiting for nats');
  expect(figuresLine(status(null))).toBe('documents - · rows - · drops - · lag p50 - · restarts 1');
});
