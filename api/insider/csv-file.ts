/**
 * The insider feed as a CSV file. The keys of its rows (a few bytes each) are selected first, up to the plan's cap, because the headers state
 * the number of rows and the next cursor. The rows follow in batches, each read when the previous one was sent. Cursors are those of the JSON
 * list, so a client may switch formats.
 */
import { rowsBySequence } from '#clickhouse/feed-pages.ts';
import { selectAfterSequence, selectNewestBySequence, selectNewestFirst, type SelectedRow } from '#clickhouse/feed-selection.ts';
import type { LogPosition } from '#schemas/generation.ts';
import type { StoredItem } from '#schemas/item.ts';
import { positionPast } from '../feed/newest.ts';
import {
  rangeInArchive,
  continueAfter,
  horizonFor,
  horizonMs,
  inOneGeneration,
  positionAt,
  readCursor,
  refusePast,
  storedTo,
} from '../feed/position.ts';
import type { ApiDeps } from '../deps.ts';
import type { FeedDeps, FeedRequest } from '../feed/feed-request.ts';
import { etagOf } from '../reply/content.ts';
import type { StreamResult } from '../operation.ts';
import { csvHeader, csvLine } from './csv-rows.ts';

export const csvType = 'text/csv';

interface Selection {
  readonly rows: readonly SelectedRow[];
  readonly nextCursor: string | null;
  readonly truncated: 'false' | 'row_cap' | 'archive_horizon';
}

/** Rows to read at once: some hundred kilobytes of documents. */
const batchRows = 200;
/** Part of every ETag. Change it whenever the columns or their spelling change. */
const format = 'csv-1';

export async function csvFile(request: FeedRequest, deps: FeedDeps & Pick<ApiDeps, 'headerPrefix'>): Promise<StreamResult> {
  const { headerPrefix } = deps;
  const cap = request.caller.plan.csvRowsMax;
  const { rows, nextCursor, truncated } = request.mode === 'delta' ? await selectDelta(request, cap, deps) : await selectNewest(request, cap, deps);
  const day = new Date(deps.nowMs()).toISOString().slice(0, 10);
  return {
    stream: {
      type: `${csvType}; charset=utf-8; header=present`,
      etag: etagOf(`${format}|${nextCursor}|${rows.map(({ seq, version }) => `${seq}v${version}`).join()}`),
      chunks: () => csvText(rows, deps),
    },
    rowsCount: rows.length,
    headers: [
      'Content-Disposition',
      `attachment; filename="insider-${day}.csv"`,
      `${headerPrefix}-Rows`,
      String(rows.length),
      `${headerPrefix}-Row-Cap`,
      String(cap),
      `${headerPrefix}-Truncated`,
      truncated,
      `${headerPrefix}-Next-Cursor`,
      nextCursor ?? '',
    ],
  };
}

async function selectNewest(request: FeedRequest, cap: number, deps: FeedDeps): Promise<Selection> {
  const { filter, window, cursor, binding } = request;
  const horizon = horizonFor(request, deps);
  const before = cursor === null ? null : readCursor('newest', request, deps);
  const range = { ...rangeInArchive(window, horizon), before };
  const selected = await deps.ask((store) => selectNewestFirst(store, filter, range, cap + 1));
  const rows = selected.slice(0, cap);
  const isCut = selected.length > cap;
  const next = isCut ? rows.at(-1)! : await positionPast(request, horizon, rows.at(-1), deps);
  return {
    rows,
    nextCursor: next === null ? null : deps.cursors.write('newest', binding, next),
    truncated: isCut ? 'row_cap' : next === null ? 'false' : 'archive_horizon',
  };
}

async function selectDelta(request: FeedRequest, cap: number, deps: FeedDeps): Promise<Selection> {
  const start = request.cursor === null ? null : await continueAfter(readCursor('delta', request, deps), deps);
  return inOneGeneration(deps.generations, () => selectAfter(start, request, cap, deps));
}

async function selectAfter(start: LogPosition | null, request: FeedRequest, cap: number, deps: FeedDeps): Promise<Selection> {
  const { filter, binding, caller } = request;
  const horizon = horizonMs(caller.plan, deps.nowMs());
  // The last stored sequence is read before the rows, so that a row stored in between is not skipped.
  const endSeq = await storedTo(deps);
  const selected = await deps.ask((store) =>
    start === null ? selectNewestBySequence(store, filter, cap + 1) : selectAfterSequence(store, filter, start.seq, cap + 1),
  );
  const isCut = selected.length > cap;
  const within = start === null ? selected.slice(-cap) : selected.slice(0, cap);
  if (start !== null) refusePast(within[0]?.createdAtMs ?? null, horizon, caller, deps);
  const rows = within.filter(({ createdAtMs }) => start !== null || createdAtMs >= horizon);
  const lastSeq = within.at(-1)?.seq ?? 0;
  const seq = isCut && start !== null ? lastSeq : Math.max(start?.seq ?? 0, endSeq, lastSeq);
  const position = start?.seq === seq ? start : positionAt(seq, deps);
  const truncated = rows.length < within.length ? 'archive_horizon' : isCut ? 'row_cap' : 'false';
  return { rows, nextCursor: deps.cursors.write('delta', binding, position), truncated };
}

async function* csvText(rows: readonly SelectedRow[], { ask }: FeedDeps): AsyncGenerator<string, void, void> {
  yield csvHeader;
  for (let at = 0; at < rows.length; at += batchRows) {
    const seqs = rows.slice(at, at + batchRows).map(({ seq }) => seq);
    const bySeq = new Map((await ask((store) => rowsBySequence(store, seqs))).map((row) => [row.seq, row.doc]));
    yield seqs.map((seq) => csvLine(readItem(bySeq.get(seq)))).join('');
  }
}

/** Returns the item of a row. A missing row is an error, because the file would have fewer rows than its header states. */
function readItem(doc: string | undefined): StoredItem {
  if (doc === undefined) throw new Error('a selected row no longer exists');
  return JSON.parse(doc) as StoredItem;
}
