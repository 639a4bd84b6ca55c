/** Changes the wall clock while the API runs: cache lifetimes do not depend on it. A search stays cached for its minute. */
import { afterAll, beforeEach, expect, test } from 'vitest';
import { startApi } from '#api/main.ts';
import { call, configOn } from '#test/support/api.ts';
import { testLog } from '#test/support/log.ts';
import { rowRecord } from '#test/support/records.ts';
import { sharedGround } from '#test/support/shared-servers.ts';
import { until } from '#test/support/until.ts';
import type { List } from './list-ground.ts';

const hourMs = 3_600_000;

let wallMs = Date.now();
let steadyMs = 1_000_000_000;
let rows = 0;

beforeEach(() => {
  // At noon an hour later is still the same day.
  wallMs = Math.floor(Date.now() / (24 * hourMs)) * 24 * hourMs + 12 * hourMs;
});

const newest = async (): Promise<string | null> => {
  const { status, body } = await call<List>(`${api.url}/api/news/search/?q=title&sort=published&page_size=1`, { key });
  return status === 200 ? (body.results[0]?.original.title ?? '') : null;
};
const arrive = async (): Promise<string> => {
  rows += 1;
  await ground.append([rowRecord(`row ${rows}`, { publishedAt: new Date(Date.now() + rows * 1_000).toISOString() })]);
  return `Title of row ${rows}`;
};

const ground = await sharedGround();
const key = (await ground.account('pro', { perMinute: 100_000, perDay: 1_000_000 })).key;
await arrive();
const api = await startApi(configOn(ground, { ARCHIVE_DAYS: '10000' }), { log: testLog, nowMs: () => wallMs, steadyMs: () => steadyMs });
afterAll(() => api.stop());

test('a page expires after its minute when the clock is set a year back', async () => {
  steadyMs += 61_000;
  await until('an answer', newest);
  wallMs -= 365 * 24 * hourMs;
  // After the change the archive begins on another day, so this is another page.
  await until('an answer', newest);
  const title = await arrive();
  steadyMs += 61_000;
  await until('the new row', async () => (await newest()) === title);
});

test('a fresh page still answers after the clock is set an hour ahead', async () => {
  const title = await arrive();
  await until('the row', async () => {
    steadyMs += 61_000;
    return (await newest()) === title;
  });
  wallMs += hourMs;
  await arrive();
  expect(await newest()).toBe(title);
});
