/**
 * Measures how long a small statement takes through the embedded host over HTTP. Ceiling: chdb in this process runs the same statement.
 */
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { drainPending, Session } from 'chdb';
import { endProcess, startEmbedded, type EmbeddedProcess } from '../../embedded/start.ts';
import { benchFolder, inTurns, measurement, median, quantile, timeOf, type Measurements } from './measure.ts';

const statements = 400;
const warmUp = 8;
const requestTimeoutMs = 20_000;

function askHost({ url, user, password }: EmbeddedProcess, agent: Agent, number: number): Promise<void> {
  const headers = { 'X-ClickHouse-User': user, 'X-ClickHouse-Key': password };
  return new Promise((resolve, reject) => {
    const address = `${url}/?default_format=JSONEachRow&max_execution_time=20&param_n=${number}&param_s=row${number}`;
    const sent = request(address, { method: 'POST', agent, headers, timeout: requestTimeoutMs }, (response) => {
      response.resume().once('end', () => (response.statusCode === 200 ? resolve() : reject(new Error(`the host answered ${response.statusCode}`))));
    });
    sent.once('timeout', () => sent.destroy(new Error(`the host did not answer within ${requestTimeoutMs} ms`)));
    sent.once('error', reject);
    sent.end('SELECT {n:UInt32} AS n, {s:String} AS s');
  });
}

export async function benchHost(): Promise<Measurements> {
  const folder = await benchFolder();
  const host = await startEmbedded({ dataDir: join(folder, 'host'), port: 0, sessions: 1, env: { LOG_LEVEL: 'warn' } });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const session = new Session(join(folder, 'bare'), { connectionArgs: ['--output_format_parallel_formatting=0'] });
  try {
    const works = {
      own: (turn: number) => timeOf(() => askHost(host, agent, turn)),
      bare: (turn: number) => timeOf(() => session.queryAsync(`SELECT ${turn} AS n, 'row${turn}' AS s`, { format: 'JSONEachRow' })),
    };
    const { own, bare } = await inTurns(statements, works, warmUp);
    const note = `p50; p99 ${quantile(own, 0.99).toFixed(1)} beside ${quantile(bare, 0.99).toFixed(1)}; ceiling: the engine in this process`;
    return { host_statement: measurement(median(own), median(bare), 'ms', note) };
  } finally {
    agent.destroy();
    session.close();
    await drainPending();
    await endProcess(host.child, 'SIGTERM');
  }
}
