/**
 * Measures how many polls per second the API answers: one URL, which is cached, and URLs that each have another cursor and filter and are
 * never cached. Ceiling: bare node:http sends the same headers and bytes, alternating with the API in the same run.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { buckets } from '#schemas/subjects.ts';
import { createCursors } from '#schemas/cursor.ts';
import type { FeedRecord } from '#schemas/feed-log.ts';
import { categories } from '#schemas/vocabulary.ts';
import { newsQuery, readNews } from '#api/feed/list.ts';
import { spawnApiOn, startGround, type ApiChild, type Ground, type TestAccount } from '#test/support/api.ts';
import { dropRecord, rowRecord } from '#test/support/records.ts';
import { writeGenerations } from '../../feed-log/generations.ts';
import { openBucket } from '../../nats/streams.ts';
import { randomOf } from '../upstream/random.ts';
import { benchFolder, inTurns, measurement, type Measurement, type Measurements } from './measure.ts';
import { runWrk, summaryOf, type Load } from './wrk.ts';

const rowsCount = 50_000;
const rowsADay = 2_700;
export const tickersCount = 3_000;
export const pageSize = 20;
const connections = 64;
const usualRounds = 5;
const roundSeconds = 3;
const uncachedPaths = 200_000;
const cursorSecret = 'of this run only';
/** The feed's only generation. */
const benchGeneration = 1_795_000_000_000_000;

/** Returns the records of about 18 days, of which the newest is from now. Every ninth record is a drop. */
function records(nowMs: number): FeedRecord[] {
  const random = randomOf(7, 'bench', 0);
  const pick = (count: number): number => Math.floor(random() * count);
  return Array.from({ length: rowsCount }, (_, index) => {
    if (index % 9 === 8) return dropRecord(`drop-${index}`);
    const atMs = nowMs - ((rowsCount - index) / rowsADay) * 86_400_000;
    const tickers = [`T${Math.floor(tickersCount * random() ** 3)}`, ...(pick(3) === 0 ? [`T${pick(tickersCount)}`] : [])];
    return rowRecord(`row-${index}`, {
      publishedAt: new Date(atMs).toISOString(),
      category: categories[pick(categories.length)]!,
      relevance: 1 + pick(10),
      tickers,
    });
  });
}

/** Returns paths of polls in delta mode, each with a random position in the newest day and a random filter. */
function polls(lastSeq: number): string[] {
  const random = randomOf(11, 'bench', 0);
  const pick = (count: number): number => Math.floor(random() * count);
  const cursors = createCursors(cursorSecret);
  const dayRecords = Math.floor((rowsADay * 9) / 8);
  return Array.from({ length: uncachedPaths }, () => {
    const filters: Record<string, string> = { min_relevance: String(1 + pick(8)) };
    if (pick(4) === 0) filters.symbol = `T${Math.floor(tickersCount * random() ** 3)}`;
    else
      filters[pick(3) === 0 ? 'exclude_categories' : 'category'] = Array.from(
        { length: 1 + pick(5) },
        () => categories[pick(categories.length)]!,
      ).join(',');
    const query = { sort: 'ingested', page_size: String(pageSize), ...filters };
    const cursor = cursors.write('delta', readNews(newsQuery.parse(query)).binding, { generation: benchGeneration, seq: lastSeq - pick(dayRecords) });
    return `/api/news/?${new URLSearchParams({ ...query, cursor }).toString()}`;
  });
}

/** Servers for a benchmark, an account with a quota that no benchmark reaches, and a folder for files. */
export interface BenchGround {
  readonly ground: Ground;
  readonly account: TestAccount;
  readonly folder: string;
}

/** Starts the servers, calls `work`, then stops them. Returns the result of `work`. */
export async function withGround<T>(work: (on: BenchGround) => Promise<T>): Promise<T> {
  const ground = await startGround();
  try {
    return await work({ ground, account: await ground.account('pro', { perMinute: 1e9, perDay: 1e12 }), folder: await benchFolder() });
  } finally {
    await ground.stop();
  }
}

export interface Bench extends BenchGround {
  readonly api: ApiChild;
  readonly lastSeq: number;
}

/** Calls `work` with an API process that serves a feed of 50,000 records. */
export const withBench = <T>(work: (bench: Bench) => Promise<T>): Promise<T> =>
  withGround(async (on) => {
    const { ground } = on;
    await writeGenerations(await openBucket(ground.bus, buckets.feedLog), [{ id: benchGeneration, afterSeq: 0 }], 0);
    const lastSeq = await ground.append(records(Date.now()), { generation: benchGeneration });
    const api = await startBenchApi(ground, 128e6);
    try {
      return await work({ ...on, api, lastSeq });
    } finally {
      await api.stop();
    }
  });

/** Starts an API process. With `tailBytes` of 128e6 its tail has the whole feed. */
export const startBenchApi = (ground: Ground, tailBytes: number): Promise<ApiChild> =>
  spawnApiOn(ground, { CURSOR_SECRET: cursorSecret, API_TAIL_BYTES: String(tailBytes), LOG_LEVEL: 'info' });

/** A response of the API; `headers` is a flat list of names and values without those that node:http adds. */
export interface Answer {
  readonly headers: readonly string[];
  readonly body: Buffer;
}

/** Starts a bare node:http server that sends this response to every request. */
export async function startBareHttp(
  { headers, body }: Answer,
  folder: string,
): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const files = [join(folder, 'body'), join(folder, 'headers.json')] as const;
  await writeFile(files[0], body);
  await writeFile(files[1], JSON.stringify(headers));
  const script = fileURLToPath(new URL('bare-http.ts', import.meta.url));
  const child = spawn(process.execPath, [script, ...files], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return {
    url: (JSON.parse(line) as { url: string }).url,
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

export const authorized = (account: TestAccount): Record<string, string> => ({ authorization: `Bearer ${account.key}` });

const ownHeaders = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding']);

/** Returns the API's response to a request of the account. Throws for a status other than 200. */
export async function fetchAnswer(url: string, account: TestAccount): Promise<Answer> {
  const response = await fetch(url, { headers: { ...authorized(account), 'accept-encoding': 'identity' } });
  if (response.status !== 200) throw new Error(`the API answered ${response.status} to ${url}`);
  const headers = [...response.headers].filter(([name]) => !ownHeaders.has(name)).flat();
  return { headers, body: Buffer.from(await response.arrayBuffer()) };
}

/** Returns the response, among those to the paths, whose length is closest to the mean. */
export async function typicalAnswer(paths: readonly string[], { api, account }: Pick<Bench, 'api' | 'account'>): Promise<Answer> {
  const samples: Answer[] = [];
  for (const path of paths) samples.push(await fetchAnswer(`${api.url}${path}`, account));
  const meanBytes = samples.reduce((sum, { body }) => sum + body.length, 0) / samples.length;
  return samples.toSorted((a, b) => Math.abs(a.body.length - meanBytes) - Math.abs(b.body.length - meanBytes))[0]!;
}

/** Measures bare node:http and the API alternately. Returns the median rates. */
export async function alternate(
  folder: string,
  answer: Answer,
  ours: (round: number) => Load,
  what: string,
  rounds = usualRounds,
): Promise<Measurement> {
  const bare = await startBareHttp(answer, folder);
  // Both get the same client settings, because a Lua script or long URLs make the client slower.
  const ceiling = (round: number): Load => ({ ...ours(round), url: new URL(new URL(ours(round).url).pathname, bare.url).href });
  const works = { own: (round: number) => runWrk(ours(round)), bare: (round: number) => runWrk(ceiling(round)) };
  const results = await inTurns(rounds, works).finally(bare.stop);
  const { perSecond, p50Ms, p99Ms, failures } = summaryOf(results.own);
  const times = `p50 ${p50Ms.toFixed(1)}, p99 ${p99Ms.toFixed(1)} ms`;
  const note = `${what}; ${answer.body.length} bytes; ${ours(0).connections} connections; ${failures} failures; ${times}`;
  return measurement(perSecond, summaryOf(results.bare).perSecond, 'requests/s', note);
}

/** Returns a load of requests to the URL with the account's key; `rest` overrides its fields. */
export const loadOf = (url: string, account: TestAccount, rest: Partial<Load> = {}): Load => ({
  url,
  connections,
  seconds: roundSeconds,
  headers: authorized(account),
  ...rest,
});

/** Measures polls of the paths. Each round starts at another place of the list, so that no path is requested twice. */
export async function pollPaths(
  { api, account, folder }: Pick<Bench, 'api' | 'account' | 'folder'>,
  paths: readonly string[],
  { what, rounds, seconds }: { readonly what: string; readonly rounds: number; readonly seconds: number },
): Promise<Measurement> {
  const file = join(folder, 'paths');
  await writeFile(file, `${paths.join('\n')}\n`);
  const script = fileURLToPath(new URL('paths.lua', import.meta.url));
  const share = Math.floor(paths.length / (rounds + 1));
  const load = (round: number): Load => loadOf(api.url, account, { seconds, script: { file: script, args: [file, String(round * share)] } });
  return alternate(folder, await typicalAnswer(paths.slice(-60), { api, account }), load, what, rounds);
}

export const benchHttp = (): Promise<Measurements> =>
  withBench(async (bench) => {
    const url = `${bench.api.url}/api/news/?sort=ingested&page_size=${pageSize}`;
    const answer = await fetchAnswer(url, bench.account);
    const cached_poll = await alternate(bench.folder, answer, () => loadOf(url, bench.account), 'one URL');
    const uncached = { what: 'no two URLs alike', rounds: usualRounds, seconds: roundSeconds };
    return { cached_poll, uncached_poll: await pollPaths(bench, polls(bench.lastSeq), uncached) };
  });
