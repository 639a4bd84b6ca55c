/** Deliveries from a row of the feed log to the receiver's request, over a real NATS and real TLS. */
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { NewsMatched } from '#api/docs/webhooks.ts';
import { createOutbound, type Outbound } from '#ops/outbound/outbound.ts';
import { traceOptions } from '#ops/nats/traced-by.ts';
import type { Tracing } from '#ops/process/tracing.ts';
import { requestRepeatedDelivery, requestTestDelivery } from '#ops/accounts/webhook-requests.ts';
import { renderItem } from '#schemas/render-item.ts';
import { feedSubject, streams } from '#schemas/subjects.ts';
import { appendRecords } from '#test/support/feed-log.ts';
import { tellCrowd } from '#test/support/receiver-crowd.ts';
import { rowRecord } from '#test/support/records.ts';
import { sharedNats } from '#test/support/shared-servers.ts';
import { addSubscriber, alertOf, webhookAt, webhooksOf } from '#test/support/subscribers.ts';
import { until } from '#test/support/until.ts';
import { openWebhookGround, type WebhookGround } from '#test/support/webhook-ground.ts';
import { eventOf, startReceiver, type Receiver } from '#test/support/webhook-receiver.ts';

let ground: WebhookGround;
const nats = await sharedNats();
beforeEach(async () => {
  ground = await openWebhookGround(nats.url);
  await ground.bus.jsm.streams.purge(streams.deliveries);
  onTestFinished(() => ground.close());
});

let count = 0;
/** Returns a ticker of the test's own. */
const newTicker = (): string => `T${(count += 1)}`;
const row = (ticker: string, changes: Parameters<typeof rowRecord>[1] = {}) =>
  rowRecord(`${ticker} ${JSON.stringify(changes)}`, { tickers: [ticker], publishedAt: new Date().toISOString(), ...changes });

async function receiver(...args: Parameters<typeof startReceiver>): Promise<Receiver> {
  const started = await startReceiver(...args);
  onTestFinished(started.stop);
  return started;
}

describe('a delivery', () => {
  test('of a row that is traced is a span of its trace an attempt, and its content knows nothing of it', async () => {
    const [ticker, untraced] = [newTicker(), newTicker()];
    let asked = 0;
    const isFirst = (): boolean => (asked += 1) === 1;
    const at = await receiver((response, { body }) => response.writeHead(body.includes(ticker) && isFirst() ? 500 : 200).end());
    await addSubscriber(ground.accounts, { alerts: [alertOf(ticker), alertOf(untraced)], webhooks: [webhookAt(at.origin)] });
    await ground.match();
    const begun: { name: string; parent: string | undefined; attributes: unknown; failed: string | undefined }[] = [];
    const tracing: Tracing = {
      begin: (name, { parent, attributes }) => ({
        traceparent: '',
        traceId: '',
        end: ({ failed } = {}) => void begun.push({ name, parent, attributes, failed }),
      }),
      stop: async () => undefined,
    };
    await ground.deliver({ origins: [at.origin], schedule: [10], tracing });
    const traceparent = `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`;
    const record = row(ticker);
    await ground.bus.js.publish(feedSubject(record), JSON.stringify(record), traceOptions(traceparent));
    await appendRecords(ground.bus, [row(untraced)]);
    await until('three requests', () => at.received.length === 3);
    await until('two spans', () => begun.length === 2);
    expect(begun.map(({ name, parent }) => [name, parent])).toEqual([1, 2].map(() => ['webhook.attempt', traceparent]));
    expect(begun.map(({ attributes }) => attributes)).toMatchObject([
      { attempt: 1, status: 500 },
      { attempt: 2, status: 200 },
    ]);
    expect(begun.map(({ failed }) => failed !== undefined)).toEqual([true, false]);
    for (const { body } of at.received) expect(body).not.toContain('1'.repeat(32));
  });

  test('is a POST with the article as lists serve it, its number, and headers to the letter', async () => {
    const [ticker, at] = [newTicker(), await receiver()];
    const webhook = webhookAt(`${at.origin}/hook?a=b`);
    await addSubscriber(ground.accounts, { alerts: [alertOf(ticker)], webhooks: [webhook] });
    await ground.match();
    await ground.deliver({ origins: [at.origin] });
    const record = row(ticker);
    await appendRecords(ground.bus, [record]);
    const request = await until('the request', () => at.received[0]);
    expect(request.path).toBe('/hook?a=b');
    const number = Number(request.headers['x-service-delivery']);
    expect(request.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': expect.stringMatching(/^tickerwire-webhooks\/\d/),
      'x-service-event': 'news.matched',
      'webhook-id': `evt_${number}`,
    });
    const event = eventOf(request);
    expect(event).toEqual({
      id: `evt_${number}`,
      type: 'news.matched.v1',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      delivery_attempt: 1,
      data: { alert: { ticker }, article: JSON.parse(renderItem(record.item)) },
    });
    expect(NewsMatched.parse(event)).toEqual(event);
    expect(request.body).toContain(renderItem(record.item));
    await until('it to be logged', () => ground.attempts.length > 0);
    const logged = { number, attempt: 1, status: 204, error: '', uid: record.uid, ticker, webhookId: webhook.id, nextAt: null };
    expect(ground.attempts[0]).toMatchObject(logged);
  });

  test('comes once a story and ticker, whatever outlets follow, and to each webhook of each account', async () => {
    const [ticker, other, at] = [newTicker(), newTicker(), await receiver()];
    const hooks = ['a', 'b', 'c'].map((path) => webhookAt(`${at.origin}/${ticker}/${path}`));
    await addSubscriber(ground.accounts, { alerts: [alertOf(ticker), alertOf(ticker, { category_filter: ['other'] })], webhooks: hooks.slice(0, 2) });
    await addSubscriber(ground.accounts, { alerts: [alertOf(ticker), alertOf(other)], webhooks: hooks.slice(2) });
    await ground.match();
    await ground.deliver({ origins: [at.origin] });
    const first = row(ticker);
    const later = rowRecord('another outlet', { tickers: [ticker, other], storyId: first.uid, publishedAt: first.instants.refined_at });
    await appendRecords(ground.bus, [first, later, row(other, { relevance: 5 }), row(other)]);
    await until('all to come', () => at.received.length === 5);
    const got = at.received.map((one) => `${one.path} ${eventOf(one).data.alert.ticker} ${eventOf(one).data.article.original.uid}`).sort();
    expect(got).toEqual(
      [
        ...['a', 'b', 'c'].map((path) => `/${ticker}/${path} ${ticker} ${first.uid}`),
        `/${ticker}/c ${other} ${later.uid}`,
        `/${ticker}/c ${other} ${row(other).uid}`,
      ].sort(),
    );
  });

  test('comes for a row that another kind of row is the root of', async () => {
    const [ticker, at] = [newTicker(), await receiver()];
    const [ofResults, ofMoves] = ['results', 'moves'].map((path) => webhookAt(`${at.origin}/${ticker}/${path}`));
    await addSubscriber(ground.accounts, { alerts: [alertOf(ticker, { category_filter: ['earnings'] })], webhooks: [ofResults!] });
    await addSubscriber(ground.accounts, { alerts: [alertOf(ticker, { category_filter: ['market_movers'] })], webhooks: [ofMoves!] });
    await ground.match();
    await ground.deliver({ origins: [at.origin] });
    const root = row(ticker, { category: 'earnings' });
    const cut = row(ticker, { category: 'market_movers', storyId: root.uid });
    await appendRecords(ground.bus, [root, cut]);
    await until('both to come', () => at.received.length === 2);
    expect(at.received.map((one) => `${one.path} ${eventOf(one).data.article.original.uid}`).sort()).toEqual([
      `/${ticker}/moves ${cut.uid}`,
      `/${ticker}/results ${root.uid}`,
    ]);
  });

  test('that fails is attempted again, five times in all, each counted and not before its time', async () => {
    const [ticker, schedule, at] = [newTicker(), [150, 300, 450, 600], await receiver((response) => response.writeHead(500).end('not today'))];
    const id = await addSubscriber(ground.accounts, { alerts: [alertOf(ticker)], webhooks: [webhookAt(at.origin)] });
    await ground.match();
    await ground.deliver({ origins: [at.origin], schedule });
    await appendRecords(ground.bus, [row(ticker)]);
    await until('five attempts to be logged', () => ground.attempts.length === 5);
    expect(at.received.map((one) => eventOf(one).delivery_attempt)).toEqual([1, 2, 3, 4, 5]);
    expect(new Set(at.received.map(({ headers }) => headers['x-service-delivery'])).size).toBe(1);
    for (const [index, waitMs] of schedule.entries()) expect(at.received[index + 1]!.atMs - at.received[index]!.atMs).toBeGreaterThanOrEqual(waitMs);
    expect(ground.attempts.map(({ status, error, answer }) => `${status} ${error} ${answer}`)).toEqual(
      Array.from({ length: 5 }, () => '500 answered 500 not today'),
    );
    expect(ground.attempts.map(({ nextAt }) => nextAt !== null)).toEqual([true, true, true, true, false]);
    expect((await webhooksOf(ground.accounts, id))[0]!.disabled_at).toBeNull();
  });

  test('succeeds with any 2xx, whatever the body is like, and fails by a redirect', async () => {
    const ticker = newTicker();
    const at = await receiver((response, { path }) => {
      if (path === '/redirect') return response.writeHead(302, { location: `${at.origin}/202` }).end();
      if (path === '/bomb') return response.writeHead(200, { 'content-encoding': 'br', 'content-length': '4000000000' }).end('no such thing');
      if (path === '/endless') return response.writeHead(201).write('x'.repeat(5_000));
      return response.writeHead(202).end('y'.repeat(5_000));
    });
    const paths = ['/redirect', '/bomb', '/endless', '/202'];
    await addSubscriber(ground.accounts, { alerts: [alertOf(ticker)], webhooks: paths.map((path) => webhookAt(`${at.origin}${path}`)) });
    await ground.match();
    await ground.deliver({ origins: [at.origin] });
    await appendRecords(ground.bus, [row(ticker)]);
    await until('all to be logged', () => ground.attempts.length === 4);
    const errors = Object.fromEntries(ground.attempts.map(({ status, error, answer }) => [status, [error, answer.length]]));
    expect(errors).toEqual({ 302: ['answered 302: redirects are not followed', 0], 200: ['', 0], 201: ['', 1_024], 202: ['', 1_024] });
    expect(at.received).toHaveLength(4);
  });

  test('waits for no other receiver, so that one that hangs delays none', async () => {
    const [ticker, hangs] = [newTicker(), await receiver(() => undefined)];
    const at = await receiver();
    await addSubscriber(ground.accounts, { alerts: [alertOf(ticker)], webhooks: [webhookAt(`${hangs.origin}/1`), webhookAt(`${hangs.origin}/2`)] });
    await addSubscriber(ground.accounts, { alerts: [alertOf(ticker)], webhooks: [webhookAt(at.origin)] });
    await ground.match();
    const deliverer = await ground.deliver({ origins: [at.origin, hangs.origin], inFlightMax: 8 });
    await appendRecords(
      ground.bus,
      Array.from({ length: 30 }, (_, index) => row(ticker, { storyId: rowRecord(`${index}`).uid })),
    );
    await until('all of the healthy one', () => at.received.length === 30);
    // The hanging receiver has not answered, and no more than its share of requests is under way.
    expect(ground.attempts.every(({ webhookId }) => webhookId === webhookAt(at.origin).id)).toBe(true);
    expect(hangs.received.length).toBeLessThanOrEqual(2);
    await deliverer.stop();
    expect(ground.attempts).toHaveLength(30);
  });
});

test('a deliverer that stops begins no attempt any more, also where it was about to', async () => {
  const [ticker, at] = [newTicker(), await receiver()];
  const webhook = webhookAt(at.origin);
  await addSubscriber(ground.accounts, { alerts: [alertOf(ticker)], webhooks: [webhook] });
  await ground.match();
  const [isAsked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const webhookFor = async () => {
    isAsked.resolve();
    await answered.promise;
    return webhook;
  };
  const stopping = await ground.deliver({ origins: [at.origin], webhookFor });
  await appendRecords(ground.bus, [row(ticker)]);
  await isAsked.promise;
  await stopping.stop();
  answered.resolve();
  await ground.deliver({ origins: [at.origin] });
  await until('the one attempt', () => ground.attempts.length > 0);
  expect(ground.attempts).toMatchObject([{ attempt: 1, status: 204 }]);
  expect(at.received).toHaveLength(1);
  expect(await ground.failures.get(webhook.id)).toBeNull();
});

describe('a webhook', () => {
  test('is disabled by the tenth failure in a row, its owner told once, and nothing is sent until it is enabled again', async () => {
    const [ticker, at] = [newTicker(), await receiver((response, _, nth) => response.writeHead(nth === 4 ? 200 : 410).end())];
    const id = await addSubscriber(ground.accounts, { alerts: [alertOf(ticker)], webhooks: [webhookAt(at.origin)] });
    await ground.match();
    await ground.deliver({ origins: [at.origin], schedule: [3_600_000, 3_600_000, 3_600_000, 3_600_000] });
    for (let nth = 1; nth <= 14; nth += 1) {
      await appendRecords(ground.bus, [row(ticker, { storyId: rowRecord(`${nth}`).uid })]);
      await until(`attempt ${nth}`, () => ground.attempts.length === nth);
      const isDisabled = (await webhooksOf(ground.accounts, id))[0]!.disabled_at !== null;
      expect(isDisabled, `after ${nth}`).toBe(nth === 14);
    }
    const notice = await ground.bus.jsm.streams.getMessage(streams.notices, { last_by_subj: `notice.webhook_disabled.${id}.*` });
    expect(notice?.json()).toMatchObject({ kind: 'webhook_disabled', account_id: id, webhook_id: webhookAt(at.origin).id });
    const { messages } = (await ground.bus.jsm.streams.info(streams.notices)).state;
    expect(messages).toBe(1);
    expect((await ground.failures.get(webhookAt(at.origin).id))?.operation).toBe('DEL');
    // A test event is still sent.
    await requestTestDelivery(ground.bus, { accountId: id, webhookId: webhookAt(at.origin).id }, new Date());
    await until('the test event', () => at.received.length === 15);
    expect(eventOf(at.received[14]!)).toMatchObject({ test: true, delivery_attempt: 1, type: 'news.matched.v1' });
    // So is an event that its owner requests again.
    const last = ground.attempts.findLast(({ kind }) => kind === 'news')!;
    await requestRepeatedDelivery(ground.bus, { ...last, accountId: id, attempts: 1 });
    await until('the repeated event', () => at.received.length === 16);
    expect(eventOf(at.received[15]!)).toMatchObject({ id: `evt_${last.number}`, delivery_attempt: 2 });
  });

  test('is not to blame for an outage of our own network: no attempt is counted, nothing disabled, and all comes once it is back', async () => {
    const [tickers, at] = [[newTicker(), newTicker()], await receiver()];
    const hooks = tickers.map((ticker) => webhookAt(`${at.origin}/${ticker}`));
    const ids = await Promise.all(
      tickers.map((ticker, index) => addSubscriber(ground.accounts, { alerts: [alertOf(ticker)], webhooks: [hooks[index]!] })),
    );
    await ground.match();
    const real = createOutbound({ allowedOrigins: [at.origin] });
    onTestFinished(() => real.close());
    let isAway = true;
    let tries = 0;
    const outbound: Outbound = {
      ...real,
      request: async (request) => {
        if (!isAway) return real.request(request);
        tries += 1;
        return { outcome: 'failed', cause: 'unreachable', detail: 'ENETUNREACH' };
      },
    };
    await ground.deliver({ outbound, unsentAgainAfterMs: 50, schedule: [1, 1, 1, 1] });
    const rows = tickers.flatMap((ticker) => Array.from({ length: 15 }, (_, nth) => row(ticker, { storyId: rowRecord(`${ticker} ${nth}`).uid })));
    await appendRecords(ground.bus, rows);
    await until('each to be tried more than once', () => tries > 2 * rows.length);
    // The owners read once of each why nothing came yet.
    await until('each to be in the log', () => ground.attempts.length >= rows.length);
    expect(ground.attempts.map(({ attempt, error }) => [attempt, error])).toEqual(rows.map(() => [1, 'failed: ENETUNREACH']));
    expect(new Set(ground.attempts.map(({ number }) => number)).size).toBe(rows.length);
    isAway = false;
    await until('all to come', () => at.received.length === rows.length);
    expect(at.received.map((one) => eventOf(one).delivery_attempt)).toEqual(rows.map(() => 1));
    for (const id of ids) expect((await webhooksOf(ground.accounts, id))[0]!.disabled_at).toBeNull();
  });
});

test('many receivers, some of which fail, hang and crawl: every healthy one gets each event once', async () => {
  // The benchmark `webhook_wait` does the same at full size (10,000 deliveries to 500).
  const { waitsMs, wrong } = await tellCrowd(nats.url, { receivers: 40, badCount: 9, rows: 6, everyMs: 20 });
  expect(wrong).toEqual([]);
  expect(waitsMs).toHaveLength(31 * 6);
});
