/** The shipped balancer with other ports and servers, as a process of the test's own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, programPath, waitForPort } from '#test/support/process.ts';
import { readDeployed } from './compose.ts';

/** null: not installed (Debian's package haproxy has it). */
export const haproxyPath = ((): string | null => {
  try {
    return programPath('haproxy');
  } catch {
    return null;
  }
})();

export interface Balancer {
  /** Returns the port that the balancer listens on instead of the shipped one. */
  readonly portOf: (shipped: number) => number;
  readonly stop: () => Promise<void>;
}

const shippedPorts = [8000, 8100, 18123, 16379, 8404];

/** Starts the balancer; `servers` are the lines of each backend. */
export async function startBalancer(
  servers: Readonly<Record<'api' | 'tools' | 'clickhouse' | 'redis', readonly string[]>>,
  redisPassword: string,
): Promise<Balancer> {
  const dir = mkdtempSync(join(tmpdir(), 'tickerwire-haproxy-'));
  const ports = new Map<number, number>();
  let common = readDeployed('haproxy/common.cfg');
  for (const port of shippedPorts) {
    ports.set(port, await freePort());
    common = common.replace(new RegExp(`:${port}"`), `:${ports.get(port)}"`);
  }
  const kinds = { api: 'processes', tools: 'processes', clickhouse: 'tables', redis: 'counters' } as const;
  const backends = Object.entries(kinds).map(
    ([name, kind]) => `backend ${name} from ${kind}\n${servers[name as keyof typeof kinds].map((line) => `  server ${line}\n`).join('')}`,
  );
  writeFileSync(join(dir, 'common.cfg'), common);
  writeFileSync(join(dir, 'servers.cfg'), backends.join('\n'));
  const child = spawn(haproxyPath!, ['-db', '-f', join(dir, 'common.cfg'), '-f', join(dir, 'servers.cfg')], {
    env: { REDIS_PASSWORD: redisPassword },
    stdio: 'ignore',
  });
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`haproxy ended with ${String(code)}`)));
  ended.catch(() => undefined);
  await Promise.race([waitForPort(ports.get(8404)!), ended]);
  return {
    portOf: (shipped) => ports.get(shipped)!,
    stop: async () => {
      child.kill('SIGTERM');
      await ended.catch(() => undefined);
      process.removeListener('exit', kill);
      rmSync(dir, { recursive: true });
    },
  };
}
