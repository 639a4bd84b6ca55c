/**
 * Measures the cost of a search in a long feed, through the API's functions; the engine's own query for the same words is the comparison.
 * The index's size on disk is measured too.
 */
import { z } from 'zod';
import { lastSequence, rowsBySequence } from '#clickhouse/feed.ts';
import { findRows, weighTerms, type IndexQuery } from '#clickhouse/search/find.ts';
import type { Alternative } from '#clickhouse/search/question.ts';
import { loadQuery } from '#clickhouse/sql.ts';
import type { Store } from '#clickhouse/store.ts';
import { singular } from '#clickhouse/search/words.ts';
import { everything } from '#schemas/feed-filter.ts';
import { quantile, type Measurements } from './measure.ts';
import { fillSearch } from './store/fill-search.ts';
import { fillStore } from './store/fill.ts';
import { withStores } from './store/with-store.ts';
import { openDice, type Dice } from './store/text.ts';

/** The goal is for five million rows, which take ten minutes to make. */
const rows = 400_000;
const [p99MsMax, indexBytesMax] = [300, 250];
const asked = 30;
/** Time after which no more queries of a kind are sent, once `askedLeast` were; it bounds the run on a busy machine. */
const askingMsMax = 60_000;
const askedLeast = 10;
const pageRows = 20;

const word = (text: string): Alternative => ({ label: text, terms: [singular(text)], phrase: null });
const ticker = (name: string): Alternative => ({ label: name, terms: [`$${name}`], phrase: null });

type Draw = (dice: Dice) => Alternative[][];
const questions = {
  one_word: (dice) => [[word(dice.word())]],
  two_words: (dice) => [[word(dice.word())], [word(dice.word())]],
  four_words: (dice) => Array.from({ length: 4 }, () => [word(dice.word())]),
  /** A query that often matches no row. */
  rare_word: (dice) => [[word(dice.word())], [word(`zq${dice.roll(500)}`)]],
  company: (dice) => [[word(dice.word()), ticker(`T${dice.roll(200)}`)], [word(dice.word())]],
} satisfies Record<string, Draw>;
type QuestionName = keyof typeof questions;
const names = Object.keys(questions) as QuestionName[];

const askFor = (alternatives: readonly Alternative[][]): IndexQuery => ({
  question: { groups: alternatives.map((own) => ({ labels: own.map(({ label }) => label), alternatives: own })), excluded: [] },
  filter: { ...everything, minRelevance: 4 },
  spans: [],
  publishedFromMs: null,
  publishedToMs: null,
  order: 'relevance',
});

/** Returns a query of two words. */
export const twoWords = (dice: Dice): IndexQuery => askFor(questions.two_words(dice));

/** Runs all queries that a first page needs from the store, as api/search/load-search.ts does. */
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

async function ask(store: Store): Promise<Record<QuestionName, Timed>> {
  const times = Object.fromEntries(names.map((name): [QuestionName, Timed] => [name, { own: [], bare: [] }])) as Record<QuestionName, Timed>;
  const warmUp = 3;
  for (const name of names) {
    const dice = openDice(11);
    const endsAtMs = performance.now() + askingMsMax;
    for (let at = -warmUp; at < asked && (at < askedLeast || performance.now() < endsAtMs); at += 1) {
      const search = askFor(questions[name](dice));
      const runs = [['own', () => searchOnce(store, search)], ['bare', () => bareOnce(store, search)]] as const; // prettier-ignore
      for (const [which, run] of runs) {
        const startedAtMs = performance.now();
        await run();
        if (at >= 0) times[name][which].push(performance.now() - startedAtMs);
      }
    }
  }
  return times;
}

const sizeQuery = loadQuery('bench/terms-size');
const Size = z.object({ bytes: z.int(), parts: z.int(), entries: z.int(), columns: z.array(z.string()) });

export const benchSearch = (): Promise<Measurements> =>
  withStores(async (open) => {
    const store = open('feed');
    await fillStore(store, rows);
    await fillSearch(store, rows, () => undefined);
    const times = await ask(store);
    const [size] = await store.query(sizeQuery, {}, Size);
    return report(times, size!);
  });

const showTimes = ({ own, bare }: Timed): string => `${showQuantiles(own)}, bare ${showQuantiles(bare)} ms`;
const showQuantiles = (values: readonly number[]): string => `p50 ${quantile(values, 0.5).toFixed(1)} p99 ${quantile(values, 0.99).toFixed(1)}`;

function report(times: Readonly<Record<QuestionName, Timed>>, size: z.infer<typeof Size>): Measurements {
  const p99 = (which: keyof Timed): number =>
    quantile(
      names.flatMap((name) => times[name][which]),
      0.99,
    );
  const each = names.map((name) => `${name} ${showTimes(times[name])}`).join('; ');
  const against = (value: number, goal: number): { value: number; ceiling: number; ratio: number } => ({ value, ceiling: goal, ratio: value / goal });
  return {
    search_p99: { ...against(p99('own'), p99MsMax), unit: 'ms', note: `${rows} rows; bare engine p99 ${p99('bare').toFixed(1)} ms; ${each}` },
    search_bytes: {
      ...against(size.bytes / rows, indexBytesMax),
      unit: 'bytes',
      note: `a row, of ${(size.entries / rows).toFixed(1)} entries, in ${size.parts} parts; ${size.columns.join(', ')}`,
    },
  };
}
