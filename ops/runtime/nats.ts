/** The connection to NATS: reconnects for ever, never buffers without bound, says so when it is gone. */
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { jetstream, jetstreamManager, type JetStreamClient, type JetStreamManager } from '@nats-io/jetstream';
import type { Config } from '#schemas/config.ts';
import type { Logger } from './log.ts';

export interface Bus {
  readonly connection: NatsConnection;
  readonly js: JetStreamClient;
  readonly jsm: JetStreamManager;
  readonly isConnected: () => boolean;
  readonly close: () => Promise<void>;
}

export async function openBus(config: Pick<Config, 'NATS_URL' | 'NATS_USER' | 'NATS_PASSWORD'>, name: string, log: Logger): Promise<Bus> {
  const connection = await connect({
    servers: config.NATS_URL,
    name,
    ...(config.NATS_USER !== '' && { user: config.NATS_USER, pass: config.NATS_PASSWORD }),
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    reconnectJitter: 250,
    waitOnFirstConnect: true,
    pingInterval: 5_000,
    maxPingOut: 2,
    timeout: 5_000,
  });
  let connected = true;
  void (async () => {
    for await (const status of connection.status()) {
      if (status.type === 'disconnect') connected = false;
      if (status.type === 'reconnect') connected = true;
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
      // A drain waits for the server; one that is gone must not hold up the stop.
      await Promise.race([connection.drain(), new Promise((resolve) => setTimeout(resolve, 2_000).unref())]).catch(() => undefined);
      await connection.close().catch(() => undefined);
    },
  };
}
