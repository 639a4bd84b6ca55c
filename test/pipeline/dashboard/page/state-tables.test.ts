import { expect, test } from 'vitest';
import { readMetrics } from '#pipeline/dashboard/page/metrics.ts';
import { dropsTable, jobsTable, partsTable, queuesTable, rolesTable } from '#pipeline/dashboard/page/state-tables.ts';
import type { Table } from '#pipeline/dashboard/page/table.ts';

/** Returns the rows as text; what is marked as bad ends with `!`. */
const rowsOf = ({ rows }: Table): string[] => rows.map((row) => row.map(({ text, isBad }) => `${text}${isBad ? '!' : ''}`).join(' | '));

test('a part is as its own port says once it runs, and a restart is marked', () => {
  const part = { state: 'ready', restarts: 0, uptime_seconds: 75 };
  const parts = { nats: part, writer: { ...part, restarts: 2 }, api: { ...part, state: 'waiting', uptime_seconds: null } };
  expect(rowsOf(partsTable({ parts, pipeline: null }, { nats: 'ok', writer: 'clickhouse: away', api: 'ok' }))).toEqual([
    'nats | ok | 0 | 1 min 15 s',
    'writer | clickhouse: away! | 2! | 1 min 15 s',
    'api | waiting! | 0 | –',
  ]);
});

test('a single process lists its checks', () => {
  expect(rowsOf(partsTable({}, { nats: 'ok', clickhouse: 'away' }))).toEqual(['nats | ok | – | –', 'clickhouse | away! | – | –']);
  expect(partsTable(null, {}).none).toBe('no part has reported yet');
});

test("a part is active here when one of this port's processes leads it", () => {
  const metrics = readMetrics(
    'tickerwire_part_leading{part="write"} 0\ntickerwire_part_leading{part="refine"} 0\ntickerwire_part_leading{part="refine"} 1',
  );
  expect(rowsOf(rolesTable(metrics))).toEqual(['refine | active', 'write | standby']);
});

test('queues say what waits, and mark what has waited too long and letters that are dead', () => {
  const metrics = readMetrics(
    [
      'tickerwire_raw_pending{state="waiting"} 1200',
      'tickerwire_consumer_lag_records{consumer="write"} 7',
      'tickerwire_consumer_lag_seconds{consumer="write"} 31',
      'tickerwire_consumer_lag_records{consumer="match"} 0',
      'tickerwire_consumer_lag_seconds{consumer="match"} 30',
      'tickerwire_notices_pending{state="waiting"} 1',
      'tickerwire_notices_pending{state="delivered"} 2',
      'tickerwire_stream_messages{stream="DEAD"} 1',
    ].join('\n'),
  );
  expect(rowsOf(queuesTable(metrics))).toEqual([
    'RAW → refine, waiting | 1,200 | ',
    'RAW → refine, in progress | – | ',
    'FEED → write, behind | 7 | 31.0 s!',
    'FEED → match, behind | 0 | 30.0 s',
    'DELIVERIES → deliver, waiting | – | ',
    'DELIVERIES → deliver, in progress or postponed | – | ',
    'NOTICES → notify, unsent mails | 3 | ',
    'dead letters | 1! | ',
  ]);
});

test('drops are counted by reason, and silent tables are reported', () => {
  expect(rowsOf(dropsTable([{ reason: 'not_english', source_type: 'publisher', drops: 4 }]))).toEqual(['not_english | publisher | 4']);
  expect([dropsTable([]).none, dropsTable(null).none]).toEqual(['no drops', 'ClickHouse does not answer']);
});

test('Radar is marked when its newest snapshot is old, and reconciliation when a filing is missing', () => {
  const nowMs = 1_770_000_000_000;
  const metrics = readMetrics(
    [
      'tickerwire_radar_newest_cutoff_seconds{window="24h"} 1769999699',
      'tickerwire_radar_newest_cutoff_seconds{window="4h"} 0',
      'tickerwire_webhook_dropped_total{reason="too_old",process="one"} 1',
      'tickerwire_webhook_dropped_total{reason="too_old",process="two"} 2',
      'tickerwire_webhook_held_deliveries 4',
      'tickerwire_reconciled_day_seconds 1769904000',
      'tickerwire_reconciled_filings{outcome="missing"} 1',
      'tickerwire_reconciled_filings{outcome="found"} 9',
    ].join('\n'),
  );
  expect(rowsOf(jobsTable(metrics, nowMs))).toEqual([
    'Radar 24h: age of the newest snapshot | 5 min 1 s!',
    'Radar 4h: age of the newest snapshot | none',
    'deliveries given up, too_old | 3',
    'deliveries running or waiting | 4',
    'last day reconciled with EDGAR | 2026-02-01',
    'filings of that day, missing | 1!',
    'filings of that day, found | 9',
  ]);
  expect(rowsOf(jobsTable([], nowMs))).toEqual(['deliveries running or waiting | –', 'last day reconciled with EDGAR | none yet']);
});
