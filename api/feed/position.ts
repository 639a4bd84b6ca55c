/**
 * Positions in cursors and in the log, and the start of a plan's archive (the horizon): 00:00 UTC of the day `archiveDays` before today, so
 * that a bare date of that day is inside. A request that reaches further back is refused with 403, not silently cut.
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

/** Returns the position in a request's cursor. Throws 400 for a cursor that is malformed, forged, or of another mode or other filters. */
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

/** Returns the position after the present record at `seq`. */
export const positionAt = (seq: number, { generations }: Pick<FeedDeps, 'generations'>): LogPosition => ({
  generation: generations.generationAt(seq),
  seq,
});

/** Returns the position of the present log at which a delta reader continues whose cursor has `position`. */
export function continueAfter(position: LogPosition, deps: Pick<FeedDeps, 'generations'>): LogPosition | Promise<LogPosition> {
  const placed = (seq: number): LogPosition => (seq === position.seq ? position : positionAt(seq, deps));
  const seq = deps.generations.resolve(position);
  return typeof seq === 'number' ? placed(seq) : seq.then(placed);
}

/** Returns what `read` returns. Throws 503 if a generation began meanwhile, because the result may have records that the log has lost. */
export function inOneGeneration<T>({ newest }: Pick<FeedDeps['generations'], 'newest'>, read: () => T | Promise<T>): T | Promise<T> {
  const begun = newest();
  const found = read();
  if (!(found instanceof Promise)) return found;
  return found.then((value) => {
    if (newest() !== begun) throw newGeneration();
    return value;
  });
}

/** Returns the last stored sequence. Throws 503 if the tables have a generation that is new to this process; the next request knows it. */
export async function storedTo({ ask, generations }: Pick<FeedDeps, 'ask' | 'generations'>): Promise<number> {
  const { seq, generation } = await ask(storedEnd);
  if (generation <= generations.newest()) return seq;
  generations.put(await ask(storedGenerations));
  throw newGeneration();
}

const dayMs = 86_400_000;

/** Returns the start of the plan's archive in milliseconds since the epoch. */
export const horizonMs = (plan: Pick<Plan, 'archiveDays'>, nowMs: number): number => (Math.floor(nowMs / dayMs) - plan.archiveDays) * dayMs;

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

export function refusePast(atMs: number | null, horizon: number, { plan }: Pick<Caller, 'plan'>, { pricingUrl }: Pick<FeedDeps, 'pricingUrl'>): void {
  if (atMs !== null && atMs < horizon) throw pastHorizon(plan, horizon, pricingUrl);
}

/** Returns the start of the archive. Throws 403 if the window begins or ends before it. */
export function horizonFor({ caller, window }: FeedRequest, deps: Pick<FeedDeps, 'nowMs' | 'pricingUrl'>): number {
  const horizon = horizonMs(caller.plan, deps.nowMs());
  refusePast(window.fromMs, horizon, caller, deps);
  refusePast(window.toMs, horizon, caller, deps);
  return horizon;
}

/** Returns the part of a window that is not published before `horizon`. */
export function rangeInArchive({ by, fromMs, toMs }: FeedWindow, horizon: number): NewestRange {
  return by === 'published'
    ? { ...wholeRange, publishedFromMs: Math.max(horizon, fromMs ?? horizon), publishedToMs: toMs }
    : { ...wholeRange, publishedFromMs: horizon, createdFromMs: fromMs, createdToMs: toMs };
}
