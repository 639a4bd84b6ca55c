/** Builds the record by which an operator withdraws an article. */
import type { FeedRevision } from '#schemas/feed-log.ts';
import type { RawWithdrawal } from '#schemas/raw.ts';
import type { RefineContext } from './context.ts';
import { recordHead } from './log-record.ts';

export function refineWithdrawal(raw: RawWithdrawal, { refinedAt, claimUid }: Pick<RefineContext, 'refinedAt' | 'claimUid'>): FeedRevision | null {
  const uid = claimUid(raw.identity);
  if (uid === null) return null;
  const head = recordHead(raw, { uid, identity: raw.identity, refinedAt }, null);
  return { type: 'revision', ...head, revises: raw.uid, item: null, key_entities: [], withdrawn: raw.reason };
}
