/** The cursor of a request as a position, or 400 (contract.md 2). */
import type { CursorMode, CursorPosition } from '#schemas/cursor.ts';
import { apiError } from '../errors.ts';
import type { FeedDeps, FeedRequest } from './read.ts';

const refusals = {
  invalid_cursor: 'This cursor was not issued for this endpoint and these filters; start again without one.',
  cursor_mode_mismatch: 'This cursor belongs to the other sort mode; keep `sort` as it was on the call that issued it.',
} as const;

export function readCursor<M extends CursorMode>(
  mode: M,
  request: Pick<FeedRequest, 'cursor' | 'binding'>,
  { cursors }: Pick<FeedDeps, 'cursors'>,
): CursorPosition<M> {
  const reading = cursors.read(mode, request.binding, request.cursor ?? '');
  if (!reading.ok) throw apiError(reading.refusal, refusals[reading.refusal], {});
  return reading.position;
}
