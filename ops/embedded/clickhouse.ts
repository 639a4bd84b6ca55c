/**
 * Serves ClickHouse's HTTP interface with the chdb package, which is the same engine in process. It replaces a server where none is
 * installed, owns one data folder, and prints one JSON line when it is ready.
 *
 *   node ops/embedded/clickhouse.ts --data-dir DIR --port N [--sessions 4]
 *
 * Clients log in with CLICKHOUSE_USER (default) and CLICKHOUSE_PASSWORD; when no password is set, one is created and stored in DIR/password.
 * On SIGTERM it refuses new work, finishes running statements and exits.
 */
import './threads.ts';
import { mkdirSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import pino from 'pino';
import { keepSecretFile, makePassword } from '../process/secret.ts';
import { loopback } from './access.ts';
import { enterSandbox } from './sandbox.ts';
import { createHttpServer } from './server.ts';

const stopWithinMs = 20_000;

const log = pino({ name: 'clickhouse', level: process.env['LOG_LEVEL'] ?? 'info' }, pino.destination(2));

async function main(): Promise<void> {
  const { values: options } = parseArgs({
    options: {
      'data-dir': { type: 'string' },
      port: { type: 'string' },
      sessions: { type: 'string', default: '4' },
    },
  });
  const port = Number(options.port);
  const readSessions = Number(options.sessions);
  if (options['data-dir'] === undefined) throw new Error('--data-dir is missing');
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error('--port must be a port number');
  if (!Number.isInteger(readSessions) || readSessions < 1 || readSessions > 12) throw new Error('--sessions must be 1 to 12');

  const dataDir = resolve(options['data-dir']);
  const spoolDir = join(dataDir, 'spool');
  mkdirSync(dataDir, { recursive: true });
  const sandbox = enterSandbox(dataDir);
  // Imported after the sandbox is set up, because the engine's threads inherit the confinement of the thread that starts them.
  const { openEngine } = await import('./engine.ts');
  const { CLICKHOUSE_USER: user, CLICKHOUSE_PASSWORD: configured } = process.env;
  const engine = await openEngine({ dataDir, readSessions, writeSessions: 2, waitersMax: 1_000 });
  // The engine has locked the data folder, so no other process uses its spool.
  await rm(spoolDir, { recursive: true, force: true });
  await mkdir(spoolDir, { mode: 0o700 });

  const server = createHttpServer({
    ...engine,
    spoolDir,
    credentials: { user: user || 'default', password: configured || keepSecretFile(join(dataDir, 'password'), makePassword) },
    log,
    limits: { statementBytesMax: 64 << 20, insertBytesMax: 1 << 30 },
    connectionsMax: 1_024,
  });
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(port, loopback, listening);
  });

  log.info({ sandbox }, 'engine.started');

  let stopping = false;
  const stop = async (signal: string): Promise<void> => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'engine.stopping');
    setTimeout(() => {
      log.error('engine.stop_timed_out');
      process.exit(1);
    }, stopWithinMs).unref();
    const closed = new Promise((done) => server.close(done));
    // Connections that become idle are kept alive and would delay the exit until their timeout.
    setInterval(() => server.closeIdleConnections(), 20).unref();
    await engine.close();
    await closed;
    log.info('engine.stopped');
    process.exit(0);
  };
  process.on('SIGTERM', (signal) => void stop(signal));
  process.on('SIGINT', (signal) => void stop(signal));

  const bound = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ ready: true, url: `http://${loopback}:${bound.port}`, version: engine.version, pid: process.pid })}\n`);
}

main().catch((error: unknown) => {
  log.fatal({ reason: error instanceof Error ? error.message : String(error) }, 'engine.failed');
  process.exit(1);
});
