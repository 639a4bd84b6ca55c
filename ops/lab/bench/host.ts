/**
 * Measures what the embedded host adds to a small statement with parameters: the host over HTTP and the engine in this process, in turns.
 */
import { Agent, request } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drainPending, Session } from 'chdb';
import { endProcess, startEmbedded, type EmbeddedProcess } from '../../embedded/start.ts';
import { quantile, type Measurements } from './measure.ts';

const asked = 400;
const atOnce = 8;
const requestTimeoutMs = 20_000;

type Ask = (number: number) => Promise<unknown>;

function askHost({ url, user, password }: EmbeddedProcess, agent: Agent): Ask {
  const headers = { 'X-ClickHouse-User': user, 'X-ClickHouse-Key': password };
  return (number) =>
    new Promise((resolve, reject) => {
      const address = `${url}/?default_format=JSONEachRow&max_execution_time=20&param_n=${number}&param_s=row${number}`;
      const sent = request(address, { method: 'POST', agent, headers, timeout: requestTimeoutMs }, (response) => {
        response
          .resume()
          .once('end', () => (response.statusCode === 200 ? resolve(null) : reject(new Error(`the host answered ${response.statusCode}`))));
      });
      sent.once('timeout', () => sent.destroy(new Error(`the host did not answer within ${requestTimeoutMs} ms`)));
      sent.once('error', reject);
      sent.end('SELECT {n:UInt32} AS n, {s:String} AS s');
    });
}

const askEngine =
  (sessions: readonly Session[]): Ask =>
  (number) =>
    sessions[number % sessions.length]!.queryAsync(`SELECT ${number} AS n, 'row${number}' AS s`, { format: 'JSONEachRow' });

async function timeOf(ask: Ask, number: number): Promise<number> {
  const startedAtMs = performance.now();
  await ask(number);
  return performance.now() - startedAtMs;
}

/** Returns statements per second with `atOnce` in flight, each lane on its own session or connection. */
async function rateOf(ask: Ask): Promise<number> {
  const startedAtMs = performance.now();
  const lane = async (first: number): Promise<void> => {
    for (let turn = 0; turn < asked / atOnce; turn += 1) await ask(first + turn * atOnce);
  };
  await Promise.all(Array.from({ length: atOnce }, (_, first) => lane(first)));
  return (asked * 1_000) / (performance.now() - startedAtMs);
}

export async function benchHost(): Promise<Measurements> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-host-'));
  const host = await startEmbedded({ dataDir: join(folder, 'host'), port: 0, sessions: atOnce, env: { LOG_LEVEL: 'warn' } });
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const connectionArgs = ['--output_format_parallel_formatting=0'];
  const sessions = Array.from({ length: atOnce }, () => new Session(join(folder, 'bare'), { connectionArgs }));
  try {
    const [hosted, bare] = [askHost(host, agent), askEngine(sessions)];
    const [hostMs, bareMs]: [number[], number[]] = [[], []];
    for (let turn = -atOnce; turn < asked; turn += 1) {
      const [one, other] = [await timeOf(hosted, turn + atOnce), await timeOf(bare, turn + atOnce)];
      if (turn < 0) continue;
      hostMs.push(one);
      bareMs.push(other);
    }
    const rates = [await rateOf(hosted), await rateOf(bare)] as const;
    const [value, ceiling] = [quantile(hostMs, 0.5), quantile(bareMs, 0.5)];
    const note = `p50; p99 ${quantile(hostMs, 0.99).toFixed(1)} beside ${quantile(bareMs, 0.99).toFixed(1)}; ${atOnce} at once ${Math.round(rates[0])}/s beside ${Math.round(rates[1])}/s of the engine, ${(rates[0] / rates[1]).toFixed(2)}; ceiling: the engine in this process`;
    return { host_statement: { value, ceiling, ratio: value / ceiling, unit: 'ms', note } };
  } finally {
    agent.destroy();
    for (const session of sessions) session.close();
    await drainPending();
    await endProcess(host.child, 'SIGTERM');
    await rm(folder, { recursive: true, force: true });
  }
}
