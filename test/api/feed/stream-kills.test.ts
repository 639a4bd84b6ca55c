/** Readers of the stream over kills of API processes: each row comes once and in order, whichever process serves it next. */
import { afterAll, expect, test } from 'vitest';
import { call, spawnApiOn, type ApiChild } from '#test/support/api.ts';
import { dropRecord, rowRecord } from '#test/support/records.ts';
import { sharedGround } from '#test/support/shared-servers.ts';
import { openStream, type StreamReader } from '#test/support/stream-reader.ts';
import { until } from '#test/support/until.ts';

const apis: ApiChild[] = [];
const publishedAt = new Date().toISOString();

afterAll(() => Promise.all(apis.map((api) => api.stop())));

const start = (): Promise<ApiChild> => spawnApiOn(ground, { API_TAIL_BYTES: '1000000' });

const ground = await sharedGround();
const { key } = await ground.account('pro', { perMinute: 1_000_000, perDay: 100_000_000 });
apis.push(...(await Promise.all([start(), start()])));
for (const { url } of apis) await until('the key', async () => (await call(`${url}/api/usage/`, { key })).status === 200);

/** Reads on one process after another, each from the last id of the one before. */
function createFollower(query: string) {
  const readers: StreamReader[] = [];
  const last = (): StreamReader | undefined => readers.at(-1);
  return {
    connect: async ({ url }: ApiChild): Promise<void> => {
      const reader = await until(
        'a stream',
        () =>
        openStream(url, { key, query, lastEventId: last()?.lastId() ?? null }).then((opened) => opened.status === 200 && opened, () => null), // prettier-ignore
      );
      last()?.close();
      readers.push(reader);
      await until('its beginning', () => reader.lastId() !== null);
    },
    uids: () => readers.flatMap((reader) => reader.uids()),
  };
}

test('kill -9, a restart, and another process: no row is lost or doubled', async () => {
  await ground.append([rowRecord('first', { publishedAt })]);
  const followers = ['?min_relevance=1', '?min_relevance=6&category=crypto,other'].map(createFollower);
  for (const follower of followers) await follower.connect(apis[0]!);
  const rows = Array.from({ length: 900 }, (_, index) =>
    rowRecord(`row ${index}`, { relevance: 1 + (index % 10), category: index % 3 === 0 ? 'crypto' : 'other', publishedAt }),
  );
  for (let from = 0; from < rows.length; from += 100) {
    const append = ground.append(
      rows.slice(from, from + 100).flatMap((row, index) => (index % 7 === 0 ? [row, dropRecord(`drop ${from + index}`)] : [row])),
    );
    if (from % 300 === 100) {
      await apis[0]?.kill();
      for (const follower of followers) await follower.connect(apis[1]!);
    }
    if (from % 300 === 200) {
      apis[0] = await start();
      for (const follower of followers) await follower.connect(apis[0]);
    }
    await append;
  }
  const expected = ['first', ...rows].length;
  await until('all rows', () => followers[0]!.uids().length >= expected, 60_000);
  const all = [rowRecord('first', { publishedAt }), ...rows];
  expect(followers[0]!.uids()).toEqual(all.map(({ uid }) => uid));
  const wanted = all.filter(({ item }) => item.enrichment.relevance_score >= 6).map(({ uid }) => uid);
  await until('the filtered rows', () => followers[1]!.uids().length >= wanted.length);
  expect(followers[1]!.uids()).toEqual(wanted);
}, 120_000);
