/**
 * Measures 5,000 streams of the feed on one API process: its resident memory, and the time from the publication of a row until every stream
 * has it, while five rows per second arrive. Ceilings are the goals. Linux only, because memory is read from /proc.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawnApiOn, startGround, type Ground, type TestAccount } from '#test/support/api.ts';
import { rowRecord } from '#test/support/records.ts';
import { until } from '#test/support/until.ts';
import { authorized } from './http.ts';
import { measurement, median, quantile, type Measurements } from './measure.ts';
import { cpuMsOf } from './proc.ts';

const streamsCount = 5_000;
const openedAtOnce = 50;
const rowsCount = 100;
const rowEveryMs = 200;
const megabytesMax = 1_000;
const waitMsMax = 1_000;
const eventStart = 'event: news\n';
const atEveryReaderMs = 60_000;

const peakMegabytes = (pid: number): number => Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1_024;

interface Crowd {
  readonly sockets: readonly Socket[];
  /** Number of readers that have the nth row, from 0. */
  readonly readersOf: number[];
  /** Time at which the last reader got the nth row, by performance.now(). */
  readonly atAllMs: number[];
}

/** Opens the streams. Each begins with the newest row, which is row 0. */
async function openCrowd(url: string, headers: Readonly<Record<string, string>>): Promise<Crowd> {
  const { hostname, port } = new URL(url);
  const request = `GET /api/news/stream/?min_relevance=1 HTTP/1.1\r\nHost: ${hostname}\r\n${Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`; // prettier-ignore
  const crowd = { sockets: [] as Socket[], readersOf: [] as number[], atAllMs: [] as number[] };
  const openOne = async (): Promise<void> => {
    const socket = connect(Number(port), hostname);
    crowd.sockets.push(socket);
    let [rows, rest] = [0, ''];
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      const text = rest + chunk;
      for (let at = text.indexOf(eventStart); at >= 0; at = text.indexOf(eventStart, at + 1)) {
        crowd.readersOf[rows] = (crowd.readersOf[rows] ?? 0) + 1;
        if (crowd.readersOf[rows] === streamsCount) crowd.atAllMs[rows] = performance.now();
        rows += 1;
      }
      // An event name may begin in one chunk and end in the next.
      rest = text.slice(1 - eventStart.length);
    });
    socket.write(request);
    const [head] = (await once(socket, 'data')) as [string];
    if (!head.startsWith('HTTP/1.1 200')) throw new Error(head.slice(0, 200));
  };
  for (let left = streamsCount; left > 0; left -= openedAtOnce) await Promise.all(Array.from({ length: Math.min(left, openedAtOnce) }, openOne));
  return crowd;
}

/** Publishes the rows. Returns for each the ms from its publication until every reader had it. */
async function waitsOf(ground: Ground, { atAllMs }: Crowd): Promise<number[]> {
  const publishedAt = new Date().toISOString();
  const publishedAtMs: number[] = [];
  const startedAtMs = performance.now();
  for (let row = 1; row <= rowsCount; row += 1) {
    await sleep(Math.max(0, startedAtMs + row * rowEveryMs - performance.now()));
    publishedAtMs.push(performance.now());
    await ground.append([rowRecord(`streamed ${row}`, { publishedAt })], { stored: false });
  }
  await until('the last row at every reader', () => atAllMs[rowsCount] !== undefined, atEveryReaderMs);
  return publishedAtMs.map((ms, at) => atAllMs[at + 1]! - ms);
}

export async function benchStreams(): Promise<Measurements> {
  const ground = await startGround();
  try {
    await ground.append([rowRecord('first', { publishedAt: new Date().toISOString() })]);
    const account: TestAccount = await ground.account('pro', { perMinute: 1e6, perDay: 1e8 });
    const api = await spawnApiOn(ground, { API_CONNECTIONS_PER_ADDRESS: '0' });
    await until('the key', async () => (await fetch(`${api.url}/api/usage/`, { headers: authorized(account) })).status === 200);
    const crowd = await openCrowd(api.url, authorized(account));
    await until('the first row at every reader', () => crowd.atAllMs[0] !== undefined, atEveryReaderMs);
    const startedMs = cpuMsOf(api.pid);
    const waits = await waitsOf(ground, crowd);
    const rowMs = (cpuMsOf(api.pid) - startedMs) / rowsCount;
    const megabytes = peakMegabytes(api.pid);
    for (const socket of crowd.sockets) socket.destroy();
    await api.stop();
    const of = `${streamsCount} streams, ${1_000 / rowEveryMs} rows/s`;
    return {
      stream_memory: measurement(megabytes, megabytesMax, 'MB', `largest resident memory of the API process: ${of}; ceiling: what is allowed`),
      stream_wait: measurement(Math.max(...waits), waitMsMax, 'ms', `from a row's publication until every stream has it, the longest of ${rowsCount} rows; median ${median(waits).toFixed(0)}, p99 ${quantile(waits, 0.99).toFixed(0)}; a row takes ${rowMs.toFixed(0)} ms of the API's core: ${of}; ceiling: what is allowed`),
    }; // prettier-ignore
  } finally {
    await ground.stop();
  }
}
