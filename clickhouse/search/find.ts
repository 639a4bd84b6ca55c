/**
 * Finds the best rows for a search. The list depends only on question, filter and pin, so later rows do not change it.
 *
 * A row's score is its BM25F (postings.ts) times a factor for its relevance, halved with every half-life of its age. The order does not
 * depend on the present time, because the difference of two ages is constant. To bound the work, only the newest `driversMax` rows with a
 * driver are examined. Drivers are the rarest terms such that every matching row has at least one.
 */
import { z } from 'zod';
import { newestOrder, searchTermsMax } from '#schemas/cursor.ts';
import { facetsOf, matches, type FeedFilter } from '#schemas/feed-filter.ts';
import type { FeedRow } from '#schemas/feed-log.ts';
import type { TickerSpan } from '#schemas/ticker-spans.ts';
import { timeColumnMs, UidHex } from '../columns.ts';
import { farMs, filterParams, newestOf } from '../filter-params.ts';
import { RecordRow, restoreRow } from '../record.ts';
import { loadQuery } from '../sql.ts';
import type { Params, Store } from '../store.ts';
import { impactMax, impactsOf, itemTerm, rowWords, tickerTerm } from './postings.ts';
import { answers, holdsPhrase, termsOf, type Alternative, type Question } from './question.ts';

export const searchOrders = ['relevance', 'published'] as const;
export type SearchOrder = (typeof searchOrders)[number];

/** Values that all pages of a list share, so that no row is skipped or repeated between them. */
interface Pin {
  /** Later rows and corrections are ignored. */
  readonly seqTo: number;
  readonly groupsMin: number;
  /** Weight of each term of `indexTerms` by its rarity, from 1 to 255 (`weighTerms`). */
  readonly weights: readonly number[];
}

export interface IndexQuery {
  readonly question: Question;
  readonly filter: FeedFilter;
  /** Spans of the question's tickers that have a beginning or an end. */
  readonly spans: readonly TickerSpan[];
  /** Bounds of the publication time, both inclusive; null if unbounded. */
  readonly publishedFromMs: number | null;
  readonly publishedToMs: number | null;
  readonly order: SearchOrder;
}

export interface FoundRow {
  readonly seq: number;
  readonly publishedAtMs: number;
  readonly uid: string;
  readonly score: number;
  readonly answers: (alternative: Alternative) => boolean;
}

export interface SearchMatches {
  readonly rows: readonly FoundRow[];
  /** Rows that were published before were not examined; null if all were. */
  readonly reachedToMs: number | null;
}

const bestMax = 200;
/** Maximum number of candidates if the question has a phrase, for which their texts are read. */
const candidatesMax = 400;
const driversMax = 20_000;
/** Age at which a score counts half. */
export const halfLifeMs = 30 * 86_400_000;
const rarityStep = 16;
/** Factor for ticker terms. A row that has the company's ticker but not its name ranks lower. */
const tickerShare = 0.6;
const sequencesPerRequest = 100;

/** Returns the distinct terms of groups, filter and exclusions. Throws if there are more than 64. */
export function indexTerms({ question, filter }: Pick<IndexQuery, 'question' | 'filter'>): string[] {
  const terms = new Set([
    ...question.groups.flatMap(({ alternatives }) => termsOf(alternatives)),
    ...(filter.tickers ?? []).map(tickerTerm),
    ...(filter.item === null ? [] : [itemTerm(filter.item)]),
    ...termsOf(question.excluded),
  ]);
  if (terms.size > searchTermsMax) throw new Error(`${terms.size} search terms do not fit in a mask`);
  return [...terms];
}

const countsQuery = loadQuery('search/counts-of-terms');
const Counted = z.object({ place: z.int(), rows: z.int() });
/** Number of terms that the query counts. */
const termsPerCount = 8;

/** Returns the weights of terms: BM25's idf (Robertson, Zaragoza, 3.4) in steps of 1/16, at least 1. */
export async function weighTerms(store: Store, search: IndexQuery): Promise<number[]> {
  const range = rangeParams(search);
  const countsOf = async (terms: readonly string[]): Promise<number[]> => {
    const places = Object.fromEntries(terms.map((term, at) => [`term_${at}`, term]));
    const counted = new Map((await store.query(countsQuery, { ...range, ...places }, Counted)).map(({ place, rows }) => [place, rows]));
    return terms.map((_, at) => counted.get(at) ?? 0);
  };
  const terms = ['', ...indexTerms(search)];
  const parts = Array.from({ length: Math.ceil(terms.length / termsPerCount) }, (_, at) => terms.slice(at * termsPerCount, (at + 1) * termsPerCount));
  const [all = 0, ...counts] = (await Promise.all(parts.map(countsOf))).flat();
  return counts.map((rows) => {
    const rarity = Math.log(1 + (Math.max(0, all - rows) + 0.5) / (rows + 0.5));
    return Math.min(255, Math.max(1, Math.round(rarityStep * rarity)));
  });
}

const candidatesQuery = loadQuery('search/candidates');
const reachQuery = loadQuery('search/reach-of-term');
const currentRowsQuery = loadQuery('search/current-rows');
const recordsQuery = loadQuery('earnings/records-by-sequence');
/** The mask is text, because JSON numbers cannot represent 64 bits. */
const Candidate = z
  .tuple([z.int(), z.int(), z.int(), z.int(), z.string().transform(BigInt), z.number()])
  .transform(([, seq, newest, last_version, mask, score]) => ({ seq, newest, last_version, mask, score }));
const Candidates = z.object({ looked_at: z.int(), oldest: z.int(), found: z.array(Candidate) });
const Reach = z.object({ entries: z.int(), oldest: z.int() });
const CurrentRow = z.object({ seq: z.int(), last_version: z.int(), uid_hex: UidHex, published_at_ms: z.int() });

/** Returns the best rows, at most 200, best first or with the order `published` newest first. */
export async function findRows(store: Store, search: IndexQuery, pin: Pin): Promise<SearchMatches> {
  const { question, filter, order } = search;
  const terms = indexTerms(search);
  const bitOf = new Map(terms.map((term, at) => [term, 1n << BigInt(at)]));
  const maskOf = (of: readonly string[]): bigint => of.reduce((mask, term) => mask | bitOf.get(term)!, 0n);
  const hasPhrases = [...question.groups.flatMap(({ alternatives }) => alternatives), ...question.excluded].some(({ phrase }) => phrase !== null);
  const excluded = question.excluded.filter(({ phrase }) => phrase === null);
  const places = question.groups.flatMap(({ alternatives }, place) => alternatives.map(({ terms: own }) => ({ place, mask: maskOf(own) })));
  const [candidates] = await store.query(
    candidatesQuery,
    {
      ...(await driverParams(store, search, pin, terms)),
      terms,
      weights: scoringWeights(question, terms, pin.weights),
      group_places: places.map(({ place }) => place),
      alternatives: places.map(({ mask }) => mask),
      groups_min: pin.groupsMin,
      ...(excluded.length > 0 && { excluded: excluded.map(({ terms: own }) => maskOf(own)) }),
      ...(filter.tickers !== null && { required: maskOf(filter.tickers.map(tickerTerm)) }),
      ...(filter.item !== null && { also_required: maskOf([itemTerm(filter.item)]) }),
      ...(order === 'relevance' && { half_life_ms: halfLifeMs }),
      limit: hasPhrases ? candidatesMax : bestMax,
    },
    Candidates,
  );
  const { looked_at: lookedAt, oldest, found } = candidates!;
  const currentRows = await currentRowsOf(store, found, pin);
  const rows = found.flatMap(({ seq, newest, last_version, mask, score }): FoundRow[] => {
    const row = currentRows.get(seq);
    // Entries of an older version, or of records that the log has lost, are ignored.
    if (row === undefined || last_version < row.last_version || (row.last_version === last_version && row.published_at_ms !== -newest)) return [];
    return [{ seq, publishedAtMs: -newest, uid: row.uid_hex, score, answers: ({ terms: own }) => (maskOf(own) & mask) === maskOf(own) }];
  });
  const kept = hasPhrases ? await holdingPhrases(store, rows, { search, ...pin }) : rows;
  const best = kept.slice(0, bestMax);
  return { rows: order === 'published' ? best.toSorted(newestOrder) : best, reachedToMs: lookedAt === driversMax ? -oldest : null };
}

const rangeParams = ({ publishedFromMs, publishedToMs }: IndexQuery): Params => ({
  newest_from: publishedToMs === null ? -farMs : -publishedToMs,
  newest_to: publishedFromMs === null ? farMs : -publishedFromMs,
});

/** Returns the drivers. If k groups need not match, every matching row matches one of the k + 1 rarest groups. */
function driverTerms({ question, filter }: IndexQuery, { groupsMin, weights }: Pin, terms: readonly string[]): string[] {
  const rarity = new Map(terms.map((term, at) => [term, weights[at] ?? 1]));
  const rarestOf = ({ terms: own }: Alternative): string => own.reduce((best, term) => (rarity.get(term)! > rarity.get(best)! ? term : best));
  const driversOf = (alternatives: readonly Alternative[]): { drivers: string[]; rarity: number } => {
    const drivers = alternatives.map(rarestOf);
    return { drivers, rarity: Math.min(...drivers.map((term) => rarity.get(term)!)) };
  };
  const missing = question.groups.length - groupsMin;
  const groups = question.groups.map(({ alternatives }) => driversOf(alternatives)).toSorted((a, b) => b.rarity - a.rarity);
  const chosen = groups.slice(0, missing + 1);
  let [drivers, least] = [chosen.flatMap((group) => group.drivers), Math.min(...chosen.map((group) => group.rarity))];
  const required = [filter.tickers?.map(tickerTerm), filter.item === null ? undefined : [itemTerm(filter.item)]];
  for (const own of required) {
    if (own === undefined || own.length === 0) continue;
    const group = driversOf(own.map((term) => ({ label: term, terms: [term], phrase: null })));
    if (group.rarity > least) [drivers, least] = [group.drivers, group.rarity];
  }
  return [...new Set(drivers)];
}

async function driverParams(store: Store, search: IndexQuery, pin: Pin, terms: readonly string[]): Promise<Params> {
  const { filter, spans } = search;
  // Tickers and items are search terms, so the query has no parameters for them.
  const { item: _, plans_only: __, without_plan_sales: ___, without_plans: ____, ...facets } = filterParams(filter);
  const bounded = [...spans, ...(filter.spans ?? [])];
  const named = new Set(bounded.map(({ ticker }) => tickerTerm(ticker)));
  const unbounded = terms.filter((term) => term.startsWith('$') && !named.has(term));
  const bounds = bounded.map(newestOf);
  const drivers = driverTerms(search, pin, terms);
  const params = {
    ...rangeParams(search),
    ...facets,
    seq_to: pin.seqTo,
    drivers_max: driversMax,
    ...(bounded.length > 0 && {
      span_terms: [...bounded.map(({ ticker }) => tickerTerm(ticker)), ...unbounded],
      span_from: [...bounds.map(({ from }) => from), ...unbounded.map(() => -farMs)],
      span_to: [...bounds.map(({ to }) => to), ...unbounded.map(() => farMs)],
    }),
  };
  if (drivers.length === 1) return { ...params, driver_term: drivers[0]! };
  const rarityOf = (term: string): number => pin.weights[terms.indexOf(term)] ?? 1;
  const frequent = drivers.reduce((most, term) => (rarityOf(term) < rarityOf(most) ? term : most));
  return { ...params, driver_terms: drivers, leading_to: await reachOf(store, frequent, params) };
}

/** Returns the bound of `newest` for the newest `driversMax` entries of the most frequent driver. Those of all drivers do not reach further. */
async function reachOf(store: Store, term: string, params: Params): Promise<number> {
  const [reach] = await store.query(reachQuery, { ...params, term }, Reach);
  return reach!.entries < driversMax ? farMs : reach!.oldest;
}

/** Returns the weights for scores, 0 for terms that only filter. They include the factor for the relevance, which is 1 at relevance 5. */
function scoringWeights({ groups }: Question, terms: readonly string[], weights: readonly number[]): number[] {
  const queryTerms = new Set(groups.flatMap(({ alternatives }) => termsOf(alternatives)));
  const scale = rarityStep * impactMax * 25;
  return terms.map((term, at) => (queryTerms.has(term) ? ((weights[at] ?? 1) * (term.startsWith('$') ? tickerShare : 1)) / scale : 0));
}

async function currentRowsOf(
  store: Store,
  rows: readonly { readonly seq: number }[],
  { seqTo }: Pin,
): Promise<Map<number, z.infer<typeof CurrentRow>>> {
  if (rows.length === 0) return new Map();
  const found = await store.query(currentRowsQuery, { seqs: rows.map(({ seq }) => seq), seq_to: seqTo }, CurrentRow);
  return new Map(found.map((row) => [row.seq, row]));
}

interface PhraseCheck {
  readonly search: IndexQuery;
  readonly groupsMin: number;
}

async function holdingPhrases(store: Store, rows: readonly FoundRow[], check: PhraseCheck & Pin): Promise<FoundRow[]> {
  const kept: FoundRow[] = [];
  for (let at = 0; at < rows.length && kept.length < bestMax; at += sequencesPerRequest) {
    const part = rows.slice(at, at + sequencesPerRequest);
    const found = await store.query(recordsQuery, { seqs: part.map(({ seq }) => seq), seq_to: check.seqTo }, RecordRow);
    const records = new Map(found.map((columns) => [columns.seq, restoreRow(columns)]));
    for (const row of part) {
      const record = records.get(row.seq);
      if (record === undefined || !answersQuestion(record, check)) continue;
      const words = rowWords(record);
      kept.push({ ...row, answers: (one) => row.answers(one) && (one.phrase === null || holdsPhrase(words, one.phrase)) });
    }
  }
  return kept;
}

/** Returns whether a row matches, by the same conditions as the query. */
export function answersQuestion(record: FeedRow, { search: { question, filter, publishedFromMs, publishedToMs }, groupsMin }: PhraseCheck): boolean {
  const [impacts, words] = [impactsOf(record), rowWords(record)];
  const holds = (alternative: Alternative): boolean => answers(alternative, (term) => impacts.has(term), words);
  const publishedAtMs = timeColumnMs(record.item.original.time_published);
  return (
    matches(filter, facetsOf(record)) &&
    publishedAtMs >= (publishedFromMs ?? -Infinity) &&
    publishedAtMs <= (publishedToMs ?? Infinity) &&
    question.groups.filter(({ alternatives }) => alternatives.some(holds)).length >= groupsMin &&
    !question.excluded.some(holds)
  );
}
