/**
 * Adds corrections and withdrawals to a delta page (include=revisions), so that a copy kept by polling equals the service. A corrected row
 * that no longer matches the filters is sent as a retraction.
 */
import type { StoredRow } from '#clickhouse/feed-pages.ts';
import { revisionsBetween, versionsOf, type NumberedRevision } from '#clickhouse/revisions.ts';
import { facetsOf, matches, type FeedFilter } from '#schemas/feed-filter.ts';
import { changesRow } from '#schemas/feed-log.ts';
import type { LogPosition } from '#schemas/generation.ts';
import type { StoredItem, RowKind } from '#schemas/item.ts';
import { positionAt } from './position.ts';
import type { PageRow } from './page.ts';
import type { DeltaRows, FeedDeps, FeedRequest } from './feed-request.ts';
import type { TailRevision } from './newest-of-log.ts';
import { rendered } from './tail-row.ts';

type Deps = Pick<FeedDeps, 'ask' | 'tail' | 'generations'>;

/** Maximum number of revisions per statement, and of statements per page; a page that has no row yet continues beyond `roundsMax`. */
const [revisionsAtOnce, roundsMax] = [500, 4];
const newMark = { kind: 'new', revises: null, changed: [] } as const;

/**
 * Returns at most `pageSize` rows and revisions after `start` in log order. The page may be short, but it is empty only at the end of the log,
 * because an empty page says that the caller has everything. With `start` null it returns the newest rows, each in the latest
 * version that the tail has.
 */
export async function withRevisions(
  gathering: DeltaRows | Promise<DeltaRows>,
  start: LogPosition | null,
  { filter, pageSize }: Pick<FeedRequest, 'filter' | 'pageSize'>,
  deps: Deps,
): Promise<DeltaRows> {
  const gathered = await gathering;
  const rows = gathered.rows.map((row) => marked(row, newMark));
  const revisions: PageRow[] = [];
  let readTo = start?.seq ?? Math.max(rows[0]?.seq ?? 0, deps.tail.revisions.fromSeq()) - 1;
  const mayEnd = (round: number): boolean => round >= roundsMax && (revisions.length > 0 || (rows[0]?.seq ?? Infinity) <= readTo);
  const isFull = (): boolean => start !== null && revisions.length >= pageSize;
  for (let round = 0; readTo < gathered.position.seq && !isFull() && !mayEnd(round); round += 1) {
    const { some, to } = await nextRevisions(readTo, gathered.position.seq, deps);
    revisions.push(...(await rowsOf(some, filter, deps)));
    readTo = to;
  }
  const inOrder = (some: Iterable<PageRow>): PageRow[] => [...some].sort((a, b) => a.seq - b.seq);
  if (start === null) {
    const own = new Map<string, PageRow>(rows.map((row) => [row.uid, row]));
    for (const revision of revisions) if (own.has(revision.uid)) own.set(revision.uid, revision);
    return { ...gathered, rows: inOrder(own.values()) };
  }
  const merged = inOrder([...rows, ...revisions]);
  const page = merged.filter(({ seq }) => seq <= readTo).slice(0, pageSize);
  const seq = page.length === pageSize ? page.at(-1)!.seq : readTo;
  return { ...gathered, rows: page, position: seq === gathered.position.seq ? gathered.position : positionAt(seq, deps) };
}

/**
 * Returns the next revisions after `afterSeq`, from the tail if it reaches back far enough, else from the store, and `to`, the sequence up to
 * which they are complete (at most `toSeq`).
 */
async function nextRevisions(afterSeq: number, toSeq: number, { ask, tail }: Deps): Promise<{ some: readonly TailRevision[]; to: number }> {
  const tailFrom = tail.revisions.fromSeq();
  if (afterSeq >= tailFrom - 1 && toSeq <= tail.lastSeq()) return { some: tail.revisions.between(afterSeq, toSeq), to: toSeq };
  const storedTo = afterSeq < tailFrom - 1 ? Math.min(toSeq, tailFrom - 1) : toSeq;
  const stored: NumberedRevision[] = await ask((store) => revisionsBetween(store, afterSeq, storedTo, revisionsAtOnce));
  const to = stored.length === revisionsAtOnce ? stored.at(-1)!.seq : storedTo;
  return { some: stored.map((one) => ({ ...one, before: null })), to };
}

/** Returns the revised rows. A revision is left out if the filter matches the row neither before nor after it. */
async function rowsOf(revisions: readonly TailRevision[], filter: FeedFilter, { ask }: Deps): Promise<PageRow[]> {
  const missing = revisions.filter(({ before, record }) => before === null && changesRow(record)).map(({ record }) => record.revises);
  const versions = missing.length === 0 ? new Map<string, StoredRow[]>() : await ask((store) => versionsOf(store, [...new Set(missing)]));
  return revisions.flatMap(({ seq, record, before: known }) => {
    if (!changesRow(record)) return [];
    const before = known ?? versions.get(record.revises)?.findLast(({ version, seq: ofRow }) => version < seq && ofRow < seq);
    // The log lost the row itself, so callers have nothing to correct.
    if (before === undefined) return [];
    const { uid, storyId } = before;
    const isRoot = record.is_root ?? before.isRoot;
    const matchesAs = (item: StoredItem | null, is_root: boolean): boolean =>
      item !== null && matches(filter, facetsOf({ item, uid, story_id: storyId, is_root }));
    // The document of a withdrawn row is empty.
    const itemBefore = before.doc === '' ? null : (JSON.parse(before.doc) as StoredItem);
    const itemAfter = record.withdrawn === undefined ? (record.item ?? itemBefore) : null;
    const [wasMatch, isMatch] = [matchesAs(itemBefore, before.isRoot), matchesAs(itemAfter, isRoot)];
    // A revision without an item only changes the story's root, which matters to collapsed feeds.
    if (record.item === null ? wasMatch === isMatch : !wasMatch && !isMatch) return [];
    const corrected = record.item === null ? before : { ...before, ...rendered(record.item) };
    const after = { ...corrected, isRoot, seq, version: seq, createdAtMs: Date.parse(record.instants.refined_at) };
    if (itemBefore === null) return [marked(after, newMark)];
    const changed = record.item === null ? [] : changedPaths(itemBefore, record.item);
    return [marked(after, { kind: isMatch ? 'revision' : 'retraction', revises: uid, changed })];
  });
}

/** Returns the paths at which two JSON values differ, such as `original.title`, in the order of the second; a list counts as one value. */
function changedPaths(before: unknown, after: unknown, path = ''): string[] {
  if (!isObject(before) || !isObject(after)) return JSON.stringify(before) === JSON.stringify(after) ? [] : [path];
  const names = [...Object.keys(after), ...Object.keys(before).filter((name) => !(name in after))];
  return names.flatMap((name) => changedPaths(before[name], after[name], path === '' ? name : `${path}.${name}`));
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the row with the mark as the first keys of its document, because page.ts replaces the last keys. */
function marked(row: StoredRow, mark: { readonly kind: RowKind; readonly revises: string | null; readonly changed: readonly string[] }): PageRow {
  const doc = `${JSON.stringify(mark).slice(0, -1)},${row.doc.slice(1)}`;
  return { ...row, kind: mark.kind, doc, docBytes: Buffer.byteLength(doc) };
}
