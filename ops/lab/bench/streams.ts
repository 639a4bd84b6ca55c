/**
 * Measures many streams of the feed on one API process: resident memory of a stream, and the time from a row's publication until every
 * stream has it. Ceiling, in turns in the same run: open answers of a bare node:http server that writes the same bytes.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { spawnApiOn, startGround, type TestAccount } from '#test/support/api.ts';
import { rowRecord } from '#test/support/records.ts';
import { until } from '#test/support/until.ts';
import { authorized } from './http.ts';
import { median, type Measurements } from './measure.ts';

const streamsCount = 1_000;
/** Opened and measured from: what a process allocates once is not a stream's. */
const warmingCount = 100;
const openedAtOnce = 50;
const rounds = 15;
const settleMs = 3_000;

const residentBytes = (pid: number): number => Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1_024;

/** Readers that look for one text at a time. */
interface Crowd {
  readonly open: (count: number) => Promise<void>;
  /** Returns the ms from the call until every reader has read `text`, which `tell` publishes. */
  readonly wait: (text: string, tell: () => unknown) => Promise<number>;
  readonly close: () => void;
}

function createCrowd(url: string, headers: Readonly<Record<string, string>>): Crowd {
  const { hostname, port } = new URL(url);
  const request = `GET /api/news/stream/?min_relevance=1 HTTP/1.1\r\nHost: ${hostname}\r\n${Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`; // prettier-ignore
  const sockets: Socket[] = [];
  let wanted = '\n\n';
  let heard: (socket: Socket) => void = () => undefined;
  const openOne = async (): Promise<void> => {
    const socket = connect(Number(port), hostname);
    sockets.push(socket);
    let text = '';
    let sought = wanted;
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      if (sought !== wanted) [sought, text] = [wanted, ''];
      text = (text + chunk).slice(-20_000);
      if (text.includes(sought)) heard(socket);
    });
    socket.write(request);
    await new Promise<void>((resolve, reject) => {
      socket.once('data', (chunk: string) => (chunk.startsWith('HTTP/1.1 200') ? resolve() : reject(new Error(chunk.slice(0, 200)))));
      socket.once('error', reject);
    });
  };
  return {
    open: async (count) => {
      for (let left = count; left > 0; left -= openedAtOnce) await Promise.all(Array.from({ length: Math.min(left, openedAtOnce) }, openOne));
    },
    wait: (text, tell) => {
      const missing = new Set(sockets);
      wanted = text;
      const startedAtMs = performance.now();
      return new Promise((resolve) => {
        heard = (socket) => {
          missing.delete(socket);
          if (missing.size === 0) resolve(performance.now() - startedAtMs);
        };
        tell();
      });
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

interface Served {
  readonly url: string;
  readonly pid: number;
  readonly publish: (text: string) => unknown;
  readonly stop: () => Promise<unknown>;
}

async function serveBare(): Promise<Served> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('bare-streams.ts', import.meta.url))], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const filler = JSON.stringify(rowRecord('filler').item);
  return {
    ...(JSON.parse(line) as { readonly url: string }),
    pid: child.pid!,
    publish: (text) => child.stdin.write(`${filler}${text}\n`),
    stop: async () => child.kill('SIGKILL'),
  };
}

interface Measured {
  readonly bytes: number;
  readonly wait: (text: string) => Promise<number>;
  readonly close: () => void;
}

async function measure({ url, pid, publish }: Served, account: TestAccount): Promise<Measured> {
  const crowd = createCrowd(url, authorized(account));
  await crowd.open(warmingCount);
  await sleep(settleMs);
  const before = residentBytes(pid);
  await crowd.open(streamsCount);
  await sleep(settleMs);
  return {
    bytes: (residentBytes(pid) - before) / streamsCount,
    wait: (text) => crowd.wait(text, () => publish(text)),
    close: crowd.close,
  };
}

/** Runs on Linux only: a process's memory is read from /proc. */
export async function benchStreams(): Promise<Measurements> {
  const ground = await startGround();
  const publishedAt = new Date().toISOString();
  try {
    await ground.append([rowRecord('first', { publishedAt })]);
    const account = await ground.account('pro', { perMinute: 1e6, perDay: 1e8 });
    const [api, bare] = [await spawnApiOn(ground, { API_CONNECTIONS_PER_ADDRESS: '0' }), await serveBare()];
    await until('the key', async () => (await fetch(`${api.url}/api/usage/`, { headers: authorized(account) })).status === 200);
    const publish = (text: string): Promise<number> => ground.append([rowRecord(text, { publishedAt })], { stored: false });
    const [own, ceiling] = [await measure({ ...api, publish }, account), await measure(bare, account)];
    const [ownMs, ceilingMs]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      ownMs.push(await own.wait(`stream-${round}-row`));
      ceilingMs.push(await ceiling.wait(`bare-${round}-row`));
    }
    for (const each of [own, ceiling]) each.close();
    await Promise.all([api.stop(), bare.stop()]);
    const kilobytes = { value: own.bytes / 1_024, ceiling: ceiling.bytes / 1_024 };
    const ms = { value: median(ownMs), ceiling: median(ceilingMs) };
    const streams = `${streamsCount + warmingCount} streams`;
    return {
      stream_memory: { ...kilobytes, ratio: kilobytes.value / kilobytes.ceiling, unit: 'KB', note: `resident memory of each of ${streams}; ceiling: an open answer of bare node:http` },
      stream_wait: { ...ms, ratio: ms.value / ms.ceiling, unit: 'ms', note: `from the publication of a row until each of ${streams} has it, median of ${rounds}; ceiling: bare node:http writes the same to as many` },
    }; // prettier-ignore
  } finally {
    await ground.stop();
  }
}
