/** A redis-server of the test's own, nothing persisted. */
import { programPath, startServer, type RunningServer } from './process.ts';

export interface RedisServer extends RunningServer {
  readonly url: string;
}

export async function startRedis(): Promise<RedisServer> {
  const server = await startServer((port, dataDir) => [
    programPath('redis-server'),
    ['--port', String(port), '--bind', '127.0.0.1', '--dir', dataDir, '--save', '', '--appendonly', 'no'],
  ]);
  return { ...server, url: `redis://127.0.0.1:${server.port}` };
}
