import { afterAll, expect, onTestFinished, test } from 'vitest';
import { call, spawnApiOn, type ApiChild } from '#test/support/api.ts';
import { clientKinds, findPython, noPython, startClientPoller } from '#test/support/client-pollers.ts';
import { startPoller } from '#test/support/poller.ts';
import { freePort } from '#test/support/process.ts';
import { dropRecord, rowRecord } from '#test/support/records.ts';
import { sharedGround } from '#test/support/shared-servers.ts';
import { until } from '#test/support/until.ts';

let api: ApiChild;
const publishedAt = new Date().toISOString();

const ground = await sharedGround();
const port = String(await freePort());
// With the smallest tail, most rows are only in the tables when a killed poller continues.
const start = () => spawnApiOn(ground, { API_PORT: port, API_TAIL_BYTES: '1000000' });
api = await start();
const { key } = await ground.account('pro', { perMinute: 1_000_000, perDay: 100_000_000 });
await until('the key to work', async () => (await call(`${api.url}/api/news/`, { key })).status === 200);
afterAll(() => api.stop());

/** Suffix of the test name when the Python client is left out. */
const withoutPython = findPython() === null ? ` (${noPython})` : '';

test(`pollers and stream readers of every client handle each row once and in order, while they and the service are killed and started again${withoutPython}`, async () => {
  const first = rowRecord('first', { tickers: ['RARE'], publishedAt });
  await ground.append([first]);
  const pollers = clientKinds().map((kind) => ({ kind, poller: startClientPoller(kind, { url: api.url, key }) }));
  onTestFinished(async () => void (await Promise.all(pollers.map(({ poller }) => poller.stop()))));
  const rarePoller = startPoller({ api: () => api.url, key, query: '&min_relevance=1&symbol=RARE', pageSize: 5, pauseMs: 20 });
  onTestFinished(() => rarePoller.abandon());
  for (const { kind, poller } of pollers) await until(`${kind} to begin`, () => poller.uids().length > 0);
  await until('the other to begin', () => rarePoller.rows.length > 0);
  const isRare = (index: number): boolean => index % 7 === 0;
  const rows = Array.from({ length: 1_200 }, (_, index) =>
    rowRecord(`row ${index}`, { relevance: 1 + (index % 10), tickers: [isRare(index) ? 'RARE' : 'ACME'], publishedAt }),
  );
  for (let from = 0; from < rows.length; from += 100) {
    const batch = rows.slice(from, from + 100).flatMap((row, index) => (index % 5 === 0 ? [row, dropRecord(`drop ${from + index}`)] : [row]));
    const isKilled = from % 600 === 300;
    const stored = from % 300 !== 0;
    await ground.append(isKilled ? batch.slice(0, 60) : batch, { stored });
    if (from % 300 === 0) await Promise.all(pollers.map(({ poller }) => poller.kill()));
    if (isKilled) {
      await api.kill();
      await until('a poller to tell of it', () => pollers[0]!.poller.troubles() !== '');
      await ground.append(batch.slice(60), { stored });
      api = await start();
    }
  }
  await ground.storeRest();
  const expected = [first, ...rows].map(({ uid }) => uid);
  for (const { kind, poller } of pollers) {
    await until(`${kind} to have handled all`, () => poller.uids().length >= expected.length).catch(() => undefined);
    expect(await poller.stop(), poller.troubles()).toBe(0);
    expect(poller.uids(), `${kind}: ${poller.troubles()}`).toEqual(expected);
  }
  await rarePoller.stop();
  expect(rarePoller.rows.map(({ uid }) => uid)).toEqual([first, ...rows.filter((_, index) => isRare(index))].map(({ uid }) => uid));
}, 600_000);
