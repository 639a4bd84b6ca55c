/** Keeps each ticker's recent articles in typed arrays by activity; counts them and selects headlines and tones for any window up to a cutoff. */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { RecentArticles } from '#clickhouse/radar-inputs.ts';
import { toneConfidences, toneSentiments } from '#clickhouse/tone-column.ts';
import { compareText } from '#schemas/compare-text.ts';
import { lowerBound } from '#schemas/lower-bound.ts';
import type { ToneArticle } from './model/tone.ts';

export interface Candidate {
  readonly seq: number;
  readonly story: number;
}

export interface CurrentCounts {
  readonly ticker: string;
  readonly stories: number;
  readonly articles: number;
  readonly outlets: number;
  readonly model_stories: number;
  readonly model_outlets: number;
  /** Sorted: rows of stories about few tickers first, then the highest relevance, then the newest. */
  readonly candidates: readonly Candidate[];
}

/** Articles of the current window and of the window before it, newest first. Stories that name many tickers are left out. */
export type ToneArticles = readonly [current: readonly ToneArticle[], before: readonly ToneArticle[]];

export type Articles = ReturnType<typeof createArticles>;

const candidatesMax = 30;
/** Maximum number of articles per ticker and window that count for the tone; older ones are left out. */
const toneArticlesMax = 200;
const firstCapacity = 8;

/** One ticker's articles, sorted by the whole second of activity, and within a second by falling sequence. Entries before `start` are dropped. */
interface Columns {
  start: number;
  end: number;
  seq: Float64Array;
  activityMs: Float64Array;
  story: Float64Array;
  uid: Float64Array;
  outlet: Uint32Array;
  relevance: Uint8Array;
  isModel: Uint8Array;
  tone: Uint8Array;
}

const columnNames = ['seq', 'activityMs', 'story', 'uid', 'outlet', 'relevance', 'isModel', 'tone'] as const;
/** Rounds up, so that the age in whole seconds is rounded down. */
const secondOf = (activityMs: number): number => Math.ceil(activityMs / 1_000);

export function createArticles() {
  const byTicker = new Map<string, Columns>();
  const outlets = createNames();

  const add = (columns: Columns, read: RecentArticles): void => {
    const isBefore = (one: number, other: number): boolean => {
      const [second, otherSecond] = [secondOf(read.activities_ms[one]!), secondOf(read.activities_ms[other]!)];
      return second < otherSecond || (second === otherSecond && read.seqs[one]! > read.seqs[other]!);
    };
    const isAfterStored = (place: number, one: number): boolean => {
      const [stored, second] = [secondOf(columns.activityMs[place]!), secondOf(read.activities_ms[one]!)];
      return stored > second || (stored === second && columns.seq[place]! < read.seqs[one]!);
    };
    const order = Array.from(read.seqs.keys()).sort((one, other) => (isBefore(one, other) ? -1 : 1));
    makeRoom(columns, order.length);
    // Merges from the end, so that only stored articles newer than the oldest added one move.
    let from = columns.end - 1;
    columns.end += order.length;
    for (let at = order.length - 1, place = columns.end - 1; at >= 0; place -= 1) {
      const one = order[at]!;
      if (from >= columns.start && isAfterStored(from, one)) {
        for (const name of columnNames) columns[name][place] = columns[name][from]!;
        from -= 1;
        continue;
      }
      columns.seq[place] = read.seqs[one]!;
      columns.activityMs[place] = read.activities_ms[one]!;
      columns.story[place] = read.stories[one]!;
      columns.uid[place] = read.uids[one]!;
      columns.outlet[place] = outlets.numberOf(read.outlets[one]!);
      columns.relevance[place] = read.relevances[one]!;
      columns.isModel[place] = read.models[one]!;
      columns.tone[place] = read.article_tones[one]!;
      at -= 1;
    }
  };

  return {
    /** Adds articles, none of which may have been added before. */
    add: (read: readonly RecentArticles[]): void => {
      for (const one of read) {
        add(
          byTicker.getOrInsertComputed(one.ticker, () => createColumns(firstCapacity)),
          one,
        );
      }
    },
    /** Removes the articles with activity up to `toMs`, which must be a whole second. */
    expire: (toMs: number): void => {
      for (const [ticker, columns] of byTicker) {
        columns.start = firstAfter(columns, toMs);
        if (columns.start === columns.end) byTicker.delete(ticker);
      }
    },
    /** Returns the counts of each ticker with an article in the window, sorted by ticker. */
    counts: (cutoffMs: number, windowMs: number): CurrentCounts[] =>
      sortedTickers(byTicker).flatMap((ticker) => {
        const columns = byTicker.get(ticker)!;
        const from = firstAfter(columns, cutoffMs - windowMs);
        return from === columns.end ? [] : [countWithin(ticker, columns, from)];
      }),
    toneArticles: (ticker: string, cutoffMs: number, windowMs: number): ToneArticles => {
      const columns = byTicker.get(ticker);
      if (columns === undefined) return [[], []];
      const [from, fromBefore] = [firstAfter(columns, cutoffMs - windowMs), firstAfter(columns, cutoffMs - 2 * windowMs)];
      const within = (start: number, end: number): ToneArticle[] => toneArticlesWithin(columns, start, end, cutoffMs);
      return [within(from, columns.end), within(fromBefore, from)];
    },
    sums: (): ReadonlyMap<string, string> => new Map(sortedTickers(byTicker).map((ticker) => [ticker, sumOf(byTicker.get(ticker)!, outlets.sumOf)])),
  };
}

const sortedTickers = (byTicker: ReadonlyMap<string, Columns>): string[] => [...byTicker.keys()].sort(compareText);

const createColumns = (capacity: number): Columns => ({
  start: 0,
  end: 0,
  seq: new Float64Array(capacity),
  activityMs: new Float64Array(capacity),
  story: new Float64Array(capacity),
  uid: new Float64Array(capacity),
  outlet: new Uint32Array(capacity),
  relevance: new Uint8Array(capacity),
  isModel: new Uint8Array(capacity),
  tone: new Uint8Array(capacity),
});

/** Makes room for more entries at the end: reuses the space of dropped articles if it suffices, else enlarges the arrays. */
function makeRoom(columns: Columns, more: number): void {
  const { start, end } = columns;
  if (end + more <= columns.seq.length) return;
  const count = end - start;
  const isEnough = count + more <= columns.seq.length * 0.75;
  const to = isEnough ? columns : createColumns(Math.max(count + more, Math.ceil(count * 1.5)));
  for (const name of columnNames) to[name].set(columns[name].subarray(start, end));
  Object.assign(columns, to, { start: 0, end: count });
}

/** Returns the index of the first article with activity after `afterMs`, which must be a whole second. */
const firstAfter = ({ activityMs, start, end }: Columns, afterMs: number): number => lowerBound(start, end, (at) => activityMs[at]! <= afterMs);

function countWithin(ticker: string, columns: Columns, from: number): CurrentCounts {
  const { story, uid, outlet, isModel, end } = columns;
  return {
    ticker,
    stories: distinct(story, from, end),
    articles: distinct(uid, from, end),
    outlets: distinct(outlet, from, end),
    model_stories: distinct(story, from, end, isModel),
    model_outlets: distinct(outlet, from, end, isModel),
    candidates: candidatesWithin(columns, from),
  };
}

function distinct(values: ArrayLike<number>, from: number, end: number, counted?: Uint8Array): number {
  if (end - from === 1) return counted === undefined ? 1 : counted[from]!;
  const seen = new Set<number>();
  for (let place = from; place < end; place += 1) if (counted === undefined || counted[place] === 1) seen.add(values[place]!);
  return seen.size;
}

function candidatesWithin({ seq, activityMs, story, relevance, isModel, end }: Columns, from: number): Candidate[] {
  const compare = (one: number, other: number): number =>
    isModel[other]! - isModel[one]! || relevance[other]! - relevance[one]! || activityMs[other]! - activityMs[one]! || seq[one]! - seq[other]!;
  const best: number[] = [];
  // Starts with the newest article, because the newest mostly rank first.
  for (let place = end - 1; place >= from; place -= 1) {
    if (best.length === candidatesMax && compare(place, best[candidatesMax - 1]!) > 0) continue;
    let at = best.length;
    while (at > 0 && compare(place, best[at - 1]!) < 0) at -= 1;
    best.splice(at, 0, place);
    if (best.length > candidatesMax) best.pop();
  }
  return best.map((place) => ({ seq: seq[place]!, story: story[place]! }));
}

function toneArticlesWithin({ activityMs, story, isModel, tone }: Columns, from: number, end: number, cutoffMs: number): ToneArticle[] {
  const toneArticles: ToneArticle[] = [];
  for (let place = end - 1; place >= from && toneArticles.length < toneArticlesMax; place -= 1) {
    if (isModel[place] === 0) continue;
    toneArticles.push({
      story: story[place]!,
      ageSeconds: cutoffMs / 1_000 - secondOf(activityMs[place]!),
      sentiment: toneSentiments[tone[place]! >> 2] ?? null,
      confidence: toneConfidences[tone[place]! & 3] ?? null,
    });
  }
  return toneArticles;
}

function sumOf(
  { seq, activityMs, story, uid, outlet, relevance, isModel, tone, start, end }: Columns,
  sumOfOutlet: (number: number) => number,
): string {
  const values = new Float64Array((end - start) * 5);
  for (let place = start, at = 0; place < end; place += 1, at += 5) {
    values[at] = seq[place]!;
    values[at + 1] = activityMs[place]!;
    values[at + 2] = story[place]!;
    values[at + 3] = uid[place]!;
    values[at + 4] = ((sumOfOutlet(outlet[place]!) * 16 + relevance[place]!) * 16 + tone[place]!) * 2 + isModel[place]!;
  }
  return createHash('sha256').update(values).digest('base64');
}

function createNames() {
  const numbers = new Map<string, number>();
  const sums: number[] = [];
  return {
    numberOf: (name: string): number => numbers.getOrInsertComputed(name, () => sums.push(crc32(name)) - 1),
    sumOf: (number: number): number => sums[number]!,
  };
}
