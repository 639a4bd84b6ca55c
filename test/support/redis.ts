/** Starts a redis-server with a password and without persistence. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePassword } from '#ops/process/secret.ts';
import { programPath, startServer, type RunningServer } from './process.ts';

export interface RedisServer extends RunningServer {
  /** The URL with the password. */
  readonly url: string;
  readonly password: string;
}

export async function startRedis(): Promise<RedisServer> {
  const password = makePassword();
  const server = await startServer((port, dataDir) => {
    const configFile = join(dataDir, 'redis.conf');
    writeFileSync(configFile, `port ${port}\nbind 127.0.0.1\ndir ${dataDir}\nsave ""\nappendonly no\nrequirepass ${password}\n`, { mode: 0o600 });
    return [programPath('redis-server'), [configFile]];
  });
  return { ...server, password, url: `redis://:${password}@127.0.0.1:${server.port}` };
}
