/**
 * Places in the feed: the position in a cursor, the position of a record in the log, and the start of a plan's archive. Rows are served from
 * 00:00 UTC of the day `archiveDays` before today, so that a bare date of that day is still inside. A request that reaches further back is
 * refused with 403, not silently cut.
 */
import { storedEnd } from '#clickhouse/feed-records.ts';
import { wholeRange, type NewestRange } from '#clickhouse/feed-keys.ts';
import { storedGenerations } from '#clickhouse/generations.ts';
import type { CursorMode, CursorPosition } from '#schemas/cursor.ts';
import type { LogPosition } from '#schemas/generation.ts';
import type { Plan } from '#schemas/plan.ts';
import type { Caller } from '../auth/caller.ts';
import { apiError, newGeneration, type ApiError } from '../errors.ts';
import type { FeedWindow } from './parameters.ts';
import type { FeedDeps, FeedRequest } from './feed-request.ts';

const refusals = {
  invalid_cursor: 'This cursor is not valid for this endpoint and these filters. Start again without a cursor.',
  cursor_mode_mismatch: 'This cursor belongs to another sort mode or list. Use it with the same path and `sort` as the answer that returned it.',
} as const;

/** Returns the position in the cursor of a request. Throws 400 for one that is malformed, forged, or of other filters. */
export function readCursor<M extends CursorMode>(
  mode: M,
  request: Pick<FeedRequest, 'cursor' | 'binding'>,
  { cursors }: Pick<FeedDeps, 'cursors'>,
): CursorPosition<M> {
  const result = cursors.read(mode, request.binding, request.cursor ?? '');
  if (!result.ok) {
    const message = refusals[result.refusal];
    throw apiError(result.refusal, message, { fields: { cursor: [message] } });
  }
  return result.position;
}

/** Returns the position after the record now at `seq`. The tail has the generations of its records as it read them, the book all others. */
export function positionAt(seq: number, { tail, generations }: Pick<FeedDeps, 'tail' | 'generations'>): LogPosition {
  const isInTail = seq >= tail.firstSeq() - 1 && seq <= tail.lastSeq();
  return { generation: (isInTail ? tail : generations).generationAt(seq), seq };
}

/** Returns the position at which a reader in delta mode continues; its generation is that of the record now at that sequence. */
export function continueAfter(position: LogPosition, deps: Pick<FeedDeps, 'tail' | 'generations'>): LogPosition | Promise<LogPosition> {
  const placed = (seq: number): LogPosition => (seq === position.seq ? position : positionAt(seq, deps));
  const seq = deps.generations.resolve(position);
  return typeof seq === 'number' ? placed(seq) : seq.then(placed);
}

/**
 * Returns what `read` reads. Throws 503 where a generation began while `read` waited: its start was resolved before, and its rows and its
 * position may be of records that the log has lost.
 */
export function inOneGeneration<T>({ newest }: Pick<FeedDeps['generations'], 'newest'>, read: () => T | Promise<T>): T | Promise<T> {
  const begun = newest();
  const found = read();
  if (!(found instanceof Promise)) return found;
  return found.then((value) => {
    if (newest() !== begun) throw newGeneration();
    return value;
  });
}

/**
 * Returns the last sequence that the tables have, for pages that continue after it. Throws where the tables have a generation new to this
 * process; the next request resolves its cursor with it.
 */
export async function storedTo({ ask, generations }: Pick<FeedDeps, 'ask' | 'generations'>): Promise<number> {
  const { seq, generation } = await ask(storedEnd);
  if (generation <= generations.newest()) return seq;
  generations.put(await ask(storedGenerations));
  throw newGeneration();
}

const dayMs = 86_400_000;

/** Returns the start of the plan's archive in milliseconds since the epoch. */
export const horizonMs = (plan: Pick<Plan, 'archiveDays'>, nowMs: number): number => (Math.floor(nowMs / dayMs) - plan.archiveDays) * dayMs;

/** Returns the 403 `archive_horizon`. */
export function pastHorizon(plan: Plan, horizon: number, pricingUrl: string): ApiError {
  const start = new Date(horizon).toISOString();
  const upgrade = plan.upgradeTo.length === 0 ? '' : ', or upgrade the plan';
  const detail = `The request goes back further than the ${plan.archiveDays} days of the ${plan.name} plan. Request rows from ${start.slice(0, 10)} on, without an older cursor${upgrade}.`;
  return apiError('archive_horizon', detail, {
    reason: 'archive_horizon',
    tier: plan.name,
    archive_days: plan.archiveDays,
    horizon: start,
    upgrade: plan.upgradeTo.length === 0 ? null : { tiers: [...plan.upgradeTo], pricing_url: pricingUrl },
  });
}

/** Throws 403 for an instant before `horizon`, the start of the plan's archive; null: there is no instant. */
export function refusePast(atMs: number | null, horizon: number, { plan }: Pick<Caller, 'plan'>, { pricingUrl }: Pick<FeedDeps, 'pricingUrl'>): void {
  if (atMs !== null && atMs < horizon) throw pastHorizon(plan, horizon, pricingUrl);
}

/** Returns the start of the plan's archive; throws 403 where the requested window lies before it. */
export function horizonInside({ caller, window }: FeedRequest, deps: Pick<FeedDeps, 'nowMs' | 'pricingUrl'>): number {
  const horizon = horizonMs(caller.plan, deps.nowMs());
  refusePast(window.fromMs, horizon, caller, deps);
  refusePast(window.toMs, horizon, caller, deps);
  return horizon;
}

/** Returns the bounds of a window's rows inside the archive. */
export function boundsInside({ by, fromMs, toMs }: FeedWindow, horizon: number): NewestRange {
  return by === 'published'
    ? { ...wholeRange, publishedFromMs: Math.max(horizon, fromMs ?? horizon), publishedToMs: toMs }
    : { ...wholeRange, publishedFromMs: horizon, createdFromMs: fromMs, createdToMs: toMs };
}
