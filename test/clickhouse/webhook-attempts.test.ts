import { expect, test } from 'vitest';
import { attemptsOf, storeAttempts, type WebhookAttempt } from '#clickhouse/webhook-attempts.ts';
import type { Store } from '#clickhouse/store.ts';
import { createAttemptJournal } from '#pipeline/webhooks/attempt-journal.ts';
import { createForgottenAccounts } from '#pipeline/webhooks/forget-accounts.ts';
import { testLog } from '#test/support/log.ts';
import { sharedClickHouse } from '#test/support/shared-servers.ts';
import { until } from '#test/support/until.ts';
import { sharedStore } from './fresh-store.ts';

const clickhouse = await sharedClickHouse();
const store = await sharedStore(clickhouse.url);

const baseMs = Date.now() - 60_000;
const attempt = (number: number, changes: Partial<WebhookAttempt> = {}): WebhookAttempt => ({
  attemptedAt: new Date(baseMs + number).toISOString(),
  number,
  attempt: 1,
  kind: 'news',
  createdAt: new Date(baseMs).toISOString(),
  ticker: 'ACME',
  feedSeq: 7,
  uid: '0123456789abcdef',
  durationMs: 12,
  status: 204,
  error: '',
  answer: 'it is “fine”\n',
  nextAt: null,
  ...changes,
});
const owner = (accountId: string, webhookId = 'wh_1') => ({ accountId, webhookId });
const newest = (of: ReturnType<typeof owner>, limit = 10) => attemptsOf(store, { ...of, limit });

test('attempts are read as they were stored, newest first, for the webhook of that account', async () => {
  const failed = attempt(2, { status: 0, error: 'failed: ECONNREFUSED', nextAt: new Date(baseMs + 60_000).toISOString() });
  await storeAttempts(
    store,
    [attempt(1), failed, attempt(3)].map((one) => ({ ...one, ...owner('a') })),
  );
  await storeAttempts(store, [
    { ...attempt(4), ...owner('a', 'wh_2') },
    { ...attempt(5), ...owner('b') },
  ]);
  const webhookId = 'wh_1';
  expect(await newest(owner('a'))).toEqual([attempt(3), failed, attempt(1)].map((one) => ({ webhookId, ...one })));
  expect(await newest(owner('a'), 1)).toEqual([{ webhookId, ...attempt(3) }]);
  expect(await newest(owner('b', 'wh_2'))).toEqual([]);
  expect(await attemptsOf(store, { ...owner('a'), number: 2, limit: 9 })).toEqual([{ webhookId, ...failed }]);
  expect(await attemptsOf(store, { ...owner('b'), number: 2, limit: 9 })).toEqual([]);
});

test('an attempt that is stored twice is listed once', async () => {
  const one = { ...attempt(9), ...owner('twice') };
  await storeAttempts(store, [one]);
  await storeAttempts(store, [one]);
  expect(await newest(owner('twice'))).toHaveLength(1);
});

test('the journal stores every attempt, also after the tables were unreachable', async () => {
  let isAway = true;
  let refused = 0;
  const unsteady: Store = {
    ...store,
    insert: (table, rows) => {
      if (!isAway) return store.insert(table, rows);
      refused += 1;
      return Promise.reject(new Error('the tables are unreachable'));
    },
  };
  const journal = createAttemptJournal(unsteady, { log: testLog, onLost: () => expect.fail('nothing is lost') });
  for (const number of [1, 2, 3]) journal.add({ ...attempt(number), ...owner('journal') });
  await until('a refusal', () => refused > 0);
  isAway = false;
  journal.add({ ...attempt(4), ...owner('journal') });
  await journal.close(10_000);
  expect((await newest(owner('journal'))).map(({ number }) => number)).toEqual([4, 3, 2, 1]);
});

test('the attempts of a deleted account are removed, also where it was deleted before the start, and those of no other', async () => {
  const ids = ['gone-before', 'gone-now', 'stays'];
  await storeAttempts(store, ids.flatMap((id) => [{ ...attempt(1), ...owner(id) }, { ...attempt(2), ...owner(id, 'wh_2') }])); // prettier-ignore
  const left = async (): Promise<number[]> => Promise.all(ids.map(async (accountId) => (await attemptsOf(store, { accountId, limit: 10 })).length));
  expect(await left()).toEqual([2, 2, 2]);
  expect((await attemptsOf(store, { accountId: 'stays', limit: 10 })).map(({ webhookId, number }) => [webhookId, number])).toEqual([
    ['wh_2', 2],
    ['wh_1', 1],
  ]);
  const forgotten = createForgottenAccounts({ afterMs: [1], everyMs: 3_600_000 });
  // Entries as a bucket is read at the start: markers of deletions, and accounts; `stays` was created again under its id.
  for (const id of ids.slice(0, 1)) forgotten.remove(`account.${id}`);
  forgotten.remove('account.stays');
  forgotten.put('account.stays');
  forgotten.remove('key.gone-now');
  const stopping = new AbortController();
  const running = forgotten.run(store, testLog, stopping.signal);
  await until('the first to be removed', async () => (await left())[0] === 0);
  expect(await left()).toEqual([0, 2, 2]);
  forgotten.remove('account.gone-now');
  await until('the second to be removed', async () => (await left())[1] === 0);
  stopping.abort();
  await running;
  expect(await left()).toEqual([0, 0, 2]);
});
