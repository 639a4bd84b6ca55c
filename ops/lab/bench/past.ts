/**
 * Measures how fast pages of the past are answered, each with another date and filter, from the tail and from the store, and how fast one
 * client walks the feed newest first. Each is compared with bare node:http with a typical answer, in turns in the same run.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { categories } from '#schemas/vocabulary.ts';
import { alternate, authorized, connections, pageSize, sequence, startBenchApi, tickersCount, typicalAnswer, withBench, type Bench } from './http.ts';
import type { Measurement, Measurements } from './measure.ts';

const dayMs = 86_400_000;
const pathsCount = 60_000;
/** The newest days of the feed, which it has at every measured size. */
const daysAsked = 5;
/** A round is longer than the slowest page takes on a busy machine. */
const pace = { rounds: 3, seconds: 6 };
/** A walk within the tail: half of the rows of this feed that a tail of 64 MB holds. */
const walkPages = 1_000;
/** A tail of some hundred of the newest rows. */
const smallTailBytes = 1e6;

/** Returns pages that end somewhere in the newest days: half by categories, a quarter by one symbol, the rest by score only. */
export function pastPaths(nowMs: number): string[] {
  const random = sequence(13);
  const pick = (count: number): number => Math.floor(random() * count);
  return Array.from({ length: pathsCount }, () => {
    const filters: Record<string, string> = { min_relevance: String(1 + pick(8)) };
    const kind = pick(4);
    if (kind < 2) filters.category = [...new Set(Array.from({ length: 1 + pick(4) }, () => categories[pick(categories.length)]!))].join(',');
    else if (kind === 2) filters.symbol = `T${Math.floor(tickersCount * random() ** 3)}`;
    const to_date = new Date(nowMs - dayMs / 4 - pick(daysAsked * dayMs)).toISOString();
    return `/api/news/?${new URLSearchParams({ page_size: String(pageSize), to_date, ...filters }).toString()}`;
  });
}

async function past(bench: Bench, what: string): Promise<Measurement> {
  const paths = pastPaths(Date.now());
  const file = join(bench.folder, 'past');
  await writeFile(file, `${paths.join('\n')}\n`);
  const script = fileURLToPath(new URL('paths.lua', import.meta.url));
  const share = Math.floor(pathsCount / (pace.rounds + 1));
  const load = (round: number) => ({
    url: bench.api.url,
    connections,
    seconds: pace.seconds,
    headers: authorized(bench.account),
    script: { file: script, args: [file, String(round * share)] },
  });
  return alternate(bench, await typicalAnswer(paths.slice(-60), bench), load, what, pace);
}

async function walk(bench: Bench): Promise<Measurement> {
  const first = `/api/news/?min_relevance=1&page_size=${pageSize}`;
  const script = { file: fileURLToPath(new URL('walk.lua', import.meta.url)), args: [first, String(walkPages)] };
  const load = () => ({ url: bench.api.url, connections: 1, seconds: pace.seconds, headers: authorized(bench.account), script });
  return alternate(bench, await typicalAnswer([first], bench), load, `one client, page by page, ${walkPages} of them and again`, pace);
}

export const benchPast = (): Promise<Measurements> =>
  withBench(async (bench) => {
    const past_memory = await past(bench, 'no two URLs alike');
    const newest_walk = await walk(bench);
    const api = await startBenchApi(bench.ground, smallTailBytes);
    try {
      return { past_memory, past_store: await past({ ...bench, api }, 'no two URLs alike, a tail of 1 MB'), newest_walk };
    } finally {
      await api.stop();
    }
  });
