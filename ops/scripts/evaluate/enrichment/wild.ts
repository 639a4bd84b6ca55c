/**
 * Headlines as bulk collection and general feeds bring them, each read by two readers, in; how right what the
 * service makes of them is, out. Each goes alone through every step of a publisher's article, the gate too,
 * at the lowest floor, so that a row of any relevance is kept. The definitions are those of the set's README.
 */
import { cryptocurrencies } from '#pipeline/ingest/symbols/cryptocurrencies.ts';
import { refineArticle } from '#pipeline/refine/article/refine-article.ts';
import type { RefineContext } from '#pipeline/refine/context.ts';
import type { Directory } from '#pipeline/refine/tickers/names/directory.ts';
import { uidOf } from '#schemas/identity.ts';
import type { NewsItem } from '#schemas/item.ts';
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

/** The symbols stage adds the leading coins to every list; here they are added to the directory of the lists. */
export function wildFigures(folder: string, lists: Directory): Readonly<Record<string, unknown>> | null {
  const rows = readRows<WildRow>(folder, 'gold/wild.jsonl');
  if (rows === null) return null;
  const directory = lists.withEntries(cryptocurrencies);
  const read = rows.map((row, i) => ({ row, found: enrichmentOf(row, i, directory) }));
  return { ...figuresOf(read), n: rows.length };
}

/** Null where the article is dropped. */
export function enrichmentOf({ title, lead }: Pick<WildRow, 'title' | 'lead'>, number: number, directory: Directory): Enrichment | null {
  const raw = articleOf(title, { summary: lead, url: `https://www.example.com/${number}`, identity: `https://www.example.com/${number}` });
  const context: RefineContext = {
    refinedAt: raw.fetched_at,
    uidFor: uidOf,
    directory,
    recent: newWindow(),
    heldEvents: { find: () => null, sameDay: () => [] },
    settings: { blockedDomains: new Set(), relevanceFloor: LOWEST_FLOOR, majorTickers: { kind: 'all' } },
  };
  const record = refineArticle(raw, context);
  return record?.type === 'row' ? record.item.enrichment : null;
}

interface Read {
  readonly row: WildRow;
  readonly found: Enrichment | null;
}

function figuresOf(read: readonly Read[]): Readonly<Record<string, number>> {
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
