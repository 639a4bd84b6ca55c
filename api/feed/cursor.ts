/** Decodes the cursor of a request to a position. Throws 400 for one that is malformed, forged, or of other filters. */
import type { CursorMode, CursorPosition } from '#schemas/cursor.ts';
import type { LogPosition } from '#schemas/generation.ts';
import { apiError } from '../errors.ts';
import type { FeedDeps, FeedRequest } from './read.ts';

const refusals = {
  invalid_cursor: 'This cursor is not valid for this endpoint and these filters. Start again without a cursor.',
  cursor_mode_mismatch: 'This cursor belongs to another sort mode or list. Use it with the same path and `sort` as the answer that returned it.',
} as const;

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
