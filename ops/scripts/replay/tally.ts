/**
 * Counts what a replay would change, article by article: relevance bands, categories, tickers, sentiments. Memory does not grow with the
 * number of articles.
 */
import { compareText } from '#schemas/compare-text.ts';
import type { Sentiment } from '#schemas/vocabulary.ts';
import type { Basis, Replayed, SkipReason, Decision } from './rescore.ts';

/** Relevance bands (specification.md 2.1). */
export const bands = ['1-2', '3-4', '5-6', '7-8', '9-10'] as const;
export const bandOf = (relevance: number): number => Math.min(4, Math.max(0, Math.ceil(relevance / 2) - 1));
/** The API's default `min_relevance`. */
const usualFloor = 4;

/** Counts of one source and basis. */
export interface SourceCounts {
  readonly source: string;
  readonly basis: Basis;
  replayed: number;
  /** Number with any of the changes below. */
  changed: number;
  relevance_moved: number;
  band_up: number;
  band_down: number;
  /** Moves across the floor of 4, rows only. */
  floor_up: number;
  floor_down: number;
  category_changed: number;
  tickers_changed: number;
  sentiment_changed: number;
  /** Those of them from positive to negative or back. */
  sentiment_flipped: number;
  /** Rows that would be drops, drops that would be rows, drops with another reason. */
  row_to_drop: number;
  drop_to_row: number;
  drop_reason_changed: number;
}

export interface Example {
  readonly uid: string;
  readonly source: string;
  readonly title: string;
  readonly before: string;
  readonly after: string;
}

export interface ReplayOutcome {
  readonly sources: readonly SourceCounts[];
  /** Counts by `before -> after`: bands of rows, changed categories, changed sentiments of a ticker, changed drops. */
  readonly bands: Readonly<Record<string, number>>;
  readonly categories: Readonly<Record<string, number>>;
  readonly sentiments: Readonly<Record<string, number>>;
  readonly drops: Readonly<Record<string, number>>;
  /** Rows by the version that scored them, and how many of them would change. */
  readonly versions: Readonly<Record<string, { rows: number; changed: number }>>;
  readonly skipped: Readonly<Partial<Record<SkipReason, number>>>;
  readonly examples: readonly Example[];
}

export interface Tally {
  readonly add: (replayed: Replayed) => void;
  readonly skip: (reason: SkipReason) => void;
  readonly outcome: () => ReplayOutcome;
}

const countsOf = (source: string, basis: Basis): SourceCounts => ({
  source,
  basis,
  replayed: 0,
  changed: 0,
  relevance_moved: 0,
  band_up: 0,
  band_down: 0,
  floor_up: 0,
  floor_down: 0,
  category_changed: 0,
  tickers_changed: 0,
  sentiment_changed: 0,
  sentiment_flipped: 0,
  row_to_drop: 0,
  drop_to_row: 0,
  drop_reason_changed: 0,
});

export function createTally(examplesMax: number): Tally {
  const sources = new Map<string, SourceCounts>();
  const [bandMoves, categories, sentiments, drops] = [createCounter(), createCounter(), createCounter(), createCounter()];
  const versions = new Map<string, { rows: number; changed: number }>();
  const skipped = createCounter();
  let examples: { readonly weight: number; readonly example: Example }[] = [];

  function compare(counts: SourceCounts, before: Decision, after: Decision): number {
    if (before.kind === 'drop') {
      if (after.kind === 'row') {
        counts.drop_to_row += 1;
        drops.add(`${before.reason} -> served`);
        return 20;
      }
      if (after.reason === before.reason) return 0;
      counts.drop_reason_changed += 1;
      drops.add(`${before.reason} -> ${after.reason}`);
      return 1;
    }
    if (after.kind === 'drop') {
      counts.row_to_drop += 1;
      drops.add(`served -> ${after.reason}`);
      return 20;
    }
    return compareRows(counts, before, after);
  }

  function compareRows(counts: SourceCounts, before: Row, after: Row): number {
    let weight = 2 * Math.abs(after.relevance - before.relevance);
    if (after.relevance !== before.relevance) counts.relevance_moved += 1;
    const [from, to] = [bandOf(before.relevance), bandOf(after.relevance)];
    bandMoves.add(`${bands[from]} -> ${bands[to]}`);
    if (to > from) counts.band_up += 1;
    if (to < from) counts.band_down += 1;
    if (before.relevance < usualFloor && after.relevance >= usualFloor) counts.floor_up += 1;
    if (before.relevance >= usualFloor && after.relevance < usualFloor) counts.floor_down += 1;
    if (before.category !== after.category) {
      counts.category_changed += 1;
      categories.add(`${before.category} -> ${after.category}`);
      weight += 3;
    }
    if (!sameKeys(before.sentiments, after.sentiments)) {
      counts.tickers_changed += 1;
      weight += 3;
    }
    const moves = [...before.sentiments].flatMap(([ticker, was]) => {
      const is = after.sentiments.get(ticker);
      return is === undefined || is === was ? [] : [[was, is] as const];
    });
    for (const [was, is] of moves) sentiments.add(`${was} -> ${is}`);
    if (moves.length > 0) counts.sentiment_changed += 1;
    const flips = moves.filter(isFlip).length;
    if (flips > 0) counts.sentiment_flipped += 1;
    return weight + moves.length + 4 * flips;
  }

  return {
    add: ({ uid, source, title, basis, scoreVersion, before, after }) => {
      const key = `${basis} ${source}`;
      const counts = sources.get(key) ?? countsOf(source, basis);
      sources.set(key, counts);
      counts.replayed += 1;
      const weight = compare(counts, before, after);
      if (weight > 0) counts.changed += 1;
      if (scoreVersion !== null) {
        const version = versions.get(scoreVersion) ?? { rows: 0, changed: 0 };
        versions.set(scoreVersion, version);
        version.rows += 1;
        if (weight > 0) version.changed += 1;
      }
      if (weight === 0 || (examples.length >= examplesMax && weight <= (examples.at(-1)?.weight ?? Infinity))) return;
      // Examples of equal weight stay in order, so that the same replay shows the same examples.
      const example = { uid, source, title, before: decisionText(before), after: decisionText(after) };
      examples = [...examples, { weight, example }].toSorted((a, b) => b.weight - a.weight).slice(0, examplesMax);
    },
    skip: (reason) => skipped.add(reason),
    outcome: () => ({
      sources: [...sources.values()].toSorted((a, b) => compareText(a.source, b.source) || compareText(a.basis, b.basis)),
      bands: bandMoves.counts(),
      categories: categories.counts(),
      sentiments: sentiments.counts(),
      drops: drops.counts(),
      versions: Object.fromEntries([...versions].toSorted(([, a], [, b]) => b.rows - a.rows)),
      skipped: skipped.counts(),
      examples: examples.map(({ example }) => example),
    }),
  };
}

type Row = Extract<Decision, { kind: 'row' }>;

const isFlip = ([was, is]: readonly [Sentiment, Sentiment]): boolean => was !== 'neutral' && is !== 'neutral';
const sameKeys = (one: ReadonlyMap<string, unknown>, other: ReadonlyMap<string, unknown>): boolean =>
  one.size === other.size && [...one.keys()].every((key) => other.has(key));

/** Returns e.g. `6 earnings NVDA positive`. */
const decisionText = (decision: Decision): string =>
  decision.kind === 'drop'
    ? `dropped: ${decision.reason}`
    : [decision.relevance, decision.category, ...[...decision.sentiments].map(([ticker, sentiment]) => `${ticker} ${sentiment}`)].join(' ');

/** Counts by key. Keys are pairs from closed sets, so their number is bounded. */
function createCounter() {
  const byKey = new Map<string, number>();
  return {
    add: (key: string): void => void byKey.set(key, (byKey.get(key) ?? 0) + 1),
    counts: (): Record<string, number> => Object.fromEntries([...byKey].toSorted(([, a], [, b]) => b - a)),
  };
}
