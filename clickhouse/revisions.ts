/** Reads the corrections and withdrawals of rows (records of type revision), and the versions of the rows. */
import { z } from 'zod';
import type { FeedRevision } from '#schemas/feed-log.ts';
import { uidNumber } from './columns.ts';
import { RowColumns, storedRow, type StoredRow } from './feed.ts';
import { restoreRecord } from './record.ts';
import { loadQuery } from './sql.ts';
import type { Store } from './store.ts';

export interface NumberedRevision {
  readonly seq: number;
  readonly record: FeedRevision;
}

const between = loadQuery('feed/revisions-between');
const Kept = z.object({ seq: z.int(), record: z.string() });

/** Returns the first `limit` revisions after `afterSeq`, up to `toSeq`, in log order. */
export async function revisionsBetween(store: Store, afterSeq: number, toSeq: number, limit: number): Promise<NumberedRevision[]> {
  const found = await store.query(between, { after: afterSeq, to: toSeq, limit }, Kept);
  return found.flatMap(({ seq, record }) => {
    const restored = restoreRecord(JSON.parse(record));
    return restored?.type === 'revision' ? [{ seq, record: restored }] : [];
  });
}

const versions = loadQuery('feed/versions-of-uids');
/** Uids per request: they are sent in its URL, whose length servers limit. */
const uidsPerRequest = 400;

/** Returns every stored version of the rows by uid, oldest first. */
export async function versionsOf(store: Store, uids: readonly string[]): Promise<Map<string, StoredRow[]>> {
  const byUid = new Map<string, StoredRow[]>();
  for (let at = 0; at < uids.length; at += uidsPerRequest) {
    const params = { uids: uids.slice(at, at + uidsPerRequest).map(uidNumber) };
    for (const row of (await store.query(versions, params, RowColumns)).map(storedRow)) byUid.set(row.uid, [...(byUid.get(row.uid) ?? []), row]);
  }
  return byUid;
}
