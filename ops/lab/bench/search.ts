/**
 * Measures the cost of a search in a long feed. Two databases, one many times as long as the other, get the same queries in turns through
 * the API's functions; the engine's own query for the same words is the comparison. The index's size on disk is measured too.
 *
 *   node ops/lab/bench/search.ts [--rows N] [--few N]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { lastSequence, rowsBySequence } from '#clickhouse/feed.ts';
import { findRows, weighTerms, type IndexQuery } from '#clickhouse/search/find.ts';
import type { Alternative } from '#clickhouse/search/question.ts';
import { loadQuery } from '#clickhouse/sql.ts';
import { openStore, type Store } from '#clickhouse/store.ts';
import { singular } from '#clickhouse/search/words.ts';
import { everything } from '#schemas/feed-filter.ts';
import { endProcess, startEmbedded } from '../../embedded/start.ts';
import { quantile, type Measurements } from './measure.ts';
import { fillSearch } from './store/fill-search.ts';
import { fillStore } from './store/fill.ts';
import { openDice, type Dice } from './store/text.ts';

/** The promise is for 50,000 and five million rows. These smaller numbers take a minute or two. */
const [usualFew, usualRows] = [20_000, 400_000];
const [p99MsMax, growthMax, indexBytesMax] = [300, 4, 250];
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
  let { rows } = await findRows(store, search, { seqTo, groupsMin: all, weights });
  if (rows.length === 0 && all > 1) ({ rows } = await findRows(store, search, { seqTo, groupsMin: Math.ceil(all / 2), weights }));
  await rowsBySequence(store, rows.slice(0, pageRows).map(({ seq }) => seq)); // prettier-ignore
  return rows.length;
}

const bareQuery = loadQuery('bench/bare-search');
const Seq = z.object({ seq: z.int() });
const bareOnce = async (store: Store, { question: { groups } }: IndexQuery): Promise<void> => {
  const terms = groups.map(({ alternatives }) => alternatives[0]!.terms[0]!);
  await store.query(bareQuery, { terms: [...new Set(terms)], count: new Set(terms).size }, Seq);
};

/** Receives the benchmark's progress, one line per call. */
type Tell = (line: string) => void;

interface Timed {
  readonly few: number[];
  readonly many: number[];
  readonly bare: number[];
}

async function ask({ few, many }: { few: Store; many: Store }, tell: Tell): Promise<Record<QuestionName, Timed>> {
  const times = Object.fromEntries(names.map((name): [QuestionName, Timed] => [name, { few: [], many: [], bare: [] }])) as Record<
    QuestionName,
    Timed
  >;
  const warmUp = 3;
  for (const name of names) {
    const dice = openDice(11);
    const endsAtMs = performance.now() + askingMsMax;
    for (let at = -warmUp; at < asked && (at < askedLeast || performance.now() < endsAtMs); at += 1) {
      const search = askFor(questions[name](dice));
      const runs = [['few', () => searchOnce(few, search)], ['many', () => searchOnce(many, search)], ['bare', () => bareOnce(many, search)]] as const; // prettier-ignore
      for (const [which, run] of runs) {
        const startedAtMs = performance.now();
        await run();
        if (at >= 0) times[name][which].push(performance.now() - startedAtMs);
      }
    }
    tell(`asked ${times[name].many.length} of ${name}: ${showTimes(times[name])}`);
  }
  return times;
}

const sizeQuery = loadQuery('bench/terms-size');
const Size = z.object({ bytes: z.int(), parts: z.int(), entries: z.int(), columns: z.array(z.string()) });

export async function benchSearch(rows: number = usualRows, fewRows: number = usualFew, tell: Tell = () => {}): Promise<Measurements> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-search-'));
  const { child, url, user, password } = await startEmbedded({ dataDir, port: 0, env: { LOG_LEVEL: 'warn' } });
  const open = (database: string): Store => openStore({ url, database, user, password, requestTimeoutMs: 600_000, maxConnections: 4 });
  const [few, many] = [open('few'), open('many')];
  try {
    const startedAtMs = performance.now();
    for (const [store, count] of [
      [few, fewRows],
      [many, rows],
    ] as const) {
      tell(`making ${count} rows`);
      await fillStore(store, count);
      await fillSearch(store, count, tell);
    }
    const filledSeconds = Math.round((performance.now() - startedAtMs) / 1_000);
    const times = await ask({ few, many }, tell);
    const [size] = await many.query(sizeQuery, {}, Size);
    return report(times, { size: size!, rows, fewRows, filledSeconds });
  } finally {
    await Promise.allSettled([few.close(), many.close()]);
    await endProcess(child, 'SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
  }
}

const showTimes = ({ few, many, bare }: Timed): string => `${showQuantiles(many)} against ${showQuantiles(few)}, bare ${showQuantiles(bare)} ms`;
const showQuantiles = (values: readonly number[]): string => `p50 ${quantile(values, 0.5).toFixed(1)} p99 ${quantile(values, 0.99).toFixed(1)}`;

interface Context {
  readonly size: z.infer<typeof Size>;
  readonly rows: number;
  readonly fewRows: number;
  readonly filledSeconds: number;
}

function report(times: Readonly<Record<QuestionName, Timed>>, { size, rows, fewRows, filledSeconds }: Context): Measurements {
  const all = (which: keyof Timed): number[] => names.flatMap((name) => times[name][which]);
  const [p99, p99Few, p99Bare] = [quantile(all('many'), 0.99), quantile(all('few'), 0.99), quantile(all('bare'), 0.99)];
  const each = names.map((name) => `${name} ${showTimes(times[name])}`).join('; ');
  const measured = (value: number, ceiling: number, unit: string, note: string): Measurements[string] => ({
    value,
    ceiling,
    ratio: value / ceiling,
    unit,
    note,
  });
  return {
    search_p99: measured(p99, p99MsMax, 'ms', `${rows} rows; bare engine p99 ${p99Bare.toFixed(1)} ms; ${each}`),
    search_growth: measured(p99 / p99Few, growthMax, 'x', `p99 of ${rows} rows to that of ${fewRows}: ${p99.toFixed(1)} to ${p99Few.toFixed(1)} ms`),
    search_bytes: measured(
      size.bytes / rows,
      indexBytesMax,
      'bytes',
      `a row, of ${(size.entries / rows).toFixed(1)} entries, in ${size.parts} parts; ${size.columns.join(', ')}; filled in ${filledSeconds} s`,
    ),
  };
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { rows: { type: 'string', default: String(usualRows) }, few: { type: 'string', default: String(usualFew) } },
  });
  const startedAtMs = performance.now();
  const tell: Tell = (line) => void process.stderr.write(`${((performance.now() - startedAtMs) / 1_000).toFixed(0).padStart(5)} s  ${line}\n`);
  const measured = await benchSearch(Number(values.rows), Number(values.few), tell);
  for (const [name, { value, ceiling, ratio, unit, note }] of Object.entries(measured))
    process.stdout.write(
      `${name.padEnd(14)} ${value.toFixed(2).padStart(8)} ${unit.padEnd(5)} of ${ceiling}  ratio ${ratio.toFixed(2)}  ${note.replaceAll('; ', '\n    ')}\n`,
    );
}
