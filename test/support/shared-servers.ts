/** Starts servers that all tests of a file share; they stop after the file's last test, the newest first. */
import { afterAll } from 'vitest';
import type { Api } from '#api/main.ts';
import { openBus, type Bus } from '#ops/nats/nats.ts';
import { readConfig } from '#schemas/config.ts';
import { startApiOn, startGround, type Ground } from './api.ts';
import { startClickHouse, type ClickHouseProcess } from './clickhouse.ts';
import { testLog } from './log.ts';
import { startNats, type NatsServer } from './nats.ts';
import { startRedis, type RedisServer } from './redis.ts';

async function sharing<T extends { readonly stop: () => Promise<unknown> }>(starting: Promise<T>): Promise<T> {
  const started = await starting;
  afterAll(() => started.stop());
  return started;
}

export const sharedNats = (): Promise<NatsServer> => sharing(startNats());
export const sharedRedis = (): Promise<RedisServer> => sharing(startRedis());
export const sharedClickHouse = (): Promise<ClickHouseProcess> => sharing(startClickHouse());
export const sharedGround = (): Promise<Ground> => sharing(startGround());
export const sharedApi = (...on: Parameters<typeof startApiOn>): Promise<Api> => sharing(startApiOn(...on));

/** Returns a connection to a NATS server of this test file. */
export async function sharedBus(): Promise<{ readonly nats: NatsServer; readonly bus: Bus }> {
  const nats = await sharedNats();
  const bus = await openBus(readConfig({ NATS_URL: nats.url }), 'test', testLog);
  afterAll(() => bus.close());
  return { nats, bus };
}
