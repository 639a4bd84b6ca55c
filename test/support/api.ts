/** Starts an API with NATS, Redis and ClickHouse of the test's own, a feed to fill, and accounts with keys. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { KV } from '@nats-io/kv';
import { headers as natsHeaders } from '@nats-io/transport-node';
import type { z } from 'zod';
import { startApi, type Api } from '#api/main.ts';
import type { Operation } from '#api/operation.ts';
import { insertRecords } from '#clickhouse/insert-records.ts';
import { migrate } from '#clickhouse/migrate.ts';
import { openStore, type Store } from '#clickhouse/store.ts';
import { createAccount, createKey } from '#ops/accounts/accounts.ts';
import { openBus, type Bus } from '#ops/nats/nats.ts';
import { openBucket } from '#ops/nats/streams.ts';
import { readConfig, type Config } from '#schemas/config.ts';
import { generationHeader } from '#schemas/generation.ts';
import type { FeedRecord } from '#schemas/feed-log.ts';
import { buckets, feedSubject } from '#schemas/subjects.ts';
import type { SymbolEntry } from '#schemas/symbol.ts';
import type { PlanName } from '#schemas/vocabulary.ts';
import { endingWithUs } from './children.ts';
import { startClickHouse, type ClickHouseProcess } from './clickhouse.ts';
import { applyStreams } from './control-plane.ts';
import { watchAnswers } from './documented.ts';
import { testLog } from './log.ts';
import { startNats, type NatsServer } from './nats.ts';
import { startRedis, type RedisServer } from './redis.ts';

export interface TestAccount {
  readonly id: string;
  readonly key: string;
}

export interface Ground {
  readonly nats: NatsServer;
  readonly redis: RedisServer;
  readonly clickhouse: ClickHouseProcess;
  readonly bus: Bus;
  readonly store: Store;
  readonly accounts: KV;
  /** Settings with the NATS user that has all rights. */
  readonly env: Readonly<Record<string, string>>;
  /** The same settings with the NATS user of the API. */
  readonly apiEnv: Readonly<Record<string, string>>;
  /** Appends records to the log and, by default, to the tables; returns the last sequence. */
  readonly append: (records: readonly FeedRecord[], options?: { readonly stored?: boolean; readonly generation?: number }) => Promise<number>;
  /** Stores the records that are in the log but not in the tables yet. */
  readonly storeRest: () => Promise<void>;
  readonly account: (plan: PlanName, limits?: { readonly perMinute?: number; readonly perDay?: number }) => Promise<TestAccount>;
  readonly putSymbols: (entries: readonly SymbolEntry[]) => Promise<void>;
  readonly stop: () => Promise<void>;
}

const publishedAtOnce = 500;

export async function startGround(): Promise<Ground> {
  const [nats, redis, cache, clickhouse] = await Promise.all([startNats(), startRedis(), startRedis(), startClickHouse()]);
  const env = {
    NATS_URL: nats.url,
    REDIS_URL: redis.url,
    REDIS_CACHE_URL: cache.url,
    CLICKHOUSE_URL: clickhouse.address,
    CLICKHOUSE_PASSWORD: clickhouse.password,
    API_PORT: '0',
    MCP_PORT: '0',
    OPS_PORT: '0',
    LOG_LEVEL: 'warn',
  };
  const config = readConfig(env);
  const bus = await openBus(config, 'test', testLog);
  await applyStreams(bus, config);
  const store = openStore({
    url: config.CLICKHOUSE_URL,
    database: config.CLICKHOUSE_DATABASE,
    user: config.CLICKHOUSE_USER,
    password: config.CLICKHOUSE_PASSWORD,
    requestTimeoutMs: 30_000,
    maxConnections: 4,
  });
  await migrate(store);
  const accounts = await openBucket(bus, buckets.accounts);
  const symbols = await openBucket(bus, buckets.symbols);
  let unstored: { seq: number; record: FeedRecord }[] = [];
  const storeRest = async (): Promise<void> => {
    const batch = unstored;
    unstored = [];
    for (let from = 0; from < batch.length; from += 5_000) await insertRecords(store, batch.slice(from, from + 5_000));
  };
  return {
    nats,
    redis,
    clickhouse,
    bus,
    store,
    accounts,
    env,
    apiEnv: nats.loginOf('api'),
    append: async (records, { stored = true, generation = 0 } = {}) => {
      const h = natsHeaders();
      if (generation !== 0) h.set(generationHeader, String(generation));
      let lastSeq = 0;
      for (let from = 0; from < records.length; from += publishedAtOnce) {
        const batch = records.slice(from, from + publishedAtOnce);
        const acks = await Promise.all(batch.map((record) => bus.js.publish(feedSubject(record), JSON.stringify(record), { headers: h })));
        unstored.push(...acks.map((ack, index) => ({ seq: ack.seq, record: batch[index]! })));
        lastSeq = acks.at(-1)!.seq;
      }
      if (stored) await storeRest();
      return lastSeq;
    },
    storeRest,
    account: async (plan, { perMinute = null, perDay = null } = {}) => {
      const account = await createAccount(accounts, { name: `test ${plan}`, plan, requestsPerMinute: perMinute, requestsPerDay: perDay }, new Date());
      const { key } = await createKey(accounts, account.id, new Date());
      return { id: account.id, key };
    },
    putSymbols: async (entries) => {
      await Promise.all(entries.map((entry) => symbols.put(entry.symbol, JSON.stringify(entry))));
    },
    stop: async () => {
      await store.close();
      await bus.close();
      await Promise.all([nats.stop(), redis.stop(), cache.stop(), clickhouse.stop()]);
    },
  };
}

type ApiGround = Pick<Ground, 'env' | 'apiEnv'>;

/** Starts an API in this process. */
export async function startApiOn(ground: ApiGround, env: Readonly<Record<string, string>> = {}, nowMs?: () => number): Promise<Api> {
  const config = configOn(ground, env);
  const api = await startApi(config, { log: testLog, ...(nowMs && { nowMs }) });
  watchAnswers(api.url);
  return api;
}

export const configOn = (ground: ApiGround, env: Readonly<Record<string, string>> = {}): Config =>
  readConfig({ ...ground.env, ...ground.apiEnv, ...env });

export interface ApiChild {
  readonly url: string;
  readonly ops: string;
  readonly mcp: string;
  readonly pid: number;
  readonly signal: (signal: NodeJS.Signals) => void;
  /** Sends SIGTERM; returns the exit code. */
  readonly stop: () => Promise<number | null>;
  readonly kill: () => Promise<void>;
}

const program = fileURLToPath(new URL('../../api/main.ts', import.meta.url));

/** Starts an API as a process of its own and returns it once it is ready. */
export async function spawnApiOn(ground: ApiGround, env: Readonly<Record<string, string>> = {}, nodeArgs: readonly string[] = []): Promise<ApiChild> {
  const child = endingWithUs(
    spawn(process.execPath, [...nodeArgs, program], {
      env: { ...process.env, ...ground.env, ...ground.apiEnv, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  let isReady = false;
  const ready = new Promise<{ url: string; ops: string; mcp: string }>((resolve) => {
    let text = '';
    // The log is read until the process ends; otherwise it would fill the pipe and block the process.
    child.stdout.on('data', (chunk: Buffer) => {
      if (isReady) return;
      text += chunk.toString();
      const line = text.split('\n').find((candidate) => candidate.startsWith('{"ready":true') && candidate.endsWith('}'));
      if (line === undefined) return;
      isReady = true;
      resolve(JSON.parse(line) as { url: string; ops: string; mcp: string });
    });
  });
  const started = await Promise.race([ready, exited]);
  if (started === null || typeof started === 'number') throw new Error(`the API ended with ${started} before it was ready`);
  watchAnswers(started.url);
  return {
    ...started,
    pid: child.pid!,
    signal: (signal) => child.kill(signal),
    stop: () => {
      child.kill('SIGTERM');
      return exited;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

export interface Answer<T = Record<string, unknown>> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON; an empty object if it is not JSON. */
  readonly body: T;
}

/** Sends one request, uncompressed unless `headers` say otherwise. A stream of events is closed after its headers. */
export async function call<T = Record<string, never>>(
  url: string,
  options: { readonly key?: string; readonly method?: string; readonly headers?: Readonly<Record<string, string>>; readonly timeoutMs?: number } = {},
): Promise<Answer<T>> {
  const { key, method = 'GET', headers = {}, timeoutMs = 20_000 } = options;
  const response = await fetch(url, {
    method,
    headers: { 'accept-encoding': 'identity', ...(key !== undefined && { authorization: `Bearer ${key}` }), ...headers },
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  });
  const isEndless = response.headers.get('content-type') === 'text/event-stream' && method !== 'HEAD';
  if (isEndless) await response.body?.cancel();
  const text = isEndless ? '' : await response.text();
  const isJson = /[/+]json/.test(response.headers.get('content-type') ?? '');
  return { status: response.status, headers: response.headers, text, body: (isJson && text !== '' ? JSON.parse(text) : {}) as T };
}

export interface ApiStatus {
  readonly symbols: number;
  readonly tail: { readonly firstSeq: number; readonly lastSeq: number; readonly publishedFrom: string | null };
}

/** Returns what the operations port says about the process. */
export const statusOf = async ({ ops }: { readonly ops: string }): Promise<ApiStatus> =>
  (await call<{ readonly details: ApiStatus }>(`${ops}/status`)).body.details;

/** Returns the query that an operation requires, from its parameters' examples, and `more`; with `?` unless it is empty. */
export function queryFor({ parameters }: Pick<Operation, 'parameters'>, more = ''): string {
  const required = Object.entries(parameters.query.shape).flatMap(([name, schema]) => {
    const type = schema as z.ZodType;
    if (type.safeParse(undefined).success || new URLSearchParams(more).has(name)) return [];
    return [`${name}=${encodeURIComponent(String(type.meta()?.example))}`];
  });
  const query = [...required, ...(more === '' ? [] : [more])].join('&');
  return query === '' ? '' : `?${query}`;
}
