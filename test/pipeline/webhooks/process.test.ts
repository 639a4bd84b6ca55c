/** Matcher and deliverer as the pipeline runs them: with their own NATS user, the tables, and a receiver that the environment allows. */
import { expect, onTestFinished, test } from 'vitest';
import { attemptsOf } from '#clickhouse/webhook-attempts.ts';
import { enableWebhook } from '#ops/accounts/account-webhooks.ts';
import { deleteAccount } from '#ops/accounts/accounts.ts';
import { openBucket } from '#ops/nats/streams.ts';
import { requestRepeatedDelivery, requestTestDelivery } from '#ops/accounts/webhook-requests.ts';
import { readConfig } from '#schemas/config.ts';
import { buckets, streams } from '#schemas/subjects.ts';
import { sharedStore } from '#test/clickhouse/fresh-store.ts';
import { applyStreams } from '#test/support/control-plane.ts';
import { appendRecords } from '#test/support/feed-log.ts';
import { readyOf, spawnPipeline } from '#test/support/pipeline.ts';
import { dropRecord, rowRecord } from '#test/support/records.ts';
import { sharedBus, sharedClickHouse } from '#test/support/shared-servers.ts';
import { addSubscriber, alertOf, webhookAt, webhooksOf } from '#test/support/subscribers.ts';
import { symbolEntry } from '#test/support/symbols.ts';
import { until } from '#test/support/until.ts';
import { certificateFile, eventOf, startReceiver } from '#test/support/webhook-receiver.ts';

const clickhouse = await sharedClickHouse();
const { nats, bus } = await sharedBus();
await applyStreams(bus);
const store = await sharedStore(clickhouse.url, readConfig({}).CLICKHOUSE_DATABASE);

test('a row reaches the receiver under its former ticker, owners find the attempts, and ten failures disable', async () => {
  const receiver = await startReceiver((response, _, nth) => response.writeHead(nth === 1 ? 200 : 500).end(`answer ${nth}`));
  onTestFinished(receiver.stop);
  const symbols = await openBucket(bus, buckets.symbols);
  for (const entry of [symbolEntry('OLD', { renamed_to: 'NEW' }), symbolEntry('NEW')]) await symbols.put(entry.symbol, JSON.stringify(entry));
  await appendRecords(bus, [dropRecord('first')]);
  const pipeline = spawnPipeline({
    ...nats.loginOf('webhooks'),
    NATS_URL: `nats://127.0.0.1:${nats.port}`,
    CLICKHOUSE_URL: clickhouse.url,
    PIPELINE_PARTS: 'match,deliver,notify',
    OUTBOUND_ALLOWED_ORIGINS: receiver.origin,
    NODE_EXTRA_CA_CERTS: certificateFile,
  });
  onTestFinished(async () => void (await pipeline.stop()));
  const ops = await pipeline.ops();
  await until('the matcher to have a position', async () => (await openBucket(bus, buckets.feedLog)).get('checkpoint.match'));
  expect((await readyOf(ops)).checks).toMatchObject({ match: 'ok', deliver: 'ok' });

  // The subscription is added while the pipeline runs.
  const accounts = await openBucket(bus, buckets.accounts);
  const webhook = webhookAt(receiver.origin);
  const accountId = await addSubscriber(accounts, { alerts: [alertOf('NEW')], webhooks: [webhook] });
  const row = (at: number) => rowRecord(`row ${at}`, { tickers: ['OLD'], publishedAt: new Date().toISOString() });
  for (let at = 1; receiver.received.length === 0; at += 1) {
    // Rows match nothing until the change has arrived.
    await appendRecords(bus, [row(1_000 + at)]);
    await until('a request', () => receiver.received.length > 0, 300).catch(() => null);
    expect(at).toBeLessThan(30);
  }
  expect(eventOf(receiver.received[0]!)).toMatchObject({
    delivery_attempt: 1,
    data: { alert: { ticker: 'NEW' }, article: { enrichment: { tickers: ['OLD'] } } },
  });

  await appendRecords(
    bus,
    Array.from({ length: 12 }, (_, at) => row(at)),
  );
  const isDisabled = async (): Promise<boolean> => (await webhooksOf(accounts, accountId))[0]!.disabled_at !== null;
  await until('the webhook to be disabled', isDisabled);
  const notices = async (): Promise<number> => (await bus.jsm.streams.info(streams.notices)).state.messages;
  await until('its owner to be told', async () => (await notices()) > 0);
  await requestTestDelivery(bus, { accountId, webhookId: webhook.id }, new Date());
  const attempts = await until('attempts to be logged', async () => {
    const found = await attemptsOf(store, { accountId, webhookId: webhook.id, limit: 100 });
    return found.some(({ kind }) => kind === 'test') ? found : null;
  });
  expect(attempts.at(-1)).toMatchObject({ attempt: 1, status: 200, error: '', answer: 'answer 1', ticker: 'NEW' });
  expect(attempts[0]).toMatchObject({ kind: 'test', status: 500, nextAt: null });
  expect(await notices()).toBe(1);
  const metrics = await (await fetch(`${ops}/metrics`)).text();
  expect(metrics).toMatch(/^tickerwire_webhook_disabled_total\{[^}]*\} 1$/m);
  expect(metrics).toMatch(/^tickerwire_part_leading\{part="match"[^}]*\} 1$/m);
  // Neither output contains the secret.
  expect(JSON.stringify(pipeline.log()) + pipeline.errors()).not.toContain(webhook.secret);

  // The first delivery is repeated. When the account is deleted, its log is, too.
  await enableWebhook(accounts, accountId, webhook.id);
  const before = receiver.received.length;
  const first = attempts.at(-1)!;
  await requestRepeatedDelivery(bus, { ...first, accountId, webhookId: webhook.id, attempts: first.attempt });
  // Deliveries that waited while the webhook was disabled may arrive first.
  const isAgain = ({ id, delivery_attempt: at }: ReturnType<typeof eventOf>): boolean => id === `evt_${first.number}` && at === 2;
  await until('it once more', () => receiver.received.slice(before).map(eventOf).some(isAgain));
  await deleteAccount(accounts, accountId);
  await until('the log to be empty', async () => (await attemptsOf(store, { accountId, limit: 1 })).length === 0);
});
