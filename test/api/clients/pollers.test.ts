import { afterAll, expect, onTestFinished, test } from 'vitest';
import { call, spawnApiOn, type ApiChild } from '#test/support/api.ts';
import { clientKinds, findPython, noPython, startClientPoller } from '#test/support/client-pollers.ts';
import { freePort } from '#test/support/process.ts';
import { dropRecord, rowRecord } from '#test/support/records.ts';
import { sharedGround } from '#test/support/shared-servers.ts';
import { until } from '#test/support/until.ts';

let api: ApiChild;
const publishedAt = new Date().toISOString();

const ground = await sharedGround();
const port = String(await freePort());
const start = () => spawnApiOn(ground, { API_PORT: port, API_TAIL_BYTES: '1000000' });
api = await start();
const { key } = await ground.account('pro', { perMinute: 1_000_000, perDay: 100_000_000 });
await until('the key to work', async () => (await call(`${api.url}/api/news/`, { key })).status === 200);
afterAll(() => api.stop());

/** Suffix of the test name when the Python client is left out. */
const withoutPython = findPython() === null ? ` (${noPython})` : '';

test(`pollers and stream readers of every client handle each row once and in order, while they and the service are killed and started again${withoutPython}`, async () => {
  await ground.append([rowRecord('first', { publishedAt })]);
  const pollers = clientKinds().map((kind) => ({ kind, poller: startClientPoller(kind, { url: api.url, key }) }));
  onTestFinished(async () => void (await Promise.all(pollers.map(({ poller }) => poller.stop()))));
  for (const { kind, poller } of pollers) await until(`${kind} to begin`, () => poller.uids().length > 0);
  const rows = Array.from({ length: 1_200 }, (_, index) => rowRecord(`row ${index}`, { relevance: 1 + (index % 10), publishedAt }));
  for (let from = 0; from < rows.length; from += 100) {
    const batch = rows.slice(from, from + 100).flatMap((row, index) => (index % 5 === 0 ? [row, dropRecord(`drop ${from + index}`)] : [row]));
    await ground.append(batch);
    if (from % 300 === 0) await Promise.all(pollers.map(({ poller }) => poller.kill()));
    if (from % 600 === 300) {
      await api.kill();
      api = await start();
    }
  }
  const expected = [rowRecord('first', { publishedAt }), ...rows].map(({ uid }) => uid);
  for (const { kind, poller } of pollers) {
    await until(`${kind} to have handled all`, () => poller.uids().length >= expected.length, 60_000).catch(() => undefined);
    expect(await poller.stop(), poller.troubles()).toBe(0);
    expect(poller.uids(), `${kind}: ${poller.troubles()}`).toEqual(expected);
  }
}, 180_000);
