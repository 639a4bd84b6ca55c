/** Starts servers that all tests of a file share; they stop after the file's last test, the newest first. */
import { afterAll } from 'vitest';
import type { Api } from '#api/main.ts';
import { openBus, type Bus } from '#ops/nats/nats.ts';
import { readConfig } from '#schemas/config.ts';
import type { PlanName } from '#schemas/vocabulary.ts';
import { call, startApiOn, startGround, type Ground } from './api.ts';
import { startClickHouse, type ClickHouseProcess } from './clickhouse.ts';
import { testLog } from './log.ts';
import { startNats, type NatsServer } from './nats.ts';
import { startRedis, type RedisServer } from './redis.ts';
import { until } from './until.ts';

/** Stops what is starting after the file's last test. */
export async function sharing<T extends { readonly stop: () => Promise<unknown> }>(starting: Promise<T>): Promise<T> {
  const started = await starting;
  afterAll(() => started.stop());
  return started;
}

export const sharedNats = (): Promise<NatsServer> => sharing(startNats());
export const sharedRedis = (): Promise<RedisServer> => sharing(startRedis());
export const sharedClickHouse = (): Promise<ClickHouseProcess> => sharing(startClickHouse());
export const sharedGround = (): Promise<Ground> => sharing(startGround());
export const sharedApi = (...on: Parameters<typeof startApiOn>): Promise<Api> => sharing(startApiOn(...on));

type MoreOfApi = Parameters<typeof startApiOn> extends [unknown, ...infer More] ? More : never;

/** Returns an API and a key that it knows, of an account whose quota no test uses up. */
export async function keyedApi(plan: PlanName, ground: Ground, ...more: MoreOfApi): Promise<{ readonly api: Api; readonly key: string }> {
  const { key } = await ground.account(plan, { perMinute: 1_000_000, perDay: 100_000_000 });
  const api = await sharedApi(ground, ...more);
  await until('the key', async () => (await call(`${api.url}/api/usage/`, { key })).status === 200);
  return { api, key };
}

/** Returns a connection to a NATS server of this test file. */
export async function sharedBus(): Promise<{ readonly nats: NatsServer; readonly bus: Bus }> {
  const nats = await sharedNats();
  const bus = await openBus(readConfig({ NATS_URL: nats.url }), 'test', testLog);
  afterAll(() => bus.close());
  return { nats, bus };
}
