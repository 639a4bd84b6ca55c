/** Reads revisions, and the versions of rows that result from them. */
import type { FeedRevision } from '#schemas/feed-log.ts';
import { uidNumber } from './columns.ts';
import { RowColumns, type StoredRow } from './feed-pages.ts';
import { UnservedRecord } from './feed-records.ts';
import { restoreRecord } from './record.ts';
import { loadQuery, requestParts } from './sql.ts';
import type { Store } from './store.ts';

export interface NumberedRevision {
  readonly seq: number;
  readonly record: FeedRevision;
}

const between = loadQuery('feed/revisions-between');

/** Returns the first `limit` revisions after `afterSeq` and up to `toSeq`, in order. */
export async function revisionsBetween(store: Store, afterSeq: number, toSeq: number, limit: number): Promise<NumberedRevision[]> {
  const found = await store.query(between, { after: afterSeq, to: toSeq, limit }, UnservedRecord);
  return found.flatMap(({ seq, record }) => {
    const restored = restoreRecord(JSON.parse(record));
    return restored?.type === 'revision' ? [{ seq, record: restored }] : [];
  });
}

/** Returns the withdrawal of a row; null if the row is served, or if the tables lack the row or the withdrawal. */
export async function withdrawalOf(store: Store, uid: string): Promise<NumberedRevision | null> {
  const newest = (await versionsOf(store, [uid])).get(uid)?.at(-1);
  if (newest === undefined || newest.doc !== '') return null;
  const [found] = await revisionsBetween(store, newest.version - 1, newest.version, 1);
  return found ?? null;
}

const versions = loadQuery('feed/versions-of-uids');

/** Returns all versions of rows by uid, oldest first. */
export async function versionsOf(store: Store, uids: readonly string[]): Promise<Map<string, StoredRow[]>> {
  const byUid = new Map<string, StoredRow[]>();
  for (const part of requestParts(uids)) {
    const params = { uids: part.map(uidNumber) };
    for (const row of await store.query(versions, params, RowColumns)) byUid.getOrInsertComputed(row.uid, () => []).push(row);
  }
  return byUid;
}
