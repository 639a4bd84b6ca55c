/**
 * The newest part of the feed log, held in memory: every sequence from `firstSeq` to `lastSeq` is known, the served
 * rows among them with their rendered bytes and filter columns. Bounded in bytes; the oldest rows leave first.
 */
import { facetsOf, matches, type FeedFilter } from '#schemas/feed-filter.ts';
import { epochUnnamed } from '#schemas/epoch.ts';
import type { FeedRevision, FeedRow, LogRecord } from '#schemas/feed-log.ts';
import { renderItem } from '#schemas/render-item.ts';
import { categories, sourceTypes } from '#schemas/vocabulary.ts';
import type { PageRow } from './page.ts';

type Facets = ReturnType<typeof facetsOf>;

export interface TailRow extends PageRow {
  readonly facets: Facets;
  /** JSON of the record's key entities and of its earnings read (or null), for the single fetch. */
  readonly keyEntities: string;
  readonly earnings: string;
}

export interface TailPage {
  readonly rows: readonly TailRow[];
  /** Everything up to here was looked at. */
  readonly position: number;
}

export interface Tail {
  /** Takes the next record; one that does not follow the last starts the tail anew. */
  readonly add: (seq: number, record: LogRecord, epoch?: number) => void;
  /** Forgets everything; the next record is `nextSeq`, and the one before it is of `epochBefore`. */
  readonly reset: (nextSeq: number, epochBefore?: number) => void;
  readonly firstSeq: () => number;
  readonly lastSeq: () => number;
  /** Of the record at `seq`, from before the first to the last, as it was read here: the log may have become another one since. */
  readonly epochAt: (seq: number) => number;
  /** The last record that changed rows of before; what lies before the tail may have one just before it. */
  readonly revisedSeq: () => number;
  readonly size: () => { readonly rows: number; readonly bytes: number };
  /** The oldest matching rows behind `afterSeq`, at most `limit`. */
  readonly after: (filter: FeedFilter, afterSeq: number, limit: number) => TailPage;
  /** The newest matching rows, oldest of them first. */
  readonly newest: (filter: FeedFilter, limit: number) => TailPage;
  /** Whether a record behind `afterSeq` would change a page of this filter, or of these stories. */
  readonly changesAfter: (filter: FeedFilter, storyIds: ReadonlySet<string> | null, afterSeq: number) => boolean;
  readonly byUid: (uid: string) => TailRow | undefined;
}

/** What a row weighs beside its document: facets, index entries, object headers. */
const rowOverheadBytes = 700;
const storyJoinsMax = 20_000;

/** Category, score and source type in a byte each: most rows are told apart by these alone. */
const byteMax = 255;
/** What this release does not know, which no filter names. */
const unknownIndex = byteMax;
const indexOf = (values: readonly string[]): ((value: string) => number) => {
  if (values.length > unknownIndex) throw new Error(`${values.length} values do not fit into a byte`);
  const index = new Map(values.map((value, at) => [value, at]));
  return (value) => index.get(value) ?? unknownIndex;
};
const categoryIndex = indexOf(categories);
const sourceTypeIndex = indexOf(sourceTypes);

const codeOf = ({ category, relevance, sourceType }: Facets): number =>
  (categoryIndex(category) << 16) | (Math.max(0, Math.min(byteMax, Math.floor(relevance))) << 8) | sourceTypeIndex(sourceType);

/** Whether nothing of the filter is left to ask once the code fits. */
const isDecidedByCode = ({ item, is10b5_1, rootsOnly }: FeedFilter): boolean => item === null && is10b5_1 === null && !rootsOnly;

/** 1 for each index that a filter lets through. */
function admitted(indexes: (value: string) => number, wanted: readonly string[] | null, unwanted: readonly string[] = []): Uint8Array {
  const table = new Uint8Array(byteMax + 1).fill(wanted === null ? 1 : 0);
  for (const value of wanted ?? []) table[indexes(value)] = 1;
  for (const value of unwanted) table[indexes(value)] = 0;
  return table;
}

/** Whether a row of this code may match: the rest of the filter is asked only then. */
function createCodeTest({ minRelevance, categories: wanted, excludeCategories, sourceTypes: types }: FeedFilter): (code: number) => boolean {
  const isCategory = admitted(categoryIndex, wanted, excludeCategories);
  const isSourceType = admitted(sourceTypeIndex, types);
  return (code) => isCategory[code >>> 16] === 1 && ((code >>> 8) & byteMax) >= minRelevance && isSourceType[code & byteMax] === 1;
}

export function createTail(bytesMax: number): Tail {
  // Columns of the rows, in log order; the first `start` places are free again.
  let rows: (TailRow | null)[] = [];
  let codes = new Uint32Array(1_024);
  let seqs = new Float64Array(1_024);
  let start = 0;
  let bytes = 0;
  let firstSeq = 1;
  let lastSeq = 0;
  let revisedSeq = 0;
  /** Ascending: from behind `afterSeq` on records are of the epoch. */
  let epochs: { readonly id: number; readonly afterSeq: number }[] = [{ id: epochUnnamed, afterSeq: Number.NEGATIVE_INFINITY }];
  const byUid = new Map<string, TailRow>();
  const byTicker = new Map<string, TailRow[]>();
  // Records that joined a story, drops included: what changes the sources of a page under collapse.
  let joins: { readonly seq: number; readonly storyId: string }[] = [];
  let joinsFromSeq = 1;

  const reset = (nextSeq: number, epochBefore = epochUnnamed): void => {
    epochs = [{ id: epochBefore, afterSeq: Number.NEGATIVE_INFINITY }];
    rows = [];
    codes = new Uint32Array(1_024);
    seqs = new Float64Array(1_024);
    start = 0;
    bytes = 0;
    firstSeq = nextSeq;
    lastSeq = nextSeq - 1;
    revisedSeq = nextSeq - 1;
    joins = [];
    joinsFromSeq = nextSeq;
    byUid.clear();
    byTicker.clear();
  };

  const evictOldest = (): void => {
    const row = rows[start]!;
    rows[start] = null;
    start += 1;
    bytes -= weightOf(row);
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
      seqs.copyWithin(0, start);
      start = 0;
    }
  };

  const addRow = (seq: number, record: FeedRow): void => {
    const row = renderRow(seq, record);
    const place = rows.push(row) - 1;
    if (place >= codes.length) {
      const [before, seqsBefore] = [codes, seqs];
      codes = new Uint32Array(before.length * 2);
      codes.set(before);
      seqs = new Float64Array(before.length * 2);
      seqs.set(seqsBefore);
    }
    seqs[place] = seq;
    codes[place] = codeOf(row.facets);
    bytes += weightOf(row);
    byUid.set(row.uid, row);
    for (const ticker of row.facets.tickers) {
      const list = byTicker.get(ticker);
      if (list === undefined) byTicker.set(ticker, [row]);
      else list.push(row);
    }
  };

  /** A corrected row stays where it stands. */
  const revise = (seq: number, { revises, item, key_entities }: FeedRevision): void => {
    revisedSeq = seq;
    const before = byUid.get(revises);
    if (before === undefined || item === null) return;
    const { storyId } = before;
    const row: TailRow = {
      ...before,
      version: seq,
      ...rendered(item),
      facets: facetsOf({ item, uid: revises, story_id: storyId }),
      keyEntities: JSON.stringify(key_entities),
    };
    const place = firstAfter(seqs, start, rows.length, before.seq - 1);
    rows[place] = row;
    codes[place] = codeOf(row.facets);
    bytes += weightOf(row) - weightOf(before);
    byUid.set(revises, row);
    for (const ticker of before.facets.tickers) {
      const left = byTicker.get(ticker)!.filter(({ uid }) => uid !== revises);
      if (left.length === 0) byTicker.delete(ticker);
      else byTicker.set(ticker, left);
    }
    for (const ticker of row.facets.tickers)
      byTicker.set(
        ticker,
        [...(byTicker.get(ticker) ?? []), row].sort((a, b) => a.seq - b.seq),
      );
  };

  const addJoin = (seq: number, storyId: string): void => {
    joins.push({ seq, storyId });
    if (joins.length <= storyJoinsMax) return;
    joins = joins.slice(storyJoinsMax / 2);
    joinsFromSeq = joins[0]!.seq;
  };

  const epochAt = (seq: number): number => {
    let at = epochs.length - 1;
    while (at > 0 && epochs[at]!.afterSeq >= seq) at -= 1;
    return epochs[at]!.id;
  };

  const add = (seq: number, record: LogRecord, epoch = epochUnnamed): void => {
    if (seq !== lastSeq + 1) reset(seq, epoch);
    if (epoch !== epochs.at(-1)!.id) {
      epochs.push({ id: epoch, afterSeq: seq - 1 });
      // Of those that have left the tail the last tells what came before it.
      while (epochs.length > 1 && epochs[1]!.afterSeq < firstSeq - 1) epochs.shift();
    }
    // History never enters delta mode; the store has it for everything else.
    if (record.type === 'row' && record.is_history !== true) addRow(seq, record);
    if (record.type === 'revision') revise(seq, record);
    if ((record.type === 'row' || record.type === 'drop') && record.story_id !== null) addJoin(seq, record.story_id);
    lastSeq = seq;
    while (bytes > bytesMax && rows.length > start) evictOldest();
  };

  /** Candidates of a ticker filter, in log order; null: every row is one. */
  const candidatesOf = (filter: FeedFilter): readonly TailRow[] | null => {
    if (filter.tickers === null) return null;
    const lists = filter.tickers.map((ticker) => byTicker.get(ticker)).filter((list) => list !== undefined);
    if (lists.length <= 1) return lists[0] ?? [];
    return [...new Set(lists.flat())].sort((a, b) => a.seq - b.seq);
  };

  const after = (filter: FeedFilter, afterSeq: number, limit: number): TailPage => {
    const found: TailRow[] = [];
    const candidates = candidatesOf(filter);
    if (candidates === null) {
      const mayMatch = createCodeTest(filter);
      const isDecided = isDecidedByCode(filter);
      for (let place = firstAfter(seqs, start, rows.length, afterSeq); place < rows.length && found.length < limit; place += 1)
        if (mayMatch(codes[place]!) && (isDecided || matches(filter, rows[place]!.facets))) found.push(rows[place]!);
    } else {
      for (let place = firstCandidateAfter(candidates, afterSeq); place < candidates.length && found.length < limit; place += 1)
        if (matches(filter, candidates[place]!.facets)) found.push(candidates[place]!);
    }
    return { rows: found, position: found.length === limit ? found.at(-1)!.seq : Math.max(afterSeq, lastSeq) };
  };

  const newest = (filter: FeedFilter, limit: number): TailPage => {
    const found: TailRow[] = [];
    const candidates = candidatesOf(filter);
    if (candidates === null) {
      const mayMatch = createCodeTest(filter);
      for (let place = rows.length - 1; place >= start && found.length < limit; place -= 1)
        if (mayMatch(codes[place]!) && matches(filter, rows[place]!.facets)) found.push(rows[place]!);
    } else {
      for (let place = candidates.length - 1; place >= 0 && found.length < limit; place -= 1)
        if (matches(filter, candidates[place]!.facets)) found.push(candidates[place]!);
    }
    return { rows: found.reverse(), position: lastSeq };
  };

  const changesAfter = (filter: FeedFilter, storyIds: ReadonlySet<string> | null, afterSeq: number): boolean => {
    if (afterSeq === lastSeq) return false;
    // Older than the tail, or of a log that was longer: changes cannot be ruled out.
    if (afterSeq < firstSeq - 1 || afterSeq > lastSeq) return true;
    if (after(filter, afterSeq, 1).rows.length > 0) return true;
    if (storyIds === null) return false;
    if (afterSeq < joinsFromSeq - 1) return true;
    for (let place = joins.length - 1; place >= 0 && joins[place]!.seq > afterSeq; place -= 1) if (storyIds.has(joins[place]!.storyId)) return true;
    return false;
  };

  return {
    add,
    reset,
    firstSeq: () => firstSeq,
    lastSeq: () => lastSeq,
    epochAt,
    revisedSeq: () => revisedSeq,
    size: () => ({ rows: rows.length - start, bytes }),
    after,
    newest,
    changesAfter,
    byUid: (uid) => byUid.get(uid),
  };
}

const weightOf = (row: TailRow): number => row.docBytes + row.keyEntities.length + row.earnings.length + rowOverheadBytes;

function rendered(item: FeedRow['item']): Pick<TailRow, 'publishedAtMs' | 'createdAtMs' | 'doc' | 'docBytes'> {
  const doc = renderItem(item);
  const { time_published, created_at } = item.original;
  return { publishedAtMs: Date.parse(time_published), createdAtMs: Date.parse(created_at), doc, docBytes: Buffer.byteLength(doc) };
}

const renderRow = (seq: number, record: FeedRow): TailRow => ({
  seq,
  version: 0,
  uid: record.uid,
  storyId: record.story_id,
  ...rendered(record.item),
  facets: facetsOf(record),
  keyEntities: JSON.stringify(record.key_entities),
  earnings: JSON.stringify(record.earnings ?? null),
});

/** The first place from `from` on whose sequence is behind `afterSeq`; sequences ascend. */
function firstAfter(seqs: Float64Array, from: number, to: number, afterSeq: number): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (seqs[middle]! <= afterSeq) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The same over the rows of a ticker. */
function firstCandidateAfter(rows: readonly TailRow[], afterSeq: number): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (rows[middle]!.seq <= afterSeq) low = middle + 1;
    else high = middle;
  }
  return low;
}
