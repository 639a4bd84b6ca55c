/** The articles of deliveries, while their feed log is cut and grows again. */
import { beforeEach, expect, test } from 'vitest';
import type { Bus } from '#ops/nats/nats.ts';
import { readArticles } from '#pipeline/webhooks/articles.ts';
import { streams as streamNames } from '#schemas/subjects.ts';
import { appendRecords, emptyLog, loseRecord } from '#test/support/feed-log.ts';
import { rowRecord } from '#test/support/records.ts';
import { sharedBus } from '#test/support/shared-servers.ts';

const { bus } = await sharedBus();
beforeEach(() => emptyLog(bus));

const [lost, later] = [rowRecord('lost'), rowRecord('later')];

test('a row that stands where another was read before is found', async () => {
  const articles = readArticles(bus);
  await appendRecords(bus, [lost]);
  expect(await articles.at(1, lost.uid)).toMatchObject({ uid: lost.uid });
  await emptyLog(bus);
  await appendRecords(bus, [later]);
  expect(await articles.at(1, later.uid)).toMatchObject({ uid: later.uid });
  expect(await articles.at(1, lost.uid)).toBeNull();
});

test('a row is found while another that stood in its place is still being read', async () => {
  const [isRead, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let reads = 0;
  const streams: Bus['jsm']['streams'] = Object.assign(Object.create(bus.jsm.streams), {
    getMessage: async (...asked: Parameters<Bus['jsm']['streams']['getMessage']>) => {
      reads += 1;
      const message = await bus.jsm.streams.getMessage(...asked);
      isRead.resolve();
      if (reads === 1) await answered.promise;
      return message;
    },
  });
  const articles = readArticles({ ...bus, jsm: Object.assign(Object.create(bus.jsm), { streams }) });
  await appendRecords(bus, [lost]);
  const before = articles.at(1, lost.uid);
  await isRead.promise;
  await emptyLog(bus);
  await appendRecords(bus, [later]);
  const after = [articles.at(1, later.uid), articles.at(1, later.uid)];
  answered.resolve();
  expect(await before).toMatchObject({ uid: lost.uid });
  expect(await Promise.all(after)).toMatchObject([{ uid: later.uid }, { uid: later.uid }]);
  expect(reads).toBe(2);
});

test('a row behind the end of a log that was cut is waited for: it may be put back', async () => {
  const articles = readArticles(bus);
  await appendRecords(bus, [lost, later]);
  await emptyLog(bus);
  await appendRecords(bus, [lost]);
  await expect(articles.at(2, later.uid)).rejects.toThrow(/ends at 1/);
  await appendRecords(bus, [later]);
  expect(await articles.at(2, later.uid)).toMatchObject({ uid: later.uid });
  await loseRecord(bus, 1);
  expect(await articles.at(1, lost.uid)).toBeNull();
});

test('a slow read that more articles than are cached overtake still finds its row', async () => {
  await appendRecords(bus, [lost]);
  const stored = await bus.jsm.streams.getMessage(streamNames.feed, { seq: 1 });
  const answered = Promise.withResolvers<void>();
  const getMessage = async (_: string, { seq }: { seq?: number }) => {
    if (seq === 1) await answered.promise;
    return stored;
  };
  const streams: Bus['jsm']['streams'] = Object.assign(Object.create(bus.jsm.streams), { getMessage });
  const articles = readArticles({ ...bus, jsm: Object.assign(Object.create(bus.jsm), { streams }) });
  const slow = articles.at(1, lost.uid);
  await Promise.all(Array.from({ length: 2_100 }, (__, at) => articles.at(at + 2, lost.uid)));
  answered.resolve();
  expect(await slow).toMatchObject({ uid: lost.uid });
});
