/**
 * Measures the time of a search in a long feed through the API's functions, and the bytes on disk of a row and of its index entries.
 * Ceilings are the goals; the note compares with ClickHouse's own query for the same words.
 */
import { z } from 'zod';
import { rowsBySequence } from '#clickhouse/feed-pages.ts';
import { lastSequence } from '#clickhouse/feed-records.ts';
import { findRows, weighTerms, type IndexQuery } from '#clickhouse/search/find.ts';
import type { Alternative } from '#clickhouse/search/question.ts';
import { loadQuery } from '#clickhouse/sql.ts';
import type { Store } from '#clickhouse/store.ts';
import { singular } from '#clickhouse/search/words.ts';
import { everything } from '#schemas/feed-filter.ts';
import { measurement, median, quantile, timeOf, type Measurements } from './measure.ts';
import { fillSearch } from './store/fill-search.ts';
import { fillStore } from './store/fill.ts';
import { withStores } from './store/with-store.ts';
import { openDice, type Dice } from './store/text.ts';

/** The goals are for five million rows; fewer are used here, because those take ten minutes to make. */
const rows = 400_000;
const [p99MsMax, indexBytesMax, rowBytesMax] = [300, 250, 800];
const queriesPerKind = 30;
const warmUp = 3;
/** Time in ms for the queries of a kind, which limits the run on a busy machine; at least `queriesLeast` are sent. */
const queryingMsMax = 60_000;
const queriesLeast = 10;
const pageRows = 20;

const word = (text: string): Alternative => ({ label: text, terms: [singular(text)], phrase: null });
const ticker = (name: string): Alternative => ({ label: name, terms: [`$${name}`], phrase: null });

type Draw = (dice: Dice) => Alternative[][];
const questions = {
  one_word: (dice) => [[word(dice.word())]],
  two_words: (dice) => [[word(dice.word())], [word(dice.word())]],
  four_words: (dice) => Array.from({ length: 4 }, () => [word(dice.word())]),
  /** A search that often matches no row. */
  rare_word: (dice) => [[word(dice.word())], [word(`zq${dice.roll(500)}`)]],
  company: (dice) => [[word(dice.word()), ticker(`T${dice.roll(200)}`)], [word(dice.word())]],
} satisfies Record<string, Draw>;
type QuestionName = keyof typeof questions;

const askFor = (alternatives: readonly Alternative[][]): IndexQuery => ({
  question: { groups: alternatives.map((own) => ({ labels: own.map(({ label }) => label), alternatives: own })), excluded: [] },
  filter: { ...everything, minRelevance: 4 },
  spans: [],
  publishedFromMs: null,
  publishedToMs: null,
  order: 'relevance',
});

export const twoWords = (dice: Dice): IndexQuery => askFor(questions.two_words(dice));

/** Runs the queries for a first page of results, as api/search/load-search.ts does. Returns the number of rows found. */
export async function searchOnce(store: Store, search: IndexQuery): Promise<number> {
  const [seqTo, weights] = await Promise.all([lastSequence(store), weighTerms(store, search)]);
  const all = search.question.groups.length;
  let { rows: found } = await findRows(store, search, { seqTo, groupsMin: all, weights });
  if (found.length === 0 && all > 1) ({ rows: found } = await findRows(store, search, { seqTo, groupsMin: Math.ceil(all / 2), weights }));
  await rowsBySequence(store, found.slice(0, pageRows).map(({ seq }) => seq)); // prettier-ignore
  return found.length;
}

const bareQuery = loadQuery('bench/bare-search');
const Seq = z.object({ seq: z.int() });
const bareOnce = async (store: Store, { question: { groups } }: IndexQuery): Promise<void> => {
  const terms = groups.map(({ alternatives }) => alternatives[0]!.terms[0]!);
  await store.query(bareQuery, { terms: [...new Set(terms)], count: new Set(terms).size }, Seq);
};

interface Timed {
  readonly own: number[];
  readonly bare: number[];
}

async function ask(store: Store, name: QuestionName): Promise<Timed> {
  const times: Timed = { own: [], bare: [] };
  const dice = openDice(11);
  const endsAtMs = performance.now() + queryingMsMax;
  for (let at = -warmUp; at < queriesPerKind && (at < queriesLeast || performance.now() < endsAtMs); at += 1) {
    const search = askFor(questions[name](dice));
    const [own, bare] = [await timeOf(() => searchOnce(store, search)), await timeOf(() => bareOnce(store, search))];
    if (at < 0) continue;
    times.own.push(own);
    times.bare.push(bare);
  }
  return times;
}

const tableSizes = loadQuery('bench/table-sizes');
const TableSize = z.object({ table: z.string(), parts: z.int(), bytes: z.int() });
const sizeQuery = loadQuery('bench/terms-size');
const Size = z.object({ bytes: z.int(), parts: z.int(), entries: z.int(), columns: z.array(z.string()) });
const shown = (values: readonly number[]): string => `p50 ${median(values).toFixed(1)} p99 ${quantile(values, 0.99).toFixed(1)}`;

export const benchSearch = (): Promise<Measurements> =>
  withStores(async (open) => {
    const store = open('feed');
    await fillStore(store, rows);
    const tables = await store.query(tableSizes, {}, TableSize);
    await fillSearch(store, rows, () => undefined);
    const [all, each]: [Timed, string[]] = [{ own: [], bare: [] }, []];
    for (const name of Object.keys(questions) as QuestionName[]) {
      const { own, bare } = await ask(store, name);
      each.push(`${name} ${shown(own)}, bare ${shown(bare)} ms`);
      all.own.push(...own);
      all.bare.push(...bare);
    }
    const [{ bytes, entries, parts, columns } = { bytes: 0, entries: 0, parts: 0, columns: [] }] = await store.query(sizeQuery, {}, Size);
    const note = `${rows} rows; bare engine p99 ${quantile(all.bare, 0.99).toFixed(1)} ms; ${each.join('; ')}`;
    const size = `a row, of ${(entries / rows).toFixed(1)} entries, in ${parts} parts; ${columns.join(', ')}`;
    const rowBytes = tables.reduce((sum, table) => sum + table.bytes, 0) / rows;
    const shares = tables.map((table) => `${table.table} ${(table.bytes / rows).toFixed(1)} in ${table.parts} parts`).join(', ');
    return {
      row_bytes: measurement(rowBytes, rowBytesMax, 'bytes', `${shares}; ${rows} rows`),
      search_p99: measurement(quantile(all.own, 0.99), p99MsMax, 'ms', note),
      search_bytes: measurement(bytes / rows, indexBytesMax, 'bytes', size),
    };
  });
