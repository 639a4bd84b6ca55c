/** The connection to NATS. It reconnects without a limit and logs when it is lost. */
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { jetstream, jetstreamManager, type JetStreamClient, type JetStreamManager } from '@nats-io/jetstream';
import type { Config } from '#schemas/config.ts';
import { ControlPlaneError } from '#schemas/control-plane.ts';
import type { Logger } from '../process/log.ts';
import { withTimeout } from '../process/with-timeout.ts';

const drainTimeoutMs = 2_000;

export interface Bus {
  readonly connection: NatsConnection;
  readonly js: JetStreamClient;
  readonly jsm: JetStreamManager;
  readonly isConnected: () => boolean;
  readonly close: () => Promise<void>;
}

type BusConfig = Pick<Config, 'NATS_URL' | 'NATS_USER' | 'NATS_PASSWORD' | 'NATS_INBOX_PREFIX'>;

const withoutLogin = (url: string): string => url.replace(/\/\/[^@/]*@/, '//');

export const shownServers = ({ NATS_URL }: Pick<Config, 'NATS_URL'>): string => NATS_URL.map(withoutLogin).join(', ');

const refusalOf = (config: BusConfig, { message }: Error): ControlPlaneError =>
  new ControlPlaneError(
    `NATS at ${shownServers(config)} refuses the connection (${message}): check NATS_URL and its login (NATS_USER, NATS_PASSWORD)`,
  );

/**
 * Connects to NATS, and waits without a limit for a server that does not answer. Throws a ControlPlaneError when the server refuses the
 * login. When it refuses the login again after a reconnect, the process ends with that error as an unhandled rejection.
 */
export async function openBus(config: BusConfig, name: string, log: Logger): Promise<Bus> {
  const connection = await connect({
    servers: config.NATS_URL.map(withoutLogin),
    name,
    inboxPrefix: config.NATS_INBOX_PREFIX,
    ...loginOf(config),
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    reconnectJitter: 250,
    waitOnFirstConnect: true,
    pingInterval: 5_000,
    maxPingOut: 2,
    timeout: 5_000,
  }).catch((error: Error) => {
    throw refusalOf(config, error);
  });
  // The client closes the connection permanently after a second refused login. A process without NATS must be restarted.
  void connection.closed().then((error) => {
    if (error instanceof Error) throw refusalOf(config, error);
  });
  let connected = true;
  void (async () => {
    for await (const status of connection.status()) {
      if (status.type === 'disconnect') connected = false;
      if (status.type === 'reconnect') connected = true;
      if (status.type === 'error') log.warn({ reason: status.error.message }, 'nats.refused');
      if (status.type === 'disconnect' || status.type === 'reconnect') log.warn({ server: status.server }, `nats.${status.type}ed`);
    }
  })();
  const [js, jsm] = [jetstream(connection, { timeout: 5_000 }), await jetstreamManager(connection, { timeout: 5_000, checkAPI: false })];
  return {
    connection,
    js,
    jsm,
    isConnected: () => connected && !connection.isClosed(),
    close: async () => {
      await withTimeout(drainTimeoutMs, connection.drain()).catch(() => undefined);
      await connection.close().catch(() => undefined);
    },
  };
}

/** Returns the configured user and password, or those in the URL, which the client does not read itself. */
function loginOf({ NATS_URL, NATS_USER, NATS_PASSWORD }: BusConfig): { user?: string; pass?: string } {
  if (NATS_USER !== '') return { user: NATS_USER, pass: NATS_PASSWORD };
  const [, user, pass = ''] = /\/\/([^:@/]+)(?::([^@/]*))?@/.exec(NATS_URL[0] ?? '') ?? [];
  return user === undefined ? {} : { user: decodeURIComponent(user), pass: decodeURIComponent(pass) };
}
