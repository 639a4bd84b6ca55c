/** Matcher, deliverer and NATS are killed: nothing is lost or invented, numbers and attempts stay true; `test:chaos` does it 20 times. */
import { expect, onTestFinished, test } from 'vitest';
import { feedBounds } from '#ops/feed-log/feed-follower.ts';
import { openBucket } from '#ops/nats/streams.ts';
import { newsSubject, type NewsDelivery } from '#schemas/delivery.ts';
import { buckets, streams } from '#schemas/subjects.ts';
import { appendRecords } from '#test/support/feed-log.ts';
import { copyStore } from '#test/support/power-loss.ts';
import { rowRecord } from '#test/support/records.ts';
import { sharedNats } from '#test/support/shared-servers.ts';
import { addSubscriber, webhookAt } from '#test/support/subscribers.ts';
import { until } from '#test/support/until.ts';
import { openWebhookGround } from '#test/support/webhook-ground.ts';
import { expectTrue, tellThroughKills } from '#test/support/webhook-kills.ts';
import { startReceiver } from '#test/support/webhook-receiver.ts';

const nats = await sharedNats();

test('each receiver gets each row, under one number, attempts in order, whatever is killed', async () => {
  const result = await tellThroughKills(nats, 1);
  expect(result.kills).toBe(3);
  expectTrue(result);
});

test('after NATS has lost the end of its store, no number is given again and none is lower than those before', async () => {
  let isDown = false;
  const receiver = await startReceiver((response) => response.writeHead(isDown ? 500 : 204).end());
  onTestFinished(receiver.stop);
  const ground = await openWebhookGround(nats.url);
  onTestFinished(ground.close);
  const record = rowRecord('one', { publishedAt: new Date().toISOString() });
  await appendRecords(ground.bus, [record]);
  const { lastSeq } = await feedBounds(ground.bus);
  const webhook = webhookAt(receiver.origin);
  const accountId = await addSubscriber(ground.accounts, { alerts: [], webhooks: [webhook] });
  const told = { v: 1, kind: 'news', account_id: accountId, webhook_id: webhook.id, feed_seq: lastSeq, uid: record.uid } as const;
  const publish = async (ticker: string): Promise<number> => {
    const delivery: NewsDelivery = { ...told, ticker, created_at: new Date().toISOString() };
    return (await ground.bus.js.publish(newsSubject(webhook.id, record.uid, ticker), JSON.stringify(delivery))).seq;
  };
  await ground.deliver({ origins: [receiver.origin], schedule: [50, 50, 50, 3_600_000] });
  const attempted = async (ticker: string, seq: number): Promise<number> => {
    const all = await until(`${ticker} to be attempted`, () => {
      const found = ground.attempts.filter((one) => one.ticker === ticker);
      return found.length > 0 ? found : null;
    });
    expect(all[0]!.number).not.toBe(seq);
    return all[0]!.number;
  };
  const first = await attempted('A', await publish('A'));
  const copy = await copyStore(nats);
  onTestFinished(copy.remove);
  isDown = true;
  const lostSeq = await publish('B');
  await until('all but the last attempt at the second', () => ground.attempts.filter(({ ticker }) => ticker === 'B').length === 4);
  const second = await attempted('B', lostSeq);
  const states = await openBucket(ground.bus, buckets.webhookAttempts);
  const state = await states.get(String(lostSeq));
  expect(state?.json()).toMatchObject({ made: 4, number: second });
  await copy.putBack();
  await until('NATS to be heard', () => ground.bus.jsm.streams.info(streams.deliveries).catch(() => null));
  // Only this bucket lost nothing: it still has the attempts made under that sequence.
  await states.put(String(lostSeq), state!.string());
  isDown = false;
  expect(await publish('C')).toBe(lostSeq);
  const third = await attempted('C', lostSeq);
  expect([first, second, third]).toEqual([...new Set([first, second, third])].toSorted((a, b) => a - b));
  expect(ground.attempts.find(({ ticker }) => ticker === 'C')).toMatchObject({ attempt: 1, error: '' });
});
