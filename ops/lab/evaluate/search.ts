/**
 * Measures the search with questions over the titles of a labelled set. search/questions.json has for each the ids of the rows that should
 * be first. The titles are indexed in an embedded ClickHouse and queried as the service does, without a symbol directory, because they have
 * no tickers.
 */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { attemptsOf } from '#api/search/load-search.ts';
import { parseSearch } from '#api/search/parse-search.ts';
import { readQuestion } from '#api/search/question.ts';
import { lastSequence } from '#clickhouse/feed-records.ts';
import { insertRecords } from '#clickhouse/insert-records.ts';
import { migrate } from '#clickhouse/migrate.ts';
import { findRows, indexTerms, weighTerms, type IndexQuery } from '#clickhouse/search/find.ts';
import type { Store } from '#clickhouse/store.ts';
import { rowOf } from '#pipeline/refine/article/row-record.ts';
import { everything } from '#schemas/feed-filter.ts';
import { CommandError } from '../../scripts/service-config.ts';
import { withStores } from '../bench/store/with-store.ts';
import { articleOf, normalisedDraft } from './enrichment/articles.ts';
import { readRows } from './enrichment/rows.ts';
import { percent } from './filings.ts';

type SearchReport = Awaited<ReturnType<typeof evaluateSearch>>;

const setFile = 'stories/uci_news_aggregator_sample.jsonl';
const Question = z.array(z.object({ q: z.string(), rows: z.array(z.int()).min(1) }));
const questionsFile = new URL('search/questions.json', import.meta.url);
const shownMost = 10;
const batchRows = 2_000;

interface Title {
  readonly id: number;
  readonly ts: number;
  readonly title: string;
  readonly host: string;
  readonly publisher: string;
}

/** Indexes the titles. The row's sequence is the title's id. */
async function index(store: Store, titles: readonly Title[]): Promise<void> {
  await migrate(store);
  const records = titles.map(({ id, ts, title, host, publisher }) => {
    const at = new Date(ts).toISOString();
    const url = `https://${host}/${id}`;
    const raw = articleOf(title, { url, identity: url, outlet: publisher, seen_at: at, fetched_at: at, published_at: at });
    return { seq: id, record: rowOf(normalisedDraft(raw, id.toString(16).padStart(16, '0')), at) };
  });
  for (let from = 0; from < records.length; from += batchRows) await insertRecords(store, records.slice(from, from + batchRows));
}

/** Returns the ids of the results, best first. */
async function search(store: Store, q: string): Promise<number[]> {
  const noCompanies = { symbols: { tickersFor: () => [] }, names: { byName: () => null, byTicker: () => null } };
  const parsed = readQuestion(parseSearch(q), noCompanies);
  const seqTo = await lastSequence(store);
  const query: IndexQuery = {
    question: parsed.question,
    filter: everything,
    spans: [],
    publishedFromMs: null,
    publishedToMs: null,
    order: 'relevance',
  };
  const weights = new Map((await weighTerms(store, query)).map((weight, at) => [indexTerms(query)[at]!, weight]));
  for (const { question, groupsMin } of attemptsOf(parsed.question)) {
    const taken = { ...query, question };
    const found = await findRows(store, taken, { seqTo, groupsMin, weights: indexTerms(taken).map((term) => weights.get(term)!) });
    if (found.rows.length > 0) return found.rows.map(({ seq }) => seq);
  }
  return [];
}

/** Measures the questions of the file `from` over the titles in `folder`, which is laid out like `nlp`. */
export async function evaluateSearch(folder: string, from: URL = questionsFile) {
  const titles = readRows<Title>(folder, setFile);
  if (titles === null) throw new CommandError(`${folder} has no file ${setFile}`);
  const questions = Question.parse(JSON.parse(readFileSync(from, 'utf8')));
  return withStores(async (open) => {
    const store = open('evaluation');
    await index(store, titles);
    const each: { readonly q: string; readonly right: number; readonly of: number; readonly shown: number; readonly firstPlace: number | null }[] =
      [];
    for (const { q, rows } of questions) {
      const isRight = (id: number): boolean => rows.includes(id);
      const found = await search(store, q);
      const of = Math.min(shownMost, rows.length);
      const place = found.findIndex(isRight);
      const top = found.slice(0, shownMost);
      const shown = top.length === 0 ? 0 : top.filter(isRight).length / top.length;
      each.push({ q, right: found.slice(0, of).filter(isRight).length, of, shown, firstPlace: place < 0 ? null : place + 1 });
    }
    const mean = (value: (one: (typeof each)[number]) => number): number => each.reduce((sum, one) => sum + value(one), 0) / each.length;
    return {
      rows: titles.length,
      questions: each.length,
      first_right: mean(({ firstPlace }) => (firstPlace === 1 ? 1 : 0)),
      // The mean reciprocal rank of the first right result.
      reciprocal_rank: mean(({ firstPlace }) => (firstPlace === null ? 0 : 1 / firstPlace)),
      // The mean share of right rows among the first ten results.
      shown_right: mean((one) => one.shown),
      each,
    };
  });
}

/** Returns the report as text; `withErrors` adds a line for each question whose first results are not all right. */
export function printSearch({ rows, questions, each, ...figures }: SearchReport, withErrors: boolean): string {
  const head = `${questions} questions over ${rows} titles\n${Object.entries(figures).map(([name, share]) => `${name.padEnd(16)} ${percent(share)}\n`).join('')}`; // prettier-ignore
  const wrong = each.filter(({ right, of }) => right < of);
  return withErrors
    ? `${head}${wrong.map(({ q, right, of, firstPlace }) => `${right} of ${of} right, first at ${firstPlace ?? '-'}: ${q}\n`).join('')}`
    : head;
}
