/**
 * Measures the service on headlines from bulk collection and general feeds, each read by two people, with the built-in enricher and with a
 * language model's answers. Each article passes alone through every step of a publisher's article, the gate too, at the lowest floor, so
 * that a row of any relevance is served. The definitions are those of the set's README.
 */
import pLimit from 'p-limit';
import { cryptocurrencies } from '#pipeline/ingest/symbols/cryptocurrencies.ts';
import { refineArticle } from '#pipeline/refine/article/refine-article.ts';
import type { RefineContext } from '#pipeline/refine/context.ts';
import { askAbout } from '#pipeline/refine/enrich/ask-about.ts';
import type { AskModel } from '#pipeline/refine/enrich/ask-model.ts';
import type { ModelSettings } from '#pipeline/refine/enrich/question.ts';
import type { Directory } from '#pipeline/refine/tickers/names/directory.ts';
import { uidOf } from '#schemas/identity.ts';
import type { Evidence } from '#schemas/evidence.ts';
import type { NewsItem } from '#schemas/item.ts';
import type { RawArticle } from '#schemas/raw.ts';
import { servedEvidence } from '#schemas/served-evidence.ts';
import { macroCategories, surfacedItems, type Category, type Sentiment } from '#schemas/vocabulary.ts';
import { articleOf } from './articles.ts';
import { scoreLabels, share, type LabelFigures } from './figures.ts';
import { reliabilityOf } from './reliability.ts';
import { readRows } from './rows.ts';
import type { Measured } from './scored.ts';
import { newWindow } from './stories.ts';

export interface WildRow {
  readonly title: string;
  readonly lead: string;
  /** Whether a news desk wants the headline; `maybe` when the readers differ. */
  readonly serve: 'yes' | 'no' | 'maybe';
  /** Tickers that both readers named. */
  readonly tickers: readonly string[];
  /** Further tickers that count as no error when found. */
  readonly allowed: readonly string[];
  /** Sentiment by ticker, where both readers agree. */
  readonly direction: Readonly<Record<string, Sentiment>>;
  /** Null when the readers differ. */
  readonly category: Category | null;
}

/** The lowest score that the API serves by default. */
const SERVED_FROM = 4;
const LOWEST_FLOOR = 1;
const marketWide: ReadonlySet<Category> = new Set(macroCategories);

type Enrichment = NewsItem['enrichment'] & { readonly evidence: Evidence | null };
type Figures = Readonly<Record<string, number>>;

/** Adds the leading coins to the directory, as the symbols stage adds them to every list. */
const withCoins = (lists: Directory): Directory => lists.withEntries(cryptocurrencies);
const wildRows = (folder: string): WildRow[] | null => readRows<WildRow>(folder, 'gold/wild.jsonl');

export function wildFigures(folder: string, lists: Directory): Measured | null {
  const rows = wildRows(folder);
  if (rows === null) return null;
  const read = enrichmentsOf(rows, lists);
  return { figures: { ...wildFiguresOf(read), n: rows.length }, reliability: { directions: directionReliability(read) } };
}

/** Returns each row with the enrichment that the service gives it alone. */
export function enrichmentsOf<Row extends WildRow>(rows: readonly Row[], lists: Directory): Read<Row>[] {
  const directory = withCoins(lists);
  return rows.map((row, i) => ({ row, found: enrichmentOf(row, i, directory) }));
}

/** A language model to query as the service's enricher does. */
export interface AskedModel {
  readonly asked: ModelSettings;
  readonly ask: AskModel;
  /** Largest number of concurrent queries. */
  readonly concurrency: number;
}

/** Returns the same figures with the model's answers: `answered` of `questions`; the rest are the built-in enricher's. */
export async function wildFiguresBy(folder: string, lists: Directory, model: AskedModel, signal: AbortSignal): Promise<Figures | null> {
  const rows = wildRows(folder);
  if (rows === null) return null;
  const directory = withCoins(lists);
  const atOnce = pLimit(model.concurrency);
  let questions = 0;
  let answered = 0;
  const read = await Promise.all(
    rows.map((row, i) =>
      atOnce(async () => {
        const { raw, context } = articleAlone(row, i, directory);
        const about = askAbout(raw, model.asked, context);
        if (about === null) return { row, found: enrichmentIn(raw, context) };
        questions += 1;
        const outcome = await model.ask(about.question, signal);
        if (!outcome.ok) return { row, found: enrichmentIn(raw, context) };
        answered += 1;
        const answer = { v: 1, by: 'model', enricher: about.question.enricher, answer: outcome.answer } as const;
        return { row, found: enrichmentIn(raw, { ...context, answer }) };
      }),
    ),
  );
  signal.throwIfAborted();
  return { ...wildFiguresOf(read), n: rows.length, questions, answered };
}

/** Returns null when the article is dropped. */
export function enrichmentOf(row: Pick<WildRow, 'title' | 'lead'>, number: number, directory: Directory): Enrichment | null {
  const { raw, context } = articleAlone(row, number, directory);
  return enrichmentIn(raw, context);
}

function articleAlone({ title, lead }: Pick<WildRow, 'title' | 'lead'>, number: number, directory: Directory) {
  const raw = articleOf(title, { summary: lead, url: `https://www.example.com/${number}`, identity: `https://www.example.com/${number}` });
  const context: RefineContext = {
    refinedAt: raw.fetched_at,
    uidFor: uidOf,
    directory,
    recent: newWindow(),
    knownEvents: { find: () => null, sameDay: () => [], pricesNear: () => [] },
    settings: { blockedDomains: new Set(), relevanceFloor: LOWEST_FLOOR, majorTickers: { kind: 'all' }, surfacedItems },
  };
  return { raw, context };
}

function enrichmentIn(raw: RawArticle, context: RefineContext): Enrichment | null {
  const record = refineArticle(raw, context);
  return record?.type === 'row' ? { ...record.item.enrichment, evidence: servedEvidence(record.evidence, record.item) } : null;
}

export interface Read<Row extends WildRow = WildRow> {
  readonly row: Row;
  readonly found: Enrichment | null;
}

export function wildFiguresOf(read: readonly Read[]): Figures {
  const rows = read.flatMap(({ row, found }) => (found === null ? [] : [{ row, found }]));
  const wanted = read.filter(({ row }) => row.serve === 'yes');
  const served = rows.filter(({ row, found }) => found.relevance_score >= SERVED_FROM && row.serve !== 'maybe');
  const directed = directionsOf(read);
  const ofDirections = scoreLabels<Sentiment>(
    directed.map(({ expected }) => expected),
    directed.map(({ answered }) => answered),
  );
  const categorised = rows.flatMap(({ row, found }) =>
    row.category === null || row.serve === 'no' ? [] : [{ expected: row.category, answered: found.category }],
  );
  const ofCategories = scoreLabels<Category>(
    categorised.map(({ expected }) => expected),
    categorised.map(({ answered }) => answered),
  );
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

const prefixed = (prefix: string, figures: LabelFigures): Figures =>
  Object.fromEntries(Object.entries(figures).map(([name, figure]) => [`${prefix}_${name}`, figure as number]));

/** Returns every direction that is labelled, with the probability that the row claims for its own; null where it was not read. */
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
