/** A nats-server with JetStream of the test's own. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { programPath, startServer, type RunningServer } from './process.ts';

export interface NatsServer extends RunningServer {
  readonly url: string;
}

export async function startNats(): Promise<NatsServer> {
  const server = await startServer((port, dataDir) => {
    const configFile = join(dataDir, 'nats.conf');
    writeFileSync(configFile, `listen: "127.0.0.1:${port}"\njetstream { store_dir: "${dataDir}/store" }\n`);
    return [programPath('nats-server'), ['-c', configFile]];
  });
  return { ...server, url: `nats://127.0.0.1:${server.port}` };
}
