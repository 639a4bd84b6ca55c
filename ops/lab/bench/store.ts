/**
 * Measures how much slower a page gets when the feed is a hundred times as long. Two databases, 50,000 and five million rows, get the same
 * queries in turns through the API's functions. The size of a row on disk is measured too.
 *
 *   node ops/lab/bench/store.ts [--rows N]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { newestBySequence, pageAfterSequence, pageNewestFirst, type StoredRow } from '#clickhouse/feed.ts';
import { everything, type FeedFilter } from '#schemas/feed-filter.ts';
import { relatedRows } from '#clickhouse/related.ts';
import { loadQuery } from '#clickhouse/sql.ts';
import { openStore, type Store } from '#clickhouse/store.ts';
import { trendingRows } from '#clickhouse/trending.ts';
import { endProcess, startEmbedded } from '../../embedded/start.ts';
import { quantile, type Measurements } from './measure.ts';
import { fillStore } from './store/fill.ts';
import { openDice, type Dice } from './store/text.ts';

const fewRows = 50_000;
const manyRows = 5_000_000;
const growthMax = 1.5;
const rowBytesMax = 700;
const asked = 40;
const pageRows = 20;

interface Filled {
  readonly store: Store;
  readonly rows: number;
}

const all: FeedFilter = { ...everything, minRelevance: 4 };
const noRange = { before: null, publishedFromMs: null, publishedToMs: null, createdFromMs: null, createdToMs: null };

/** The rows are spread over 180 days. */
const [firstMs, lastMs, dayMs] = [Date.UTC(2026, 4, 1), Date.UTC(2026, 9, 28), 86_400_000];
const instant = (dice: Dice): number => firstMs + dayMs + dice.roll(178) * dayMs + dice.roll(dayMs);
/** Returns the top of the feed in half of the cases, any place otherwise. */
const somewhere = (dice: Dice) => (dice.roll(2) === 0 ? null : { publishedAtMs: instant(dice), uid: '8000000000000000' });
/** Returns an article of a ticker with many rows, or of one with so few that rows of its category fill the answer. */
const article = (dice: Dice) => ({
  storyId: '8000000000000000',
  publishedAtMs: instant(dice),
  category: 'earnings' as const,
  tickers: [dice.roll(2) === 0 ? `T${dice.roll(20)}` : 'T8999.X'],
  isForm4: false,
  minRelevance: 4,
});

type Question = (filled: Filled, dice: Dice) => Promise<StoredRow[]>;

const questions = {
  delta: ({ store, rows }, dice) => pageAfterSequence(store, all, dice.roll(rows), pageRows),
  newest: ({ store }, dice) => pageNewestFirst(store, all, { ...noRange, before: somewhere(dice) }, pageRows),
  symbol: ({ store }, dice) => pageNewestFirst(store, { ...all, tickers: [`T${dice.roll(200)}`] }, noRange, pageRows),
  filtered: ({ store }, dice) =>
    pageNewestFirst(store, { ...all, categories: ['insider'], minRelevance: 8, is10b5_1: false }, { ...noRange, before: somewhere(dice) }, pageRows),
  head: ({ store }) => newestBySequence(store, all, pageRows),
  symbol_delta: ({ store, rows }, dice) => pageAfterSequence(store, { ...all, tickers: [`T${dice.roll(200)}`] }, dice.roll(rows), pageRows),
  /** No row has such an item: the whole key is read, and the result is empty. */
  nothing_matches: ({ store }, dice) => pageNewestFirst(store, { ...all, item: `0.${dice.roll(99)}` }, noRange, pageRows),
  /** Two days, with a hundred times as many rows in the long feed. */
  trending: ({ store }) => trendingRows(store, { fromMs: lastMs - 2 * dayMs, toMs: lastMs }),
  related: ({ store }, dice) => relatedRows(store, article(dice), firstMs),
} satisfies Record<string, Question>;
type QuestionName = keyof typeof questions;

type Times = Readonly<Record<QuestionName, readonly number[]>>;

/** Queries both in turns, so that other load affects both alike. */
async function askBoth(few: Filled, many: Filled): Promise<{ few: Times; many: Times }> {
  const names = Object.keys(questions) as QuestionName[];
  const timesOf = (): Record<QuestionName, number[]> =>
    Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<QuestionName, number[]>;
  const [fewTimes, manyTimes] = [timesOf(), timesOf()];
  for (const name of names) {
    const dice = [openDice(1), openDice(1)] as const;
    const warmUp = 4;
    for (let at = -warmUp; at < asked; at += 1) {
      for (const [filled, times, own] of [
        [few, fewTimes, dice[0]],
        [many, manyTimes, dice[1]],
      ] as const) {
        const startedAtMs = performance.now();
        const page = await questions[name](filled, own);
        if (at >= 0) times[name].push(performance.now() - startedAtMs);
        if (page.length !== pageRows && (name === 'delta' || name === 'newest' || name === 'symbol'))
          throw new Error(`${name}: ${page.length} rows on a page`);
      }
    }
  }
  return { few: fewTimes, many: manyTimes };
}

const tableSizes = loadQuery('bench/table-sizes');
const TableSize = z.object({ table: z.string(), parts: z.int(), rows: z.int(), bytes: z.int() });

export async function benchStore(rows: number = manyRows): Promise<Measurements> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-store-'));
  const { child, url, user, password } = await startEmbedded({ dataDir, port: 0, env: { LOG_LEVEL: 'warn' } });
  const open = (database: string): Store => openStore({ url, database, user, password, requestTimeoutMs: 600_000, maxConnections: 4 });
  const [few, many] = [
    { store: open('few'), rows: fewRows },
    { store: open('many'), rows },
  ];
  try {
    const startedAtMs = performance.now();
    await fillStore(few.store, few.rows);
    await fillStore(many.store, many.rows);
    const filledSeconds = Math.round((performance.now() - startedAtMs) / 1_000);
    const times = await askBoth(few, many);
    const sizes = await many.store.query(tableSizes, {}, TableSize);
    return report(times, { sizes, rows, filledSeconds });
  } finally {
    await Promise.allSettled([few.store.close(), many.store.close()]);
    await endProcess(child, 'SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
  }
}

interface Context {
  readonly sizes: readonly z.infer<typeof TableSize>[];
  readonly rows: number;
  readonly filledSeconds: number;
}

function report({ few, many }: { few: Times; many: Times }, { sizes, rows, filledSeconds }: Context): Measurements {
  const compare = (name: QuestionName): string => {
    const shares = [0.25, 0.5, 0.9].map(
      (share) => `p${share * 100} ${quantile(many[name], share).toFixed(1)} against ${quantile(few[name], share).toFixed(1)}`,
    );
    return `${name} ${shares.join(', ')} ms`;
  };
  const growth = (name: QuestionName, ...beside: QuestionName[]): Measurements[string] => {
    // The lower quartile is least affected by other load on the machine.
    const value = quantile(many[name], 0.25) / quantile(few[name], 0.25);
    return { value, ceiling: growthMax, ratio: value / growthMax, unit: 'x', note: [name, ...beside].map(compare).join('; ') };
  };
  const rowBytes = sizes.reduce((sum, { bytes }) => sum + bytes, 0) / rows;
  const sizeNote = sizes.map(({ table, bytes, parts }) => `${table} ${(bytes / rows).toFixed(1)} in ${parts} parts`).join(', ');
  return {
    delta_growth: growth('delta', 'head', 'symbol_delta'),
    newest_growth: growth('newest', 'filtered', 'nothing_matches', 'trending', 'related'),
    symbol_growth: growth('symbol'),
    row_bytes: {
      value: rowBytes,
      ceiling: rowBytesMax,
      ratio: rowBytes / rowBytesMax,
      unit: 'bytes',
      note: `${sizeNote}; ${rows} rows, filled in ${filledSeconds} s`,
    },
  };
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { rows: { type: 'string', default: String(manyRows) } } });
  const measured = await benchStore(Number(values.rows));
  for (const [name, { value, ceiling, ratio, unit, note }] of Object.entries(measured)) {
    process.stdout.write(
      `${name.padEnd(14)} ${value.toFixed(2).padStart(8)} ${unit.padEnd(5)} of ${ceiling}  ratio ${ratio.toFixed(2)}  ${note.replaceAll('; ', `\n${' '.repeat(46)}`)}\n`,
    );
  }
}
