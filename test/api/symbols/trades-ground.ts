/** Ground for the tests of a symbol's trades and earnings: an API over trades of several tickers, with a directory that bridges some. */
import { afterAll, beforeAll } from 'vitest';
import type { Api } from '#api/main.ts';
import type { FeedRecord } from '#schemas/feed-log.ts';
import { call, startApiOn, startGround, type Answer, type Ground } from '#test/support/api.ts';
import { until } from '#test/support/until.ts';
import { symbolEntry } from '#test/support/symbols.ts';

/** ACME and its class B share a filer; OLD became ACME; QUIET has no trades or earnings; COIN is a coin only; FIRST has nothing but what a test gives it. */
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

/** Ground for one test file, started before its tests and stopped after them; `api` has read the log to its end. */
export function tradesGround(records: readonly FeedRecord[], nowMs: () => number): TradesGround {
  const made: { ground?: Ground; api?: Api; key?: string } = {};
  const part = <K extends keyof typeof made>(name: K): NonNullable<(typeof made)[K]> => {
    if (made[name] === undefined) throw new Error('the ground is not there yet');
    return made[name];
  };
  beforeAll(async () => {
    made.ground = await startGround();
    await made.ground.putSymbols(symbols);
    await made.ground.append(records);
    made.key = (await made.ground.account('free', { perMinute: 100_000, perDay: 1_000_000 })).key;
    made.api = await startApiOn(made.ground, {}, nowMs);
    await until('the key', async () => (await call(`${made.api!.url}/api/news/`, { key: made.key! })).status === 200);
  });
  afterAll(async () => {
    await made.api?.stop();
    await made.ground?.stop();
  });
  return {
    get ground() {
      return part('ground');
    },
    get api() {
      return part('api');
    },
    get key() {
      return part('key');
    },
    get: (path) => call(`${part('api').url}${path}`, { key: part('key') }),
  };
}
