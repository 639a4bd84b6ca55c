/**
 * Measures the service on headlines from bulk collection and general feeds that two people labelled. Each article passes every step alone,
 * with the lowest floor, so that rows of any relevance are kept. The set's README defines the figures.
 */
import { cryptocurrencies } from '#pipeline/ingest/symbols/lists/symbol-list.ts';
import { refineArticle } from '#pipeline/refine/article/refine-article.ts';
import type { RefineContext } from '#pipeline/refine/context.ts';
import type { Directory } from '#pipeline/refine/tickers/names/directory.ts';
import { uidOf } from '#schemas/identity.ts';
import type { Evidence } from '#schemas/evidence.ts';
import type { StoredItem } from '#schemas/item.ts';
import type { RawArticle } from '#schemas/raw.ts';
import { servedEvidence } from '#schemas/served-evidence.ts';
import { marketWide, surfacedItems, type Category, type Sentiment } from '#schemas/vocabulary.ts';
import { articleOf } from './articles.ts';
import { scoreLabels, share, reliabilityOf, type LabelFigures, type Measured } from './figures.ts';
import { readRows } from './rows.ts';
import { newWindow } from './stories.ts';

export interface WildRow {
  readonly title: string;
  readonly lead: string;
  /** Whether a news desk wants the headline; `maybe` when the two people differ. */
  readonly serve: 'yes' | 'no' | 'maybe';
  readonly tickers: readonly string[];
  /** Further tickers that are no errors. */
  readonly allowed: readonly string[];
  /** Sentiment by ticker, for tickers on which both people agree. */
  readonly direction: Readonly<Record<string, Sentiment>>;
  /** Category; null when the two people differ. */
  readonly category: Category | null;
}

/** The lowest score that the API serves by default. */
const SERVED_FROM = 4;
const LOWEST_FLOOR = 1;

type Enrichment = StoredItem['enrichment'] & { readonly evidence: Evidence | null };
type Figures = Readonly<Record<string, number>>;

/** Measures the set. Returns null without it. */
export function wildFigures(folder: string, lists: Directory): Measured | null {
  const rows = readRows<WildRow>(folder, 'gold/wild.jsonl');
  if (rows === null) return null;
  const read = enrichmentsOf(rows, lists);
  return { figures: { ...wildFiguresOf(read), n: rows.length }, reliability: { directions: directionReliability(read) } };
}

export function enrichmentsOf<Row extends WildRow>(rows: readonly Row[], lists: Directory): Read<Row>[] {
  // The symbols stage also adds the leading coins to every list.
  const directory = lists.withEntries(cryptocurrencies);
  return rows.map((row, i) => ({ row, found: enrichmentOf(row, i, directory) }));
}

/** Returns the enrichment, or null when the article is dropped. */
function enrichmentOf({ title, lead }: Pick<WildRow, 'title' | 'lead'>, number: number, directory: Directory): Enrichment | null {
  const url = `https://www.example.com/${number}`;
  const raw = articleOf(title, { summary: lead, url, identity: url });
  const record = refineArticle(raw, contextAlone(raw, directory));
  return record?.type === 'row' ? { ...record.item.enrichment, evidence: servedEvidence(record.evidence, record.item) } : null;
}

/** Returns a refine context without earlier articles. */
const contextAlone = (raw: RawArticle, directory: Directory): RefineContext => ({
  refinedAt: raw.fetched_at,
  claimUid: uidOf,
  directory,
  recent: newWindow(),
  knownEvents: { find: () => null, reportedAs: () => [], sameDay: () => [], pricesNear: () => [] },
  settings: { blockedDomains: new Set(), relevanceFloor: LOWEST_FLOOR, majorTickers: { kind: 'all' }, surfacedItems },
});

export interface Read<Row extends WildRow = WildRow> {
  readonly row: Row;
  readonly found: Enrichment | null;
}

export function wildFiguresOf(read: readonly Read[]): Figures {
  const rows = read.flatMap(({ row, found }) => (found === null ? [] : [{ row, found }]));
  const wanted = read.filter(({ row }) => row.serve === 'yes');
  const served = rows.filter(({ row, found }) => found.relevance_score >= SERVED_FROM && row.serve !== 'maybe');
  const directed = directionsOf(read);
  const ofDirections = scoreLabels(directed);
  const categorised = rows.flatMap(({ row, found }) =>
    row.category === null || row.serve === 'no' ? [] : [{ expected: row.category, answered: found.category }],
  );
  const ofCategories = scoreLabels(categorised);
  return {
    served_precision: shareOf(served.map(({ row }) => row.serve === 'yes')),
    kept_recall: shareOf(wanted.filter(({ row }) => isServable(row)).map(({ found }) => found !== null)),
    ticker_precision: shareOf(rows.flatMap(({ row, found }) => found.tickers.map((one) => row.tickers.includes(one) || row.allowed.includes(one)))),
    ticker_recall: shareOf(wanted.flatMap(({ row, found }) => row.tickers.map((one) => found?.tickers.includes(one) === true))),
    direction: ofDirections.accuracy,
    direction_high: shareOf(directed.filter(({ isSure }) => isSure).map(({ expected, answered }) => expected === answered)),
    ...prefixed('direction', ofDirections),
    category: ofCategories.accuracy,
    ...prefixed('category', ofCategories),
  };
}

export const prefixed = (prefix: string, figures: LabelFigures): Figures =>
  Object.fromEntries(Object.entries(figures).map(([name, figure]) => [`${prefix}_${name}`, figure]));

/** Returns the served directions that have a label, each with the probability that the evidence gives it, or null without evidence. */
const directionsOf = (read: readonly Read[]) =>
  read.flatMap(({ row, found }) =>
    (found?.ai_trading_insights.ticker_analysis ?? []).flatMap(({ ticker, impact_analysis: { sentiment: answered, confidence } }) => {
      const expected = row.direction[ticker];
      const chance = found?.evidence?.directions.find((one) => one.ticker === ticker)?.probabilities[answered] ?? null;
      return expected === undefined ? [] : [{ expected, answered, isSure: confidence === 'high', chance }];
    }),
  );

export const directionReliability = (read: readonly Read[]): ReturnType<typeof reliabilityOf> =>
  reliabilityOf(directionsOf(read).flatMap(({ expected, answered, chance }) => (chance === null ? [] : [{ chance, isTrue: expected === answered }])));

const isServable = ({ tickers, category }: WildRow): boolean => tickers.length > 0 || (category !== null && marketWide.has(category));
const shareOf = (answers: readonly boolean[]): number => share(answers.filter(Boolean).length, answers.length);
