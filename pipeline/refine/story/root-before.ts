/** Makes the next row of a story its root before the old root is withdrawn, so that a crash between both records leaves a root. */
import type { FeedRecord, FeedRevision } from '#schemas/feed-log.ts';
import type { RawMessage } from '#schemas/raw.ts';
import type { RefineContext } from '../context.ts';
import { recordHead } from '../log-record.ts';

/** Returns the record of the next root, or null when the record withdraws no root or the story has no other row. */
export function nextRootRecord(
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
