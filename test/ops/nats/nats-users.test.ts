/** The rights of each NATS user, tried on a server, and limits that none of them can get round. */
import { AckPolicy, DeliverPolicy } from '@nats-io/jetstream';
import { connect, headers as natsHeaders, nanos, type NatsConnection } from '@nats-io/transport-node';
import { afterAll, describe, expect, test } from 'vitest';
import { cursorSecret } from '#ops/accounts/cursor-secret.ts';
import { eachAccount } from '#ops/accounts/account-entries.ts';
import { createAccount } from '#ops/accounts/accounts.ts';
import { watchAccounts } from '#ops/accounts/watch-accounts.ts';
import { followBucket } from '#ops/nats/follow-bucket.ts';
import { followFeed } from '#ops/feed-log/feed-follower.ts';
import { openBus, type Bus } from '#ops/nats/nats.ts';
import type { NatsUser } from '#ops/nats/nats-users.ts';
import { applyStreams } from '#test/support/control-plane.ts';
import { openBucket } from '#ops/nats/streams.ts';
import { readConfig } from '#schemas/config.ts';
import { buckets, consumers, streams } from '#schemas/subjects.ts';
import { testLog } from '#test/support/log.ts';
import { sharedNats } from '#test/support/shared-servers.ts';

const nats = await sharedNats();
const address = `127.0.0.1:${nats.port}`;
const open = (user: NatsUser): Promise<Bus> => openBus(readConfig({ NATS_URL: `nats://${address}`, ...nats.loginOf(user) }), user, testLog);
const [admin, pipeline, webhooks, api] = await Promise.all([open('admin'), open('pipeline'), open('webhooks'), open('api')]);
await applyStreams(admin, readConfig({}));
await createAccount(await openBucket(admin, buckets.accounts), { name: 'one', plan: 'free' }, new Date());
await (await openBucket(admin, buckets.symbols)).put('AAPL', '{}');
for (let at = 0; at < 3; at += 1) await admin.js.publish('feed.test', `record ${at}`);
afterAll(() => Promise.all([admin, pipeline, webhooks, api].map((bus) => bus.close())));

/** Returns the messages and last sequence of each stream. */
async function held(): Promise<Record<string, [number, number]>> {
  const found: Record<string, [number, number]> = {};
  for await (const { config, state } of admin.jsm.streams.list()) found[config.name] = [state.messages, state.last_seq];
  return found;
}

/** Returns true when the server refuses a message or request of this user, or no process answers it. */
async function isRefused(bus: Bus, subject: string, payload: object | string = ''): Promise<boolean> {
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
  try {
    const answer = (await bus.connection.request(subject, text, { timeout: 2_000 })).string();
    return answer.includes('"error"');
  } catch {
    return true;
  }
}

type Attempt = readonly [subject: string, payload?: object | string];
const empty = (subject: string): Attempt => [subject, {}];
/** Tries each request as this user and returns those that the server accepts; no stream may change meanwhile. */
async function accepted(bus: Bus, attempts: readonly Attempt[]): Promise<string[]> {
  const before = await held();
  const found: string[] = [];
  for (const [subject, payload] of attempts) if (!(await isRefused(bus, subject, payload))) found.push(subject);
  expect(await held()).toEqual(before);
  return found;
}

test.each([
  ['none', {}],
  ['a wrong password', { user: 'admin', pass: 'guess' }],
  ['a user that is none', { user: 'root', pass: '' }],
])('no connection is made with the login %s', async (_, login) => {
  await expect(connect({ servers: address, ...login, reconnect: false, timeout: 5_000 })).rejects.toThrow(/[Aa]uthoriz/);
});

test('a wrong login is an error that names the server and the settings, and no password', async () => {
  const config = readConfig({ NATS_URL: `nats://admin:guess@${address}` });
  await expect(openBus(config, 'test', testLog)).rejects.toThrow(
    `NATS at nats://${address} refuses the connection (Authorization Violation): check NATS_URL and its login (NATS_USER, NATS_PASSWORD)`,
  );
});

describe('the API', () => {
  test('reads the feed log, accounts and symbols, follows their changes, and the key of its cursors', async () => {
    const records: string[] = [];
    for await (const batch of followFeed(api, { fromSeq: 1, untilSeq: 3, signal: new AbortController().signal }))
      for (const { data } of batch) records.push(Buffer.from(data).toString());
    expect(records).toEqual(['record 0', 'record 1', 'record 2']);
    const bucket = await openBucket(api, buckets.accounts);
    const names: string[] = [];
    for await (const entry of eachAccount(bucket)) if (!('unreadable' in entry)) names.push(entry.account.name);
    expect(names).toEqual(['one']);
    const watched = await watchAccounts(bucket, { connection: api.connection, log: testLog });
    watched.stop();
    expect((await (await openBucket(api, buckets.symbols)).get('AAPL'))?.string()).toBe('{}');
    const secret = await cursorSecret(bucket, '');
    expect(await cursorSecret(await openBucket(admin, buckets.accounts), '')).toBe(secret);
  });

  test('changes nothing but entries of the account area: no cursor secret, no document, no record, no stream', async () => {
    const attempts: Attempt[] = [
      ['$KV.accounts.mine', '{}'],
      ['$KV.accounts.account.mine.too', '{}'],
      ['$KV.accounts.key.mine', '{}'],
      ['$KV.identities.mine', '{}'],
      ['$KV.sessions.mine', '{}'],
      ['$KV.accounts.secret.cursor', 'mine'],
      ['$KV.symbols.AAPL', '{"evil":true}'],
      ['raw.publisher', '{}'],
      ['feed.earnings', '{}'],
      ['dead.refine', '{}'],
      ...Object.keys(await held()).flatMap((stream): Attempt[] => [
        [`$JS.API.STREAM.PURGE.${stream}`],
        [`$JS.API.STREAM.DELETE.${stream}`],
        [`$JS.API.STREAM.UPDATE.${stream}`, { name: stream, subjects: ['x'] }],
        [`$JS.API.STREAM.MSG.DELETE.${stream}`, { seq: 1 }],
        [`$JS.API.CONSUMER.DURABLE.CREATE.${stream}.mine`, { stream_name: stream, config: { durable_name: 'mine', ack_policy: 'explicit' } }],
      ]),
      ['$JS.API.STREAM.CREATE.MINE', { name: 'MINE', subjects: ['raw.>'] }],
      ['$JS.API.STREAM.MSG.GET.RAW', { seq: 1 }],
      // The API cannot list identities: it gets one by its name.
      ['$JS.API.CONSUMER.CREATE.KV_identities', { stream_name: 'KV_identities', config: { ack_policy: 'none' } }],
      ['$JS.API.CONSUMER.CREATE.KV_sessions', { stream_name: 'KV_sessions', config: { ack_policy: 'none' } }],
      ['$JS.API.DIRECT.GET.KV_identities', { seq: 1 }],
      ['$JS.API.CONSUMER.CREATE.RAW', { stream_name: 'RAW', config: { ack_policy: 'none' } }],
      [`$JS.API.CONSUMER.DELETE.RAW.${consumers.refine}`],
    ];
    expect(await accepted(api, attempts)).toEqual([]);
    expect(await isRefused(api, '$JS.API.STREAM.INFO.FEED')).toBe(false);
  });

  test('writes accounts, identities and sessions, one entry at a time: no message there takes the place of the others', async () => {
    const names = [buckets.accounts, buckets.identities, buckets.sessions] as const;
    const [accounts, identities, sessions] = await Promise.all(names.map((name) => openBucket(api, name)));
    const revision = await identities!.create('account.one', '{"n":1}');
    await identities!.update('account.one', '{"n":2}', revision);
    await expect(identities!.update('account.one', '{"n":3}', revision)).rejects.toThrow(/wrong last sequence/);
    expect((await identities!.get('account.one'))?.string()).toBe('{"n":2}');
    await sessions!.create('session.one', '{}');
    await sessions!.delete('session.one');
    expect((await sessions!.get('session.one'))?.operation).toBe('DEL');
    await accounts!.create('account.two', '{}');
    await accounts!.purge('account.two');
    for (const [bucket, subject] of [
      [identities, '$KV.identities.account.two'],
      [sessions, '$KV.sessions.session.two'],
    ] as const) {
      const before = (await held())[`KV_${subject.split('.')[1]}`];
      const headers = natsHeaders();
      headers.set('Nats-Rollup', 'all');
      const answer = await api.connection.request(subject, '{}', { headers, timeout: 2_000 });
      expect(answer.string()).toContain('rollup not permitted');
      expect((await held())[`KV_${subject.split('.')[1]}`]).toEqual(before);
      expect(bucket).toBeDefined();
    }
  });
});

describe.each(['api', 'webhooks'] as const)('the guest %s', (user) => {
  const guest = (): Bus => ({ api, webhooks })[user];

  test('cannot make the server write for it by naming the subject of a stream as the place of an answer', async () => {
    const bucket = await openBucket(guest(), buckets.accounts);
    await (await openBucket(admin, buckets.accounts)).put('secret.cursor', '{"id":"forged","plan":"pro"}');
    const before = await held();
    const { connection, jsm } = guest();
    const target = '$KV.accounts.account.forged';
    const consumer = await jsm.consumers.add(`KV_${buckets.accounts}`, {
      ack_policy: AckPolicy.None,
      deliver_policy: DeliverPolicy.All,
      filter_subject: '$KV.accounts.secret.cursor',
      inactive_threshold: nanos(30_000),
    });
    for (const reply of [target, 'raw.forged', 'feed.forged']) {
      connection.publish('$JS.API.DIRECT.GET.KV_accounts.$KV.accounts.secret.cursor', '', { reply });
      connection.publish('$JS.API.DIRECT.GET.KV_accounts', '{"last_by_subj":"$KV.accounts.secret.cursor"}', { reply });
      connection.publish('$JS.API.STREAM.MSG.GET.KV_accounts', '{"last_by_subj":"$KV.accounts.secret.cursor"}', { reply });
      connection.publish('$JS.API.STREAM.INFO.FEED', '', { reply });
      connection.publish(`$JS.API.CONSUMER.MSG.NEXT.KV_accounts.${consumer.name}`, '1', { reply });
      const config = { deliver_subject: reply, deliver_policy: 'all', ack_policy: 'none', filter_subject: '$KV.accounts.secret.cursor' };
      await connection.request('$JS.API.CONSUMER.CREATE.KV_accounts', JSON.stringify({ stream_name: 'KV_accounts', config })).catch(() => null);
    }
    await connection.flush();
    // Once a later request is answered, the earlier ones are, too.
    await bucket.get('secret.cursor');
    await admin.connection.flush();
    expect(await held()).toEqual(before);
    expect((await (await openBucket(admin, buckets.accounts)).get('account.forged')) ?? null).toBeNull();
  });

  test('receives only its own answers', async () => {
    const heard: string[] = [];
    const listener: NatsConnection = await connect({ servers: address, user, pass: nats.loginOf(user).NATS_PASSWORD, inboxPrefix: `_INBOX_${user}` });
    for (const subject of ['>', '$KV.>', 'raw.>', '_INBOX.>', '_INBOX_admin.>', '_INBOX_pipeline.>'])
      listener.subscribe(subject, { callback: (error, message) => void (error === null && heard.push(message.subject)) });
    await listener.flush();
    await admin.js.publish('raw.test', 'a document');
    await (await openBucket(admin, buckets.accounts)).put('account.loud', '{}');
    await listener.flush();
    expect(heard).toEqual([]);
    await listener.close();
  });
});

describe('the pipeline', () => {
  test('writes documents, records, letters and its buckets, and reads by its durable consumer', async () => {
    for (const subject of ['raw.test', 'feed.test', 'dead.test']) await pipeline.js.publish(subject, 'x');
    for (const bucket of [buckets.symbols, buckets.positions, buckets.leases]) await (await openBucket(pipeline, bucket)).put('a', '{}');
    const consumer = await pipeline.js.consumers.get(streams.raw, consumers.refine);
    const message = await consumer.next({ expires: 5_000 });
    expect(await message?.ackAck()).toBe(true);
  });

  test('neither reads nor writes accounts and deliveries', async () => {
    await admin.js.publish('delivery.news.wh_x.y', '{}');
    const closed = ['KV_accounts', 'KV_identities', 'KV_sessions', 'KV_webhook_attempts', 'KV_webhook_failures', 'DELIVERIES', 'NOTICES'];
    const attempts: Attempt[] = [
      ...closed.flatMap((stream): Attempt[] => [
        [`$JS.API.STREAM.MSG.GET.${stream}`, { seq: 1 }],
        [`$JS.API.DIRECT.GET.${stream}`, { seq: 1 }],
        [`$JS.API.DIRECT.GET.${stream}.$KV.accounts.secret.cursor`],
        [`$JS.API.CONSUMER.CREATE.${stream}`, { stream_name: stream, config: { ack_policy: 'none' } }],
        [`$JS.API.CONSUMER.CREATE.${stream}.mine`, { stream_name: stream, config: { name: 'mine', ack_policy: 'none' } }],
        [`$JS.API.CONSUMER.DURABLE.CREATE.${stream}.mine`, { stream_name: stream, config: { durable_name: 'mine', ack_policy: 'none' } }],
        [`$JS.API.CONSUMER.MSG.NEXT.${stream}.deliver`],
        [`$JS.API.STREAM.PURGE.${stream}`],
        [`$JS.API.STREAM.MSG.DELETE.${stream}`, { seq: 1 }],
        // One of its own streams, configured to take in another's messages.
        ['$JS.API.STREAM.CREATE.MINE', { name: 'MINE', sources: [{ name: stream }] }],
        ['$JS.API.STREAM.CREATE.MINE', { name: 'MINE', mirror: { name: stream } }],
        ['$JS.API.STREAM.UPDATE.KV_symbols', { name: 'KV_symbols', subjects: ['$KV.symbols.>'], sources: [{ name: stream }] }],
      ]),
      ['$JS.API.STREAM.SNAPSHOT.KV_accounts', { deliver_subject: '_INBOX_pipeline.snapshot' }],
      ...['$KV.accounts.account.one', '$KV.accounts.key.mine', '$KV.accounts.secret.cursor', '$KV.webhook_failures.wh_x'].map(empty),
      ...['delivery.news.wh_x.z', 'delivery.test.wh_x.z', 'notice.webhook_disabled.a.b'].map(empty),
    ];
    expect(await accepted(pipeline, attempts)).toEqual([]);
    for (const stream of closed) expect(await isRefused(pipeline, `$JS.API.STREAM.INFO.${stream}`), stream).toBe(false);
  });
});

describe('webhooks', () => {
  const webhookId = 'wh_abcdefghijkl';

  test('follow the log and accounts, publish deliveries once, take and acknowledge them, and keep what was attempted', async () => {
    const accounts = await openBucket(webhooks, buckets.accounts);
    const followed: string[] = [];
    const following = await followBucket(accounts, { put: (key) => void followed.push(key), remove: () => undefined }, { connection: webhooks.connection, log: testLog }); // prettier-ignore
    following.stop();
    expect(followed.some((key) => key.startsWith('account.'))).toBe(true);
    const seen: number[] = [];
    for await (const batch of followFeed(webhooks, { fromSeq: 1, untilSeq: 3, signal: new AbortController().signal }))
      for (const { seq } of batch) seen.push(seq);
    expect(seen).toEqual([1, 2, 3]);
    for (const [bucket, key] of [
      [buckets.feedLog, 'checkpoint.match'],
      [buckets.leases, 'match'],
      [buckets.webhookAttempts, '1'],
      [buckets.webhookFailures, webhookId],
    ] as const) {
      const kv = await openBucket(webhooks, bucket);
      const revision = await kv.create(key, '{"a":1}');
      await kv.update(key, '{"a":2}', revision);
      expect((await kv.get(key))?.json(), key).toEqual({ a: 2 });
    }
    const once = { expect: { lastSubjectSequence: 0 } };
    const { seq } = await webhooks.js.publish(`delivery.news.${webhookId}.x`, '{"n":1}', once);
    await expect(webhooks.js.publish(`delivery.news.${webhookId}.x`, '{"n":1}', once)).rejects.toThrow('wrong last sequence');
    await webhooks.js.publish('notice.webhook_disabled.a.b', '{}');
    for (const [stream, consumer] of [
      [streams.deliveries, consumers.deliver],
      [streams.notices, consumers.notify],
    ] as const) {
      const messages = await (await webhooks.js.consumers.get(stream, consumer)).fetch({ max_messages: 10, expires: 1_000 });
      for await (const message of messages) {
        if (message.seq === seq) message.working();
        expect(await message.ackAck(), `${stream} ${message.seq}`).toBe(true);
      }
      const { num_ack_pending: unacknowledged, delivered } = await admin.jsm.consumers.info(stream, consumer);
      expect([unacknowledged, delivered.stream_seq > 0]).toEqual([0, true]);
    }
  });

  test('change entries of accounts to disable a webhook, and nothing else of others', async () => {
    const bucket = await openBucket(webhooks, buckets.accounts);
    const revision = await bucket.put('account.webhooks', '{}');
    expect(await bucket.update('account.webhooks', '{"webhooks":[]}', revision)).toBeGreaterThan(revision);
    const attempts: Attempt[] = [
      ...['$KV.accounts.key.mine', '$KV.accounts.secret.cursor', '$KV.accounts.account.one.more'].map(empty),
      ...['raw.test', 'feed.test', 'dead.test', `delivery.test.${webhookId}.x`, '$KV.symbols.AAPL'].map(empty),
      ...['$KV.feed_log.generations', '$KV.feed_log.checkpoint.write', '$KV.leases.refine', '$KV.leases.write'].map(empty),
      ...Object.keys(await held()).flatMap((stream): Attempt[] => [
        ...['PURGE', 'DELETE', 'UPDATE', 'MSG.DELETE'].map((verb): Attempt => [`$JS.API.STREAM.${verb}.${stream}`, { seq: 1, name: stream }]),
        [`$JS.API.CONSUMER.DURABLE.CREATE.${stream}.mine`, { stream_name: stream, config: { durable_name: 'mine', ack_policy: 'explicit' } }],
      ]),
      // Documents and sign-ins.
      ...['RAW', 'DEAD', 'KV_identities', 'KV_sessions', 'KV_positions'].flatMap((stream): Attempt[] => [
        [`$JS.API.STREAM.MSG.GET.${stream}`, { seq: 1 }],
        [`$JS.API.CONSUMER.CREATE.${stream}`, { stream_name: stream, config: { ack_policy: 'none' } }],
      ]),
      [`$JS.API.CONSUMER.MSG.NEXT.${streams.raw}.${consumers.refine}`],
      [`$JS.API.CONSUMER.DELETE.${streams.deliveries}.${consumers.deliver}`],
    ];
    expect(await accepted(webhooks, attempts)).toEqual([]);
  });
});
