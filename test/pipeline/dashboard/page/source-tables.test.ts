import { expect, test } from 'vitest';
import type { SourceHealth, SourceLag } from '#pipeline/dashboard/page/answers.ts';
import { sourceTables } from '#pipeline/dashboard/page/source-tables.ts';
import type { Table } from '#pipeline/dashboard/page/table.ts';

const nowMs = Date.parse('2026-02-03T14:00:00Z');
const well = (source: string): SourceHealth => ({ source, last_success_at: '2026-02-03T13:59:55Z', failing_since: null, failures: 0, error: null });
const failing = (source: string): SourceHealth => ({ ...well(source), failing_since: '2026-02-03T12:00:00Z', failures: 3, error: 'status 403' });
function lag(source: string, p50: number, p95: number | null): SourceLag {
  const stage = { p50_seconds: p50, p95_seconds: p95, p99_seconds: p95 };
  return {
    source,
    rows: 1_200,
    published_to_seen: { p50_seconds: null, p95_seconds: null, p99_seconds: null },
    seen_to_fetched: stage,
    fetched_to_refined: stage,
    refined_to_visible: stage,
    seen_to_visible: stage,
  };
}
const names = ({ rows }: Table): string[] => rows.map(([name]) => name!.text);

test('the failing ones are first, then the slowest by the chosen percentile, then by name', () => {
  const states = [well('a'), failing('z'), failing('y'), well('b'), well('c')];
  const lags = [lag('a', 9, 1), lag('b', 1, 2), lag('c', 1, null), lag('z', 1, 1)];
  const of = (percentile: 'p50_seconds' | 'p95_seconds'): string[] => names(sourceTables({ lags, states, percentile, nowMs }).active);
  expect(of('p95_seconds')).toEqual(['z', 'y', 'b', 'a', 'c']);
  expect(of('p50_seconds')).toEqual(['z', 'y', 'a', 'b', 'c']);
});

test('those without a row and without a fault stand apart', () => {
  const { active, quiet } = sourceTables({ lags: [lag('a', 1, 1)], states: [well('q'), failing('f')], percentile: 'p50_seconds', nowMs });
  expect([names(active), names(quiet)]).toEqual([['f', 'a'], ['q']]);
});

test('a row says how the source is and how long each stage took, and opens its details', () => {
  const { active } = sourceTables({ lags: [lag('f', 2, 3)], states: [failing('f')], percentile: 'p95_seconds', nowMs });
  const [row] = active.rows;
  expect(row!.map(({ text }) => text)).toEqual(['f', 'failing for 2 h: status 403', '1,200', '–', '3.00 s', '3.00 s', '3.00 s', '3.00 s']);
  expect([row![0]!.opens, row![1]!.isBad]).toEqual([{ source: 'f' }, true]);
  expect(active.heads.map(({ isNumber }) => isNumber)).toEqual(row!.map(({ isNumber }) => isNumber));
});

test('a source that was never asked, and one that only the tables know, say so', () => {
  const states = [{ ...well('new'), last_success_at: null }, well('old')];
  const { active, quiet } = sourceTables({ lags: [lag('gone', 1, 1)], states, percentile: 'p50_seconds', nowMs });
  expect(quiet.rows.map(([, state]) => state!.text)).toEqual(['no answer yet', 'answered 5.00 s ago']);
  expect(active.rows[0]![1]!.text).toBe('');
});

test('tables that do not answer are not taken for a window without rows', () => {
  const of = (lags: readonly SourceLag[] | null): string => sourceTables({ lags, states: [], percentile: 'p50_seconds', nowMs }).active.none;
  expect([of(null), of([])]).toEqual(['ClickHouse does not answer', 'no new rows in this window']);
});
