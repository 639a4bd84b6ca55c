/**
 * The newest part of the feed log in memory, because ClickHouse takes about thirty times as long for a page. It covers every sequence from
 * `firstSeq` to `lastSeq`. Their rows are kept rendered, in log order and in order of publication. The tail is bounded in bytes and evicts the
 * oldest rows of the log first. A backfilled row is kept only if it is newer than every evicted row.
 */
import { clippedMs } from '#clickhouse/columns.ts';
import type { NewestRange } from '#clickhouse/feed-keys.ts';
import type { RowsReach } from '#clickhouse/feed-reach.ts';
import { newestOrder } from '#schemas/cursor.ts';
import { matches, type FeedFilter } from '#schemas/feed-filter.ts';
import { unnamedGeneration } from '#schemas/generation.ts';
import { changesRow, type FeedRevision, type FeedRow, type LogRecord } from '#schemas/feed-log.ts';
import { lowerBound } from '#schemas/lower-bound.ts';
import { createNewestOfLog, type NewestOfLog, type TailRevision } from './newest-of-log.ts';
import { sourceDomainOf, type OutletsByStory } from './page.ts';
import { comesAfter, createPublishedOrder, uidFirst, uidLast } from './published-order.ts';
import { codeOf, createCodeTest, isDecidedByCode } from './row-code.ts';
import { createStoryOutlets } from './story-outlets.ts';
import { rendered, renderRow, revisedRow, weightOf, withdrawnRow, type TailRow } from './tail-row.ts';

interface TailPage {
  readonly rows: readonly TailRow[];
  /** Every record up to this sequence was examined. */
  readonly position: number;
}

interface PublishedPage {
  readonly rows: readonly TailRow[];
  /** Whether no row outside the tail belongs on the page. */
  readonly isCertain: boolean;
}

/** Exists while the times of the rows before `beforeSeq`, the first sequence of the tail, are unknown. */
interface UnreadPast {
  readonly beforeSeq: number;
}

export interface Tail {
  /** Adds the next record; a record that does not follow the last one restarts the tail. */
  readonly add: (seq: number, record: LogRecord, generation?: number) => void;
  /** Empties the tail. The next record is `nextSeq`; the record before it has the generation `generationBefore`. */
  readonly reset: (nextSeq: number, generationBefore?: number) => void;
  readonly firstSeq: () => number;
  readonly lastSeq: () => number;
  /** Returns the generation with which the last record was read. */
  readonly lastGeneration: () => number;
  /** Returns the sequence of the last revision; without one, that of the record before the tail, which may be a revision. */
  readonly revisedSeq: () => number;
  readonly revisions: Pick<NewestOfLog<TailRevision>, 'between' | 'fromSeq'>;
  readonly size: () => { readonly rows: number; readonly bytes: number };
  /** Returns the oldest matching rows after `afterSeq`, at most `limit`. */
  readonly after: (filter: FeedFilter, afterSeq: number, limit: number) => TailPage;
  readonly newest: (filter: FeedFilter, limit: number) => TailPage;
  readonly published: (filter: FeedFilter, range: NewestRange, limit: number) => PublishedPage;
  /** Returns the latest publication and arrival times of the rows outside the tail; null while those before the tail are unknown. */
  readonly reach: () => RowsReach | null;
  /** Returns null once the times of the rows before the tail are known. */
  readonly unreadPast: () => UnreadPast | null;
  /** Takes the times of the rows before the tail. Has no effect if the tail was reset since `unreadPast` returned `answered`. */
  readonly learnReach: (answered: UnreadPast, reach: RowsReach) => void;
  /** Returns whether the row of this uid is in the tail; backfilled and withdrawn rows count. */
  readonly holds: (uid: string) => boolean;
  /** Returns the outlets of stories whose first rows are in the tail; stories of one outlet are absent. */
  readonly outletsOf: (storyIds: readonly string[]) => OutletsByStory;
  /** Returns false if no record after `afterSeq` changes a page of this filter or of these stories; true also if the tail cannot know. */
  readonly changesAfter: (filter: FeedFilter, storyIds: ReadonlySet<string> | null, afterSeq: number) => boolean;
  /** Returns the row with this uid; undefined if the tail lacks it or it was backfilled or withdrawn. */
  readonly byUid: (uid: string) => TailRow | undefined;
}

const nothingOutside: RowsReach = { publishedMs: Number.NEGATIVE_INFINITY, createdMs: Number.NEGATIVE_INFINITY };

const [revisionsMax, storyJoinsMax] = [2_000, 20_000];

export function createTail(bytesMax: number): Tail {
  // The rows in log order, with their codes. A row's place is its index in both arrays; the rows at places before `start` are evicted.
  let rows: (TailRow | null)[] = [];
  let codes = new Uint32Array(1_024);
  let start = 0;
  let bytes = 0;
  let firstSeq = 1;
  let lastSeq = 0;
  let revisedSeq = 0;
  let lastGeneration = unnamedGeneration;
  const byUid = new Map<string, TailRow>();
  const byTicker = new Map<string, TailRow[]>();
  // Records that joined a story, drops included, because they change the sources on collapsed pages.
  const joins = createNewestOfLog<{ readonly seq: number; readonly storyId: string }>(storyJoinsMax);
  const revisions = createNewestOfLog<TailRevision>(revisionsMax);
  const order = createPublishedOrder((place) => rows[place]!);
  const outlets = createStoryOutlets();
  // Latest times of the rows that were evicted or not added; those from before the tail count once `unreadPast` is null.
  let reachOutside: RowsReach = nothingOutside;
  let unreadPast: UnreadPast | null = null;

  const noteOutside = (publishedMs: number, createdMs: number): void => {
    if (publishedMs <= reachOutside.publishedMs && createdMs <= reachOutside.createdMs) return;
    reachOutside = { publishedMs: Math.max(publishedMs, reachOutside.publishedMs), createdMs: Math.max(createdMs, reachOutside.createdMs) };
  };
  const noteRowOutside = ({ publishedAtMs, createdAtMs }: Pick<TailRow, 'publishedAtMs' | 'createdAtMs'>): void =>
    noteOutside(publishedAtMs, createdAtMs);

  const reset = (nextSeq: number, generationBefore = unnamedGeneration): void => {
    rows = [];
    codes = new Uint32Array(1_024);
    start = 0;
    bytes = 0;
    firstSeq = nextSeq;
    lastSeq = nextSeq - 1;
    lastGeneration = generationBefore;
    revisedSeq = nextSeq - 1;
    joins.reset(nextSeq);
    revisions.reset(nextSeq);
    byUid.clear();
    byTicker.clear();
    order.clear();
    outlets.clear();
    reachOutside = nothingOutside;
    unreadPast = nextSeq > 1 ? { beforeSeq: nextSeq } : null;
  };

  const evictOldest = (): void => {
    const row = rows[start]!;
    order.remove(start);
    rows[start] = null;
    start += 1;
    bytes -= weightOf(row);
    noteRowOutside(row);
    outlets.forget(row.uid);
    firstSeq = row.seq + 1;
    byUid.delete(row.uid);
    for (const ticker of row.facets.tickers) {
      const list = byTicker.get(ticker)!;
      list.shift();
      if (list.length === 0) byTicker.delete(ticker);
    }
    if (start > 1_024 && start > rows.length / 2) {
      rows = rows.slice(start);
      codes.copyWithin(0, start);
      order.lower(start);
      start = 0;
    }
  };

  const addRow = (seq: number, record: FeedRow): void => {
    const row = renderRow(seq, record);
    if (!row.isInDelta && row.publishedAtMs <= reachOutside.publishedMs) return noteRowOutside(row);
    const place = rows.push(row) - 1;
    if (place >= codes.length) {
      const before = codes;
      codes = new Uint32Array(before.length * 2);
      codes.set(before);
    }
    codes[place] = codeOf(row.facets, row.isInDelta);
    order.add(place);
    bytes += weightOf(row);
    byUid.set(row.uid, row);
    for (const ticker of row.facets.tickers) byTicker.getOrInsertComputed(ticker, () => []).push(row);
  };

  /** Replaces a row by its new version, without entering that in the order of publication or under its tickers. Returns the place. */
  const replace = (before: TailRow, row: TailRow): number => {
    const place = lowerBound(start, rows.length, (at) => rows[at]!.seq < before.seq);
    order.remove(place);
    rows[place] = row;
    codes[place] = codeOf(row.facets, row.isInDelta);
    bytes += weightOf(row) - weightOf(before);
    for (const ticker of before.facets.tickers) {
      const left = byTicker.get(ticker)!.filter(({ uid }) => uid !== before.uid);
      if (left.length === 0) byTicker.delete(ticker);
      else byTicker.set(ticker, left);
    }
    return place;
  };

  const revise = (seq: number, record: FeedRevision): void => {
    const { revises, item, withdrawn } = record;
    const inTail = byUid.get(revises);
    // A withdrawn row that is served again is read from the tables.
    const before = inTail?.doc === '' ? undefined : inTail;
    revisedSeq = seq;
    revisions.add({ seq, record, before: before ?? null });
    if (withdrawn !== undefined && before !== undefined) {
      const row = withdrawnRow(before, seq);
      replace(before, row);
      byUid.set(revises, row);
      // The row's outlet remains the first of the story, which other outlets may join.
      if (before.storyId === revises) outlets.begin(revises, sourceDomainOf(before));
    }
    if (withdrawn !== undefined || !changesRow(record)) return;
    if (before === undefined) {
      if (item !== null) noteRowOutside(rendered(item));
      return;
    }
    const row = revisedRow(before, seq, record);
    order.add(replace(before, row));
    byUid.set(revises, row);
    for (const ticker of row.facets.tickers)
      byTicker.set(
        ticker,
        [...(byTicker.get(ticker) ?? []), row].sort((a, b) => a.seq - b.seq),
      );
  };

  const addJoin = (seq: number, storyId: string, outlet: string | null): void => {
    const first = byUid.get(storyId);
    if (first !== undefined && first.seq !== seq && outlet !== null)
      outlets.join(storyId, outlet, () => (first.doc === '' ? '' : sourceDomainOf(first)));
    joins.add({ seq, storyId });
  };

  const add = (seq: number, record: LogRecord, generation = unnamedGeneration): void => {
    if (seq !== lastSeq + 1) reset(seq, generation);
    if (record.type === 'row') addRow(seq, record);
    if (record.type === 'revision') revise(seq, record);
    if (record.type === 'row') addJoin(seq, record.story_id, record.item.original.source_domain);
    if (record.type === 'drop' && record.story_id !== null) addJoin(seq, record.story_id, record.source_domain);
    lastSeq = seq;
    lastGeneration = generation;
    while (bytes + outlets.bytes() > bytesMax && rows.length > start) evictOldest();
  };

  /** Returns the rows that name one of the filter's tickers, in log order; null if the filter has no tickers. */
  const candidatesOf = (filter: FeedFilter): readonly TailRow[] | null => {
    if (filter.tickers === null) return null;
    const lists = filter.tickers.map((ticker) => byTicker.get(ticker)).filter((list) => list !== undefined);
    if (lists.length <= 1) return lists[0] ?? [];
    return [...new Set(lists.flat())].sort((a, b) => a.seq - b.seq);
  };

  /** Returns the candidates of a delta page in log order, at the indexes from `first` to before `end`, with a test of each. */
  const inLogOrder = (filter: FeedFilter) => {
    const named = candidatesOf(filter);
    if (named !== null) {
      const isMatch = (index: number): boolean => named[index]!.isInDelta && matches(filter, named[index]!.facets);
      return { first: 0, end: named.length, rowAt: (index: number): TailRow => named[index]!, isMatch };
    }
    const mayMatch = createCodeTest(filter, { isDelta: true });
    const isDecided = isDecidedByCode(filter);
    const isMatch = (place: number): boolean => mayMatch(codes[place]!) && (isDecided || matches(filter, rows[place]!.facets));
    return { first: start, end: rows.length, rowAt: (place: number): TailRow => rows[place]!, isMatch };
  };

  const after = (filter: FeedFilter, afterSeq: number, limit: number): TailPage => {
    const { first, end, rowAt, isMatch } = inLogOrder(filter);
    const matching: TailRow[] = [];
    const from = lowerBound(first, end, (index) => rowAt(index).seq <= afterSeq);
    for (let index = from; index < end && matching.length < limit; index += 1) if (isMatch(index)) matching.push(rowAt(index));
    return { rows: matching, position: matching.length === limit ? matching.at(-1)!.seq : Math.max(afterSeq, lastSeq) };
  };

  const newest = (filter: FeedFilter, limit: number): TailPage => {
    const { first, end, rowAt, isMatch } = inLogOrder(filter);
    const matching: TailRow[] = [];
    for (let index = end - 1; index >= first && matching.length < limit; index -= 1) if (isMatch(index)) matching.push(rowAt(index));
    return { rows: matching.reverse(), position: lastSeq };
  };

  const published = (filter: FeedFilter, range: NewestRange, limit: number): PublishedPage => {
    const isInside = createRangeTest(range);
    const candidates = candidatesOf(filter);
    if (filter.tickers?.length === 0) return { rows: [], isCertain: true };
    // Sorting the many rows of a ticker costs more than skipping the rows of others.
    const isScanned = candidates === null || candidates.length ** 2 > limit * (rows.length - start);
    const matching: TailRow[] = [];
    if (isScanned) {
      const { before, publishedFromMs, publishedToMs } = range;
      const mayMatch = createCodeTest(filter, { isDelta: false });
      const isDecided = isDecidedByCode(filter) && filter.tickers === null;
      const last = publishedFromMs === null ? order.first() : order.indexOf({ publishedAtMs: publishedFromMs, uid: uidLast });
      const afterHead = order.indexOf({ publishedAtMs: publishedToMs ?? Number.POSITIVE_INFINITY, uid: uidFirst });
      const from = before === null ? afterHead : Math.min(afterHead, order.indexOf(before));
      for (let index = from - 1; index >= last && matching.length < limit; index -= 1) {
        const place = order.placeAt(index);
        if (!mayMatch(codes[place]!)) continue;
        const row = rows[place]!;
        if ((isDecided || matches(filter, row.facets)) && isInside(row)) matching.push(row);
      }
    } else {
      matching.push(...candidates.filter((row) => isInside(row) && matches(filter, row.facets)).sort(newestOrder));
      matching.length = Math.min(matching.length, limit);
    }
    const isFull = matching.length === limit && matching.at(-1)!.publishedAtMs > reachOutside.publishedMs;
    return { rows: matching, isCertain: unreadPast === null && (isFull || isWholeInTail(range, reachOutside)) };
  };

  const changesAfter = (filter: FeedFilter, storyIds: ReadonlySet<string> | null, afterSeq: number): boolean => {
    if (afterSeq === lastSeq) return false;
    // The sequence is older than the tail, or of a log that was longer, so changes cannot be ruled out.
    if (afterSeq < firstSeq - 1 || afterSeq > lastSeq) return true;
    if (after(filter, afterSeq, 1).rows.length > 0) return true;
    if (storyIds === null) return false;
    return afterSeq < joins.fromSeq() - 1 || joins.between(afterSeq, lastSeq).some(({ storyId }) => storyIds.has(storyId));
  };

  return {
    add,
    reset,
    firstSeq: () => firstSeq,
    lastSeq: () => lastSeq,
    lastGeneration: () => lastGeneration,
    revisedSeq: () => revisedSeq,
    revisions,
    size: () => ({ rows: rows.length - start, bytes: bytes + outlets.bytes() }),
    after,
    newest,
    published,
    reach: () => (unreadPast === null ? reachOutside : null),
    unreadPast: () => unreadPast,
    learnReach: (answered, reach) => {
      if (answered !== unreadPast) return;
      noteOutside(reach.publishedMs, reach.createdMs);
      unreadPast = null;
    },
    holds: (uid) => byUid.has(uid),
    outletsOf: outlets.of,
    changesAfter,
    byUid: (uid) => {
      const row = byUid.get(uid);
      return row?.isInDelta === true ? row : undefined;
    },
  };
}

const createRangeTest =
  ({ before, publishedFromMs, publishedToMs, createdFromMs, createdToMs }: NewestRange) =>
  (row: TailRow): boolean =>
    (publishedFromMs === null || row.publishedAtMs >= publishedFromMs) &&
    (publishedToMs === null || row.publishedAtMs <= publishedToMs) &&
    (createdFromMs === null || row.createdAtMs >= clippedMs(createdFromMs)) &&
    (createdToMs === null || row.createdAtMs <= clippedMs(createdToMs)) &&
    (before === null || comesAfter(row, before));

/** Returns whether no row outside the tail can be in the range. */
const isWholeInTail = ({ publishedFromMs, createdFromMs }: NewestRange, { publishedMs, createdMs }: RowsReach): boolean =>
  publishedMs === Number.NEGATIVE_INFINITY ||
  (publishedFromMs !== null && publishedFromMs > publishedMs) ||
  (createdFromMs !== null && clippedMs(createdFromMs) > createdMs);
