/**
 * Measures how right the service is about headlines as bulk collection and general feeds bring them, each read by two
 * readers; with the built-in enricher and with a language model's answers. Each goes alone through every step of a publisher's article, the gate too,
 * at the lowest floor, so that a row of any relevance is kept. The definitions are those of the set's README.
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
import type { NewsItem } from '#schemas/item.ts';
import type { RawArticle } from '#schemas/raw.ts';
import { macroCategories, type Category, type Sentiment } from '#schemas/vocabulary.ts';
import { articleOf } from './articles.ts';
import { share } from './figures.ts';
import { readRows } from './rows.ts';
import { newWindow } from './stories.ts';

export interface WildRow {
  readonly title: string;
  readonly lead: string;
  /** Whether a desk wants it: `maybe` where the readers differ. */
  readonly serve: 'yes' | 'no' | 'maybe';
  /** In both readings. */
  readonly tickers: readonly string[];
  /** No error where they are found. */
  readonly allowed: readonly string[];
  /** By ticker, where both readings say the same. */
  readonly direction: Readonly<Record<string, Sentiment>>;
  /** Null where the readers differ. */
  readonly category: Category | null;
}

/** Scores from this on are what the API serves unless asked for less. */
const SERVED_FROM = 4;
const LOWEST_FLOOR = 1;
const marketWide: ReadonlySet<Category> = new Set(macroCategories);

type Enrichment = NewsItem['enrichment'];
type Figures = Readonly<Record<string, number>>;

/** The symbols stage adds the leading coins to every list; here they are added to the directory of the lists. */
const withCoins = (lists: Directory): Directory => lists.withEntries(cryptocurrencies);
const wildRows = (folder: string): WildRow[] | null => readRows<WildRow>(folder, 'gold/wild.jsonl');

export function wildFigures(folder: string, lists: Directory): Figures | null {
  const rows = wildRows(folder);
  if (rows === null) return null;
  const directory = withCoins(lists);
  const read = rows.map((row, i) => ({ row, found: enrichmentOf(row, i, directory) }));
  return { ...figuresOf(read), n: rows.length };
}

/** A model to ask, as the enricher of the service asks it. */
export interface AskedModel {
  readonly asked: ModelSettings;
  readonly ask: AskModel;
  /** Questions under way at a time. */
  readonly concurrency: number;
}

/** The same figures with the model's answers in the place of the built-in enricher's; `answered` of `questions`, the rest is built-in. */
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
  return { ...figuresOf(read), n: rows.length, questions, answered };
}

/** Null where the article is dropped. */
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
    heldEvents: { find: () => null, sameDay: () => [], pricesNear: () => [] },
    settings: { blockedDomains: new Set(), relevanceFloor: LOWEST_FLOOR, majorTickers: { kind: 'all' } },
  };
  return { raw, context };
}

function enrichmentIn(raw: RawArticle, context: RefineContext): Enrichment | null {
  const record = refineArticle(raw, context);
  return record?.type === 'row' ? record.item.enrichment : null;
}

interface Read {
  readonly row: WildRow;
  readonly found: Enrichment | null;
}

function figuresOf(read: readonly Read[]): Figures {
  const rows = read.flatMap(({ row, found }) => (found === null ? [] : [{ row, found }]));
  const wanted = read.filter(({ row }) => row.serve === 'yes');
  const served = rows.filter(({ row, found }) => found.relevance_score >= SERVED_FROM && row.serve !== 'maybe');
  const directed = rows.flatMap(({ row, found }) =>
    found.ai_trading_insights.ticker_analysis.flatMap(({ ticker, impact_analysis: impact }) => {
      const expected = row.direction[ticker];
      return expected === undefined ? [] : [{ isRight: impact.sentiment === expected, isSure: impact.confidence === 'high' }];
    }),
  );
  return {
    served_precision: shareOf(served.map(({ row }) => row.serve === 'yes')),
    kept_recall: shareOf(wanted.filter(({ row }) => isServable(row)).map(({ found }) => found !== null)),
    ticker_precision: shareOf(rows.flatMap(({ row, found }) => found.tickers.map((one) => row.tickers.includes(one) || row.allowed.includes(one)))),
    ticker_recall: shareOf(wanted.flatMap(({ row, found }) => row.tickers.map((one) => found?.tickers.includes(one) === true))),
    direction: shareOf(directed.map(({ isRight }) => isRight)),
    direction_high: shareOf(directed.filter(({ isSure }) => isSure).map(({ isRight }) => isRight)),
    category: shareOf(rows.flatMap(({ row, found }) => (row.category === null || row.serve === 'no' ? [] : [found.category === row.category]))),
  };
}

const isServable = ({ tickers, category }: WildRow): boolean => tickers.length > 0 || (category !== null && marketWide.has(category));
const shareOf = (answers: readonly boolean[]): number => share(answers.filter(Boolean).length, answers.length);
