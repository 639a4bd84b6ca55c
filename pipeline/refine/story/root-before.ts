/**
 * Keeps a story represented when the row that represents it is withdrawn: the first row that is left becomes its root. Its record comes
 * before the withdrawal, so that a crash between both leaves the withdrawal to the redelivered message.
 */
import type { FeedRecord, FeedRevision } from '#schemas/feed-log.ts';
import type { RawMessage } from '#schemas/raw.ts';
import type { RefineContext } from '../context.ts';
import { recordHead } from '../log-record.ts';

/** Returns the record of the next root; null where the record withdraws no root, or no other row of its story is left. Pure. */
export function rootBefore(
  record: FeedRecord,
  raw: RawMessage,
  { recent, refinedAt, claimUid }: Pick<RefineContext, 'recent' | 'refinedAt' | 'claimUid'>,
): FeedRevision | null {
  if (record.type !== 'revision' || record.withdrawn === undefined) return null;
  recent.advanceTo(refinedAt);
  const next = recent.nextRoot(record.revises);
  const identity = `${record.identity}\nroot`;
  const uid = next === null ? null : claimUid(identity);
  if (next === null || uid === null) return null;
  const head = recordHead(raw, { uid, identity, refinedAt }, null);
  return { type: 'revision', ...head, revises: next.uid, item: null, key_entities: [], story_id: next.storyId, is_root: true };
}
