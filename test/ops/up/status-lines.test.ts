import { expect, test } from 'vitest';
import { createAnnouncer, troubleWords, figuresLine } from '#ops/up/status-lines.ts';
import type { Status } from '#ops/up/ops.ts';

const since = '2026-01-02T03:04:05.000Z';
const source = (name: string, error: string | null) => ({ source: name, failing_since: error === null ? null : since, error });
const dead = {
  pipeline: { sources: [source('cnbc', 'ENOTFOUND'), source('sec_form4', 'status 403'), source('fed', 'ENOTFOUND'), source('bls', null)] },
  degraded: {
    'pipeline source cnbc': `failing since ${since}: ENOTFOUND`,
    'pipeline source sec_form4': `failing since ${since}: status 403`,
    'pipeline symbols': 'no symbol list yet; articles with a ticker can be served only after the first list was read',
    'pipeline USER_AGENT': 'is the default',
    'api redis': 'not connected',
  },
};
const well = { pipeline: { sources: [source('cnbc', null)] }, degraded: {} };

test('the status line says how many sources fail and why, and what else is wrong', () => {
  expect(troubleWords(dead)).toEqual([
    '3 of 4 sources are failing (ENOTFOUND, status 403)',
    'no symbol list',
    'USER_AGENT is the default',
    'api redis degraded',
  ]);
  expect(troubleWords(well)).toEqual([]);
  expect(troubleWords({ pipeline: null, degraded: {} })).toEqual([]);
});

test('a lasting trouble is reported once in full, sources of one reason together', () => {
  let nowMs = 0;
  const announce = createAnnouncer(() => nowMs);
  // Troubles that are gone at the next look, as while a service starts, are not reported.
  expect(announce(dead)).toEqual([]);
  expect(announce(dead)).toEqual([
    'symbols: no symbol list yet; articles with a ticker can be served only after the first list was read',
    'USER_AGENT: is the default',
    'api redis: not connected',
    `2 sources have been failing since ${since}: ENOTFOUND (cnbc, fed)`,
    `a source has been failing since ${since}: status 403 (sec_form4)`,
  ]);
  expect(announce(dead)).toEqual([]);
  expect(announce(well)).toEqual(['symbols: works again', 'USER_AGENT: works again', 'api redis: works again']);
  expect(announce(well)).toEqual([]);
  nowMs = 300_000;
  announce(dead);
  expect(announce(dead)).toEqual([]);
  nowMs = 700_000;
  expect(announce(dead)).toHaveLength(5);
});

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

test('the line has the sums of all sources and reasons, and the median lag by rows', () => {
  const pipeline = {
    documents_read: 12_345,
    rows: [{ rows: 1_000 }, { rows: 9 }],
    drops: [{ drops: 2 }, { drops: 3 }],
    lag: [lag(10, 0.44), lag(1, 90), lag(3, null)],
  };
  expect(figuresLine(status(pipeline))).toBe('documents 12,345 · rows 1,009 · drops 5 · lag p50 0.4 s · restarts 1');
});

test('an unknown figure is a dash, and an unreachable part is named', () => {
  const unknown = { documents_read: 7, rows: null, drops: null, lag: null };
  expect(figuresLine(status(unknown, 'waiting'))).toBe('documents 7 · rows - · drops - · lag p50 - · restarts 1 · waiting for nats');
  expect(figuresLine(status(null))).toBe('documents - · rows - · drops - · lag p50 - · restarts 1');
});
