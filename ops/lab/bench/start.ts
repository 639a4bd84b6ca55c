/**
 * Measures how refine starts on a long feed log: the time from its start to the first new document in the log, and its memory, with its
 * state file (as at every restart) and without. Ceiling, in the same run: a bare consumer that only receives the log.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { migrate } from '#clickhouse/migrate.ts';
import { openStore } from '#clickhouse/store.ts';
import { symbolsPosition } from '#pipeline/symbols-held.ts';
import { encodeRecord, headersOf } from '#pipeline/refine/feed/feed-log-writer.ts';
import { readConfig } from '#schemas/config.ts';
import type { LogRecord } from '#schemas/feed-log.ts';
import { digestOf } from '#schemas/identity.ts';
import { buckets, rawSubject } from '#schemas/subjects.ts';
import { startClickHouse } from '#test/support/clickhouse.ts';
import { applyStreams } from '#test/support/control-plane.ts';
import { startNats } from '#test/support/nats.ts';
import { rawArticle } from '#test/support/raw-articles.ts';
import { dropRecord, rowRecord } from '#test/support/records.ts';
import { symbolEntry } from '#test/support/symbols.ts';
import { feedBounds, followFeed } from '../../feed-log/feed-follower.ts';
import { openBus, type Bus } from '../../nats/nats.ts';
import { openBucket } from '../../nats/streams.ts';
import type { Measurements } from './measure.ts';

/** The promise for a restart on 5 million records. */
const servesWithinMs = 10_000;
const residentBytesMax = 600e6;
const usualRecords = 500_000;
const publishedAtOnce = 2_000;
/** The records span this many days, one row in seven, as bulk collection brings them. */
const days = 60;
const rowEvery = 7;
const startTimeoutMs = 1_200_000;

const log = pino({ level: 'silent' });

function recordAt(number: number, records: number, endMs: number): LogRecord {
  const refinedAt = new Date(endMs - Math.floor(((records - number) * days * 86_400_000) / records)).toISOString();
  const identity = `https://bench.example/${number}`;
  if (number % rowEvery !== 0) {
    const instants = { published_at: refinedAt, seen_at: refinedAt, fetched_at: refinedAt, refined_at: refinedAt };
    return dropRecord(identity, { instants, title: `Lot ${number} of ${number % 9_973} items was noted` });
  }
  const row = rowRecord(identity, { publishedAt: refinedAt, refinedAt });
  row.item.original.title = `Acme Rocket Corporation wins order ${number} for ${number % 9_973} engines of type ${number % 101}`;
  row.item.original.summary = `The company said that order ${number} is worth ${number % 7_919} million and will be delivered to site ${number % 677}.`;
  return row;
}

async function fill(bus: Bus, records: number): Promise<void> {
  const endMs = Date.now();
  for (let first = 1; first <= records; first += publishedAtOnce) {
    const numbers = Array.from({ length: Math.min(publishedAtOnce, records + 1 - first) }, (_, at) => first + at);
    await Promise.all(
      numbers.map((number) => {
        const { subject, payload, headers } = encodeRecord(recordAt(number, records, endMs));
        return bus.js.publish(subject, payload, { headers: headersOf(headers), timeout: 60_000 });
      }),
    );
    if (process.stderr.isTTY) process.stderr.write(`\r${first + numbers.length - 1} of ${records} records`);
  }
}

/** Returns the time in ms to receive every record without looking at any. */
async function bareRead(bus: Bus): Promise<number> {
  const startedAtMs = performance.now();
  const { lastSeq } = await feedBounds(bus);
  for await (const _ of followFeed(bus, { fromSeq: 1, untilSeq: lastSeq, signal: new AbortController().signal }));
  return performance.now() - startedAtMs;
}

interface Started {
  readonly servedAfterMs: number;
  readonly residentBytes: number;
  readonly kill: () => Promise<void>;
}

/** Starts refine and waits until the first new document is in the log. */
async function startRefine(bus: Bus, environment: NodeJS.ProcessEnv, document: string): Promise<Started> {
  const { lastSeq } = await feedBounds(bus);
  const identity = `https://bench.example/new/${document}`;
  const raw = rawArticle(1, { identity, url: identity, title: `Acme Rocket Corporation opens plant ${document}` });
  await bus.js.publish(rawSubject('article'), JSON.stringify(raw), { msgID: digestOf(identity) });
  const startedAtMs = performance.now();
  const child: ChildProcess = spawn(process.execPath, [fileURLToPath(new URL('../../../pipeline/main.ts', import.meta.url))], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: environment,
  });
  const kill = async (): Promise<void> => {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
  };
  process.once('exit', () => child.kill('SIGKILL'));
  while ((await feedBounds(bus)).lastSeq === lastSeq) {
    if (child.exitCode !== null) throw new Error(`refine ended with ${child.exitCode}`);
    if (performance.now() - startedAtMs > startTimeoutMs) throw new Error(`no document was refined within ${startTimeoutMs} ms`);
    await sleep(20);
  }
  const servedAfterMs = performance.now() - startedAtMs;
  const [, kilobytes = '0'] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
  return { servedAfterMs, residentBytes: Number(kilobytes) * 1_024, kill };
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;
const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

/** Runs on Linux only: a process's peak memory is read from /proc. */
export async function benchStart(): Promise<Measurements> {
  const [nats, clickhouse, stateDir] = await Promise.all([startNats(), startClickHouse(), mkdtemp(join(tmpdir(), 'tickerwire-state-'))]);
  const bus = await openBus(readConfig({ NATS_URL: nats.url }), 'bench', log);
  try {
    await applyStreams(bus);
    const store = openStore({ url: clickhouse.url, database: 'bench', requestTimeoutMs: 20_000, maxConnections: 2 });
    await migrate(store);
    await (await openBucket(bus, buckets.symbols)).put('ACME', JSON.stringify(symbolEntry('ACME', { name: 'Acme Rocket Corporation' })));
    await (await openBucket(bus, buckets.positions)).put(symbolsPosition, JSON.stringify({ v: 1, etag: null, last_modified: null }));
    await fill(bus, usualRecords);
    const bareMs = await bareRead(bus);
    const environment = {
      ...process.env,
      NATS_URL: nats.url,
      CLICKHOUSE_URL: clickhouse.url,
      CLICKHOUSE_DATABASE: store.database,
      PIPELINE_PARTS: 'refine',
      REFINE_STATE_DIR: stateDir,
      MAJOR_TICKERS: 'all',
      OPS_PORT: '0',
      LOG_LEVEL: 'error',
    };
    const first = await startRefine(bus, environment, 'one');
    // Refine writes its state file after ten seconds.
    await sleep(15_000);
    await first.kill();
    const again = await startRefine(bus, environment, 'two');
    await again.kill();
    await store.close();
    const promised = again.servedAfterMs <= servesWithinMs && again.residentBytes <= residentBytesMax ? 'kept' : 'NOT kept';
    const note =
      `${usualRecords} records; without its file ${seconds(first.servedAfterMs)}, ${megabytes(first.residentBytes)}; restart ${seconds(again.servedAfterMs)}, ` +
      `${megabytes(again.residentBytes)} (promise of ${seconds(servesWithinMs)} and ${megabytes(residentBytesMax)} ${promised}); ceiling: the log received and not looked at`;
    return { refine_start: { value: again.servedAfterMs, ceiling: bareMs, ratio: again.servedAfterMs / bareMs, unit: 'ms', note } };
  } finally {
    await bus.close();
    await Promise.all([nats.stop(), clickhouse.stop(), rm(stateDir, { recursive: true, force: true })]);
  }
}
