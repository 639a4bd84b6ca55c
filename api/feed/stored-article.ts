/** Reads articles by uid, and makes the 404 for an article that is unknown, withdrawn, or not yet there at `as_of`. */
import { rowByUid, type StoredRow } from '#clickhouse/feed-pages.ts';
import { versionsOf, withdrawalOf, type NumberedRevision } from '#clickhouse/revisions.ts';
import { apiError, type ApiError } from '../errors.ts';
import type { FeedDeps } from './feed-request.ts';

type Deps = Pick<FeedDeps, 'ask' | 'tail'>;

/** Returns a row's withdrawal if that is the row's last revision in the tail, else null. The tables may lack such a withdrawal. */
export function withdrawalInTail(uid: string, { tail }: Pick<Deps, 'tail'>): NumberedRevision | null {
  const last = tail.revisions.between(0, tail.lastSeq()).findLast(({ record }) => record.revises === uid);
  return last?.record.withdrawn === undefined ? null : last;
}

/** Returns the stored row, or null if the tables have none that is still served. */
export async function storedArticle(uid: string, deps: Deps): ReturnType<typeof rowByUid> {
  const row = await deps.ask((store) => rowByUid(store, uid));
  const withdrawnSeq = withdrawalInTail(uid, deps)?.seq ?? 0;
  return row === null || row.version < withdrawnSeq ? null : row;
}

/** Returns the served rows in the order of the uids. One statement reads all rows that are not in the tail. */
export async function rowsOfUids(uids: readonly string[], deps: Deps & Pick<FeedDeps, 'isFollowing'>): Promise<StoredRow[]> {
  const inTail = (uid: string): StoredRow | undefined => (deps.isFollowing() ? deps.tail.byUid(uid) : undefined);
  const missing = uids.filter((uid) => inTail(uid) === undefined);
  const stored = missing.length === 0 ? null : await deps.ask((store) => versionsOf(store, missing));
  return uids.flatMap((uid) => {
    const row = inTail(uid) ?? stored?.get(uid)?.at(-1);
    return row === undefined || row.doc === '' || row.version < (withdrawalInTail(uid, deps)?.seq ?? 0) ? [] : [row];
  });
}

/** Returns the 404 for a withdrawn or unknown article. `missing` begins its message for an unknown one. */
export async function noArticle(uid: string, deps: Deps, missing = 'No article has this uid'): Promise<ApiError> {
  const withdrawal = withdrawalInTail(uid, deps) ?? (await deps.ask((store) => withdrawalOf(store, uid)));
  if (withdrawal === null) return apiError('not_found', `${missing}: ${uid}.`, {});
  const { refined_at } = withdrawal.record.instants;
  return apiError('not_found', `The article ${uid} was withdrawn at ${refined_at}. It is no longer served.`, { withdrawn_at: refined_at });
}

/** Returns the 404 for an article that arrived after `asOfMs`; null if there is no such article. `deps` read the present state. */
export async function notYetArrived(uid: string, asOfMs: number, deps: Deps): Promise<ApiError | null> {
  const row = deps.tail.byUid(uid) ?? (await deps.ask((store) => versionsOf(store, [uid]))).get(uid)?.[0];
  if (row === undefined || row.createdAtMs <= asOfMs) return null;
  const [asOf, arrived] = [asOfMs, row.createdAtMs].map((ms) => new Date(ms).toISOString());
  const message = `is before the article ${uid} arrived here: ${asOf} is before ${arrived}`;
  return apiError('not_found', `as_of ${message}.`, { fields: { as_of: [message] } });
}
