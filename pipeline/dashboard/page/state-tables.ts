/** Tables of the parts, roles, queues, drops and jobs, from the port's metrics, readiness and status. */
import type { DropCount, StatusAnswer } from './answers.ts';
import { count, date, seconds } from './format.ts';
import { largestBy, named, sum, sumBy, total, type Metric } from './metrics.ts';
import { number, text, type Cell, type Table } from './table.ts';

/** Maximum age in seconds of a consumer's oldest waiting record that is not marked as bad. */
const oldestSecondsMax = 30;
/** Maximum age in seconds of Radar's newest snapshot that is not marked as bad. */
const snapshotSecondsMax = 300;

export function partsTable(status: StatusAnswer | null, checks: Readonly<Record<string, string>>): Table {
  const parts = status !== null && 'parts' in status ? Object.entries(status.parts) : [];
  const stateCell = (state: string): Cell => text(state, state !== 'ok');
  const rows =
    parts.length > 0
      ? parts.map(([name, { state, restarts, uptime_seconds: up }]) => [
          text(name),
          stateCell(state === 'ready' ? (checks[name] ?? 'ok') : state),
          number(count(restarts), restarts > 0),
          number(seconds(up)),
        ])
      : Object.entries(checks).map(([name, check]) => [text(name), stateCell(check), number('–'), number('–')]);
  return { heads: [text('Part'), text('State'), number('restarts'), number('up')], rows, none: 'no part has reported yet' };
}

/** Returns the table of parts and stages of which one process is active, which may be on another machine. */
export function rolesTable(metrics: readonly Metric[]): Table {
  const roles = [...largestBy(metrics, 'tickerwire_part_leading', 'part')].sort(([one], [other]) => one.localeCompare(other));
  return {
    heads: [text('Part or stage'), text('Here')],
    rows: roles.map(([name, leads]) => [text(name), text(leads > 0 ? 'active' : 'standby')]),
    none: 'no part or stage is active or standby here',
  };
}

export function queuesTable(metrics: readonly Metric[]): Table {
  const pending = largestBy(metrics, 'tickerwire_raw_pending', 'state');
  const deliveries = largestBy(metrics, 'tickerwire_deliveries_pending', 'state');
  const notices = largestBy(metrics, 'tickerwire_notices_pending', 'state');
  const dead = largestBy(metrics, 'tickerwire_stream_messages', 'stream').get('DEAD');
  const oldest = largestBy(metrics, 'tickerwire_consumer_lag_seconds', 'consumer');
  const queue = (name: string, messages: number | undefined, isBad = false): Cell[] => [text(name), number(count(messages), isBad), number('')];
  const behind = [...largestBy(metrics, 'tickerwire_consumer_lag_records', 'consumer')].map(([consumer, records]) => {
    const age = oldest.get(consumer);
    return [text(`FEED → ${consumer}, behind`), number(count(records)), number(seconds(age), (age ?? 0) > oldestSecondsMax)];
  });
  return {
    heads: [text('Queue'), number('messages'), number('oldest')],
    rows: [
      queue('RAW → refine, waiting', pending.get('waiting')),
      queue('RAW → refine, in progress', pending.get('delivered')),
      ...behind,
      queue('DELIVERIES → deliver, waiting', deliveries.get('waiting')),
      queue('DELIVERIES → deliver, in progress or postponed', deliveries.get('delivered')),
      queue('NOTICES → notify, unsent mails', sum(notices.values())),
      queue('dead letters', dead, (dead ?? 0) > 0),
    ],
    none: '',
  };
}

/** `drops` is null when ClickHouse does not answer. */
export const dropsTable = (drops: readonly DropCount[] | null): Table => ({
  heads: [text('Reason'), text('Source type'), number('documents')],
  rows: (drops ?? []).map(({ reason, source_type: type, drops: documents }) => [text(reason), text(type), number(count(documents))]),
  none: drops === null ? 'ClickHouse does not answer' : 'no drops',
});

export function jobsTable(metrics: readonly Metric[], nowMs: number): Table {
  const snapshots = [...largestBy(metrics, 'tickerwire_radar_newest_cutoff_seconds', 'window')].map(([window, at]) => {
    const age = nowMs / 1_000 - at;
    return [text(`Radar ${window}: age of the newest snapshot`), at > 0 ? number(seconds(age), age > snapshotSecondsMax) : number('none')];
  });
  const dropped = [...sumBy(metrics, 'tickerwire_webhook_dropped_total', 'reason')].map(([reason, value]) => [
    text(`deliveries given up, ${reason}`),
    number(count(value)),
  ]);
  const reconciled = Math.max(0, ...named(metrics, 'tickerwire_reconciled_day_seconds').map(({ value }) => value));
  const filings = [...sumBy(metrics, 'tickerwire_reconciled_filings', 'outcome')].map(([outcome, value]) => [
    text(`filings of that day, ${outcome}`),
    number(count(value), outcome === 'missing' && value > 0),
  ]);
  return {
    heads: [text('What'), number('now')],
    rows: [
      ...snapshots,
      ...dropped,
      [text('deliveries running or waiting'), number(count(total(metrics, 'tickerwire_webhook_held_deliveries')))],
      [text('last day reconciled with EDGAR'), number(reconciled > 0 ? date(reconciled * 1_000) : 'none yet')],
      ...filings,
    ],
    none: '',
  };
}
