/** Reads an article from the tables by its uid, and makes the 404 where none is served: no article has the uid, or when it was withdrawn. */
import { rowByUid } from '#clickhouse/feed.ts';
import { withdrawalOf, type NumberedRevision } from '#clickhouse/revisions.ts';
import { apiError, type ApiError } from '../errors.ts';
import type { FeedDeps } from './read.ts';

type Deps = Pick<FeedDeps, 'ask' | 'tail'>;

/** Returns the withdrawal of a row, if the tail has it and no later correction; the tables may lack it. */
function withdrawalInTail(uid: string, { tail }: Deps): NumberedRevision | null {
  const last = tail.revisions.between(0, tail.lastSeq()).findLast(({ record }) => record.revises === uid);
  return last?.record.withdrawn === undefined ? null : last;
}

/** Returns the row; null: no article has this uid, or it is withdrawn. */
export async function storedArticle(uid: string, deps: Deps): ReturnType<typeof rowByUid> {
  const row = await deps.ask((store) => rowByUid(store, uid));
  const withdrawnSeq = withdrawalInTail(uid, deps)?.seq ?? 0;
  return row === null || row.version < withdrawnSeq ? null : row;
}

/** Returns the error. `missing` says what does not exist. */
export async function noArticle(uid: string, deps: Deps, missing = 'No article has this uid.'): Promise<ApiError> {
  const withdrawal = withdrawalInTail(uid, deps) ?? (await deps.ask((store) => withdrawalOf(store, uid)));
  if (withdrawal === null) return apiError('not_found', missing, {});
  const { refined_at } = withdrawal.record.instants;
  return apiError('not_found', `This article was withdrawn at ${refined_at}. It is no longer served.`, { withdrawn_at: refined_at });
}
