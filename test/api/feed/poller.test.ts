import { expect, onTestFinished, test } from 'vitest';
import { spawnApiOn, type ApiChild } from '#test/support/api.ts';
import { startPoller } from '#test/support/poller.ts';
import { dropRecord, rowRecord } from '#test/support/records.ts';
import { until } from '#test/support/until.ts';
import { freePort } from '#test/support/process.ts';
import { sharedGround } from '#test/support/shared-servers.ts';

const publishedAt = new Date().toISOString();

const ground = await sharedGround();

test('a poller sees each matching row once and in order, over the seam of tail and tables, while the API is killed and restarted', async () => {
  const port = String(await freePort());
  // The smallest tail: most rows are only in the tables by the time the poller reads them.
  const start = (): Promise<ApiChild> => spawnApiOn(ground, { API_PORT: port, API_TAIL_BYTES: '1000000' });
  let api = await start();
  const { key } = await ground.account('pro', { perMinute: 1_000_000, perDay: 100_000_000 });
  await ground.append([rowRecord('first', { publishedAt })]);
  await until('the key to work', async () => (await fetch(`${api.url}/api/news/`, { headers: { authorization: `Bearer ${key}` } })).status === 200);
  const pollers = [
    { filter: () => true, poller: startPoller({ api: () => api.url, key, query: '&min_relevance=1', pageSize: 7, pauseMs: 20 }) },
    {
      filter: (index: number) => index % 7 === 0,
      poller: startPoller({ api: () => api.url, key, query: '&min_relevance=1&symbol=RARE', pageSize: 5, pauseMs: 20 }),
    },
  ];
  onTestFinished(() => pollers.forEach(({ poller }) => poller.abandon()));
  await until('the pollers to have begun', () => pollers[0]!.poller.rows.length > 0);
  const rows = Array.from({ length: 1_500 }, (_, index) => ({
    index,
    record: rowRecord(`row ${index}`, { tickers: [index % 7 === 0 ? 'RARE' : 'ACME'], relevance: 1 + (index % 10), publishedAt }),
  }));
  for (let from = 0; from < rows.length; from += 100) {
    const batch = rows.slice(from, from + 100).flatMap(({ index, record }) => (index % 5 === 0 ? [record, dropRecord(`drop ${index}`)] : [record]));
    await ground.append(batch, { stored: from % 300 !== 0 });
    if (from % 500 === 400) {
      await api.kill();
      api = await start();
    }
  }
  await ground.storeRest();
  for (const { filter, poller } of pollers) {
    await poller.stop();
    const expected = rows.filter(({ index }) => filter(index)).map(({ record }) => record.uid);
    expect(poller.rows.map((row) => row.uid).filter((uid) => uid !== rowRecord('first', { publishedAt }).uid)).toEqual(expected);
  }
  await api.stop();
}, 120_000);
