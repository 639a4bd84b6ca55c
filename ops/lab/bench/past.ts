/**
 * Measures how fast pages that end in the past are served from the tail and from the store, each with another date and filter, and how fast
 * one client pages back through the feed. Ceiling: bare node:http sends a typical response, alternating in the same run.
 */
import { fileURLToPath } from 'node:url';
import { categories } from '#schemas/vocabulary.ts';
import { alternate, loadOf, pageSize, pollPaths, startBenchApi, tickersCount, typicalAnswer, withBench, type Bench } from './http.ts';
import { randomOf } from '../upstream/random.ts';
import type { Measurement, Measurements } from './measure.ts';

const dayMs = 86_400_000;
const pathsCount = 60_000;
/** Number of the newest days in which the pages end. */
const daysBack = 5;
/** A round lasts longer than the slowest page takes on a busy machine. */
const pace = { rounds: 3, seconds: 6 };
/** Pages of a walk, all within the tail: half of what a tail of 64 MB holds of this feed. */
const walkPages = 1_000;
/** Size of a tail that holds only some hundreds of rows. */
const smallTailBytes = 1e6;

/** Returns paths of pages that end at a random time of the newest days: half filter by category, a quarter by symbol, all by score. */
function pastPaths(nowMs: number): string[] {
  const random = randomOf(13, 'bench', 0);
  const pick = (count: number): number => Math.floor(random() * count);
  return Array.from({ length: pathsCount }, () => {
    const filters: Record<string, string> = { min_relevance: String(1 + pick(8)) };
    const kind = pick(4);
    if (kind < 2) filters.category = [...new Set(Array.from({ length: 1 + pick(4) }, () => categories[pick(categories.length)]!))].join(',');
    else if (kind === 2) filters.symbol = `T${Math.floor(tickersCount * random() ** 3)}`;
    const to_date = new Date(nowMs - dayMs / 4 - pick(daysBack * dayMs)).toISOString();
    return `/api/news/?${new URLSearchParams({ page_size: String(pageSize), to_date, ...filters }).toString()}`;
  });
}

async function walk({ api, account, folder }: Bench): Promise<Measurement> {
  const first = `/api/news/?min_relevance=1&page_size=${pageSize}`;
  const script = { file: fileURLToPath(new URL('walk.lua', import.meta.url)), args: [first, String(walkPages)] };
  const load = () => loadOf(api.url, account, { connections: 1, seconds: pace.seconds, script });
  const what = `one client, page by page, ${walkPages} of them and again`;
  return alternate(folder, await typicalAnswer([first], { api, account }), load, what, pace.rounds);
}

export const benchPast = (): Promise<Measurements> =>
  withBench(async (bench) => {
    const past_memory = await pollPaths(bench, pastPaths(Date.now()), { ...pace, what: 'no two URLs alike' });
    const newest_walk = await walk(bench);
    const api = await startBenchApi(bench.ground, smallTailBytes);
    try {
      const past_store = await pollPaths({ ...bench, api }, pastPaths(Date.now()), { ...pace, what: 'no two URLs alike, a tail of 1 MB' });
      return { past_memory, past_store, newest_walk };
    } finally {
      await api.stop();
    }
  });
