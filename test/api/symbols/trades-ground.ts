/** An API for the tests of a symbol's trades and earnings: trades of several tickers, some of which are of one company. */
import type { Api } from '#api/main.ts';
import type { FeedRecord } from '#schemas/feed-log.ts';
import { call, type Answer, type Ground } from '#test/support/api.ts';
import { sharedApi, sharedGround } from '#test/support/shared-servers.ts';
import { until } from '#test/support/until.ts';
import { symbolEntry } from '#test/support/symbols.ts';

/** ACME and its class B share a filer; OLD became ACME; QUIET has no trades or earnings; COIN is only a coin; FIRST has only what a test adds. */
const symbols = [
  symbolEntry('ACME', { cik: '0000320193' }),
  symbolEntry('ACME-B', { cik: '0000320193' }),
  symbolEntry('OLD', { status: 'delisted', renamed_to: 'ACME' }),
  symbolEntry('QUIET', { cik: '0000000042' }),
  symbolEntry('COIN-USD', { asset_type: 'Crypto' }),
  symbolEntry('FIRST'),
];

export interface TradesGround {
  readonly ground: Ground;
  readonly api: Api;
  /** The key of a free account. */
  readonly key: string;
  readonly get: <T>(path: string) => Promise<Answer<T>>;
}

/** An API that has read the log of these records to its end. */
export async function tradesGround(records: readonly FeedRecord[], nowMs: () => number): Promise<TradesGround> {
  const ground = await sharedGround();
  await ground.putSymbols(symbols);
  await ground.append(records);
  const { key } = await ground.account('free', { perMinute: 100_000, perDay: 1_000_000 });
  const api = await sharedApi(ground, {}, nowMs);
  await until('the key', async () => (await call(`${api.url}/api/news/`, { key })).status === 200);
  return { ground, api, key, get: (path) => call(`${api.url}${path}`, { key }) };
}
