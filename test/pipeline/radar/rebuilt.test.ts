/** A producer goes on from minute to minute while the tables are rebuilt from a log that was cut and has grown again. */
import { expect, test } from 'vitest';
import { storeGenerations } from '#clickhouse/generations.ts';
import { minutesAfter, rankedTickers } from '#clickhouse/radar.ts';
import type { Store } from '#clickhouse/store.ts';
import type { Bus } from '#ops/nats/nats.ts';
import { articleRow, hourMs, radarRows } from '#test/support/radar.ts';
import { producerOn, wholeMinute } from '#test/support/radar-ground.ts';
import { insertRecords } from '#clickhouse/insert-records.ts';
import { sharedClickHouse } from '#test/support/shared-servers.ts';
import { numbered, sharedStore } from '../../clickhouse/fresh-store.ts';

const endMs = wholeMinute(Date.now());
const minuteMs = 60_000;
const server = await sharedClickHouse();
const stores = { lost: await sharedStore(server.url), grown: await sharedStore(server.url) };

test('articles that the tables lost no longer count, and those that took their place do', async () => {
  const common = radarRows(endMs);
  const about = (ticker: string) =>
    Array.from({ length: 8 }, (_, at) => articleRow({ name: `${ticker} ${at}`, tickers: [ticker], atMs: endMs - hourMs }));
  const { lost, grown } = stores;
  await insertRecords(lost, numbered([...common, ...about('GONE')]));
  await insertRecords(grown, numbered([...common, ...about('CAME')]));
  await storeGenerations(lost, [{ id: 1, afterSeq: 0 }]);
  await storeGenerations(grown, [
    { id: 1, afterSeq: 0 },
    { id: 2, afterSeq: common.length },
  ]);
  const info = async () => ({ state: { messages: 1, first_seq: 1, last_seq: common.length + 8 } });
  const bus = { jsm: { streams: { info } } } as unknown as Bus;
  let store = lost;
  const query: Store['query'] = (...asked) => store.query(...asked);
  const insert: Store['insert'] = (...asked) => store.insert(...asked);
  const producer = producerOn({ bus, store: { ...lost, query, insert } }, () => endMs + 3_000);
  const tickersAt = async (asOfMs: number): Promise<readonly string[]> => {
    await producer.make(asOfMs, new AbortController().signal);
    const made = (await minutesAfter(store, asOfMs - 1)).find(({ window }) => window === '24h');
    return (await rankedTickers(store, made!.snapshotId!)).map(({ ticker }) => ticker).filter((ticker) => /^(GONE|CAME)$/.test(ticker));
  };
  expect(await tickersAt(endMs)).toEqual(['GONE']);
  store = grown;
  expect(await tickersAt(endMs + minuteMs)).toEqual(['CAME']);
});
