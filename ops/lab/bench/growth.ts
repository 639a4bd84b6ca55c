/** Measures the median time of each kind of read on feeds of several lengths: pages, searches, a ticker's trades, a minute of Radar. */
import { migrate } from '#clickhouse/migrate.ts';
import { pageAfterSequence, pageNewestFirst } from '#clickhouse/feed-pages.ts';
import { wholeRange } from '#clickhouse/feed-keys.ts';
import { tradesAfter } from '#clickhouse/insider-trades.ts';
import type { Store } from '#clickhouse/store.ts';
import { everything } from '#schemas/feed-filter.ts';
import { radarEveryMs } from '#schemas/radar.ts';
import { median, timeOf } from './measure.ts';
import { companiesOf, fillRadar, radarTickers, snapshotsOnce } from './radar.ts';
import { createProducerState } from '#pipeline/radar/feed-reads.ts';
import { searchOnce, twoWords } from './search.ts';
import { fillSearch } from './store/fill-search.ts';
import { fillStore } from './store/fill.ts';
import { withStores } from './store/with-store.ts';
import { openDice, type Dice } from './store/text.ts';

export const usualSizes: readonly number[] = [50_000, 500_000, 5_000_000];
const queriesPerRead = 30;
const warmUp = 3;
const radarMinutes = 3;
const pageRows = 20;

export interface Line {
  readonly name: string;
  readonly points: readonly { readonly rows: number; readonly ms: number }[];
}

type Tell = (line: string) => void;

const filter = { ...everything, minRelevance: 4 };
/** The rows of fill.ts are spread over 180 days from `firstMs` on. */
const [firstMs, dayMs] = [Date.UTC(2026, 4, 1), 86_400_000];
const somewhere = (dice: Dice) => ({ publishedAtMs: firstMs + (1 + dice.roll(178)) * dayMs + dice.roll(dayMs), uid: '8000000000000000' });
const ticker = (dice: Dice): string => `T${dice.roll(200)}`;

type Read = (store: Store, rows: number, dice: Dice) => Promise<unknown>;
const reads: Readonly<Record<string, Read>> = {
  'feed, newest first': (store, _, dice) => pageNewestFirst(store, filter, { ...wholeRange, before: somewhere(dice) }, pageRows),
  'feed, delta': (store, rows, dice) => pageAfterSequence(store, filter, dice.roll(rows), pageRows),
  'one symbol': (store, _, dice) => pageNewestFirst(store, { ...filter, tickers: [ticker(dice)] }, wholeRange, pageRows),
  'search, two words': (store, _, dice) => searchOnce(store, twoWords(dice)),
  'insider trades': (store, _, dice) => tradesAfter(store, { tickers: [ticker(dice)] }, ['P', 'S'], null, pageRows),
};

async function timesAt(rows: number, open: (database: string) => Store, tell: Tell): Promise<Record<string, number>> {
  const [store, radar] = [open('feed'), open('radar')];
  tell(`making ${rows} rows`);
  await fillStore(store, rows);
  await fillSearch(store, rows, tell);
  const times: Record<string, number> = {};
  for (const [name, read] of Object.entries(reads)) {
    const dice = openDice(23);
    const own: number[] = [];
    for (let at = -warmUp; at < queriesPerRead; at += 1) {
      const ms = await timeOf(() => read(store, rows, dice));
      if (at >= 0) own.push(ms);
    }
    times[name] = median(own);
    tell(`${name}: ${times[name].toFixed(1)} ms`);
  }
  await migrate(radar);
  const endMs = Math.floor(Date.now() / radarEveryMs) * radarEveryMs;
  await fillRadar(radar, { rows, tickers: radarTickers, endMs });
  const [companies, kept] = [companiesOf(radarTickers), createProducerState(radar)];
  const minutes: number[] = [];
  for (let minute = 0; minute <= radarMinutes; minute += 1) {
    const ms = await timeOf(() => snapshotsOnce(radar, endMs - (radarMinutes - minute) * radarEveryMs, rows, companies, kept));
    // The first minute is left out: it reads the whole window, of which later minutes read only the new part.
    if (minute > 0) minutes.push(ms);
  }
  times['Radar, a minute'] = median(minutes);
  tell(`Radar, a minute: ${times['Radar, a minute'].toFixed(1)} ms`);
  return times;
}

/** Returns a line for each read. Each length is measured in a separate ClickHouse, one after another. */
export async function measureGrowth(sizes: readonly number[], tell: Tell): Promise<Line[]> {
  const lines = new Map<string, Line>();
  for (const rows of sizes) {
    for (const [name, ms] of Object.entries(await withStores((open) => timesAt(rows, open, tell)))) {
      const line = lines.get(name) ?? { name, points: [] };
      lines.set(name, { name, points: [...line.points, { rows, ms }] });
    }
  }
  return [...lines.values()];
}
