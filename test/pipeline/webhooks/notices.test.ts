/** Only the owner of a disabled webhook gets a mail, once the mail server takes it. */
import pino from 'pino';
import { afterAll, expect, test } from 'vitest';
import { addWebhook, enableWebhook, removeWebhook, disableWebhook } from '#ops/accounts/account-webhooks.ts';
import { createAccount } from '#ops/accounts/accounts.ts';
import { openMailer } from '#ops/outbound/mail.ts';
import { createProgress } from '#ops/process/progress.ts';
import { openBucket } from '#ops/nats/streams.ts';
import { runNotices } from '#pipeline/webhooks/notices.ts';
import { readConfig } from '#schemas/config.ts';
import { noticeSubject, type Notice } from '#schemas/notice.ts';
import { buckets, consumers, streams } from '#schemas/subjects.ts';
import { applyStreams } from '#test/support/control-plane.ts';
import { testLog } from '#test/support/log.ts';
import { sharedBus } from '#test/support/shared-servers.ts';
import { startMailServer } from '#test/support/smtp.ts';
import { until } from '#test/support/until.ts';

const stopping = new AbortController();
const lines: string[] = [];
const { bus } = await sharedBus();
const mail = await startMailServer();
await applyStreams(bus);
const accounts = await openBucket(bus, buckets.accounts);
const mailer = openMailer(readConfig({ SMTP_URL: mail.url, MAIL_FROM: 'feed@example.test' }), testLog);
const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
const deps = { bus, accounts, mailer, progress: createProgress({ stalledAfterMs: 60_000 }), log, againAfterMs: [50] as const };
const ended = runNotices(deps, stopping.signal);
afterAll(async () => {
  stopping.abort();
  await ended;
  await mailer.stop();
  await mail.stop();
});

const url = 'https://hooks.example.com/news';
const disabledAt = '2026-01-02T03:04:05.000Z';

async function disabled(email?: string): Promise<Notice> {
  const { id } = await createAccount(accounts, { name: 'x', plan: 'pro', ...(email !== undefined && { email }) }, new Date());
  const webhook = await addWebhook(accounts, id, url, [], new Date());
  await disableWebhook(accounts, id, webhook.id, disabledAt);
  return { v: 1, kind: 'webhook_disabled', account_id: id, webhook_id: webhook.id, disabled_at: disabledAt };
}
const publish = async (notice: Notice): Promise<void> => void (await bus.js.publish(noticeSubject(notice), JSON.stringify(notice)));
const allTold = (): Promise<unknown> =>
  until('every notice to be done with', async () => {
    const { num_pending: pending, num_ack_pending: held } = await bus.jsm.consumers.info(streams.notices, consumers.notify);
    return pending + held === 0;
  });

test('a mail is sent again until the server takes it, and names the webhook', async () => {
  const notice = await disabled('owner@example.test');
  mail.refuse(451, 2);
  await publish(notice);
  const { text, headers } = await mail.mailTo('owner@example.test');
  expect(mail.refused()).toBe(2);
  expect(headers.get('subject')).toBe('Your webhook was disabled');
  expect(text).toContain(notice.webhook_id);
  expect(text).toContain(url);
  expect(text).not.toContain('whsec_');
  await allTold();
  expect(mail.countTo('owner@example.test')).toBe(1);
  expect(lines.join('')).not.toContain('owner@');
});

test('no mail is sent for a webhook that was enabled or removed meanwhile, an account without an address, or an unreadable notice', async () => {
  const before = mail.mails.length;
  const [enabled, removed, silent] = [await disabled('a@example.test'), await disabled('b@example.test'), await disabled()];
  await enableWebhook(accounts, enabled.account_id, enabled.webhook_id);
  await removeWebhook(accounts, removed.account_id, removed.webhook_id);
  for (const notice of [enabled, removed, silent]) await publish(notice);
  await bus.js.publish('notice.other.x', '{"v":1,"kind":"other"}');
  await bus.js.publish('notice.other.y', 'no JSON');
  await allTold();
  expect(mail.mails).toHaveLength(before);
});

test('a mail that the server refuses for good is not sent again', async () => {
  const notice = await disabled('gone@example.test');
  const before = mail.refused();
  mail.refuse(550, 1);
  await publish(notice);
  await until('the refusal', () => mail.refused() > before);
  await allTold();
  expect(mail.countTo('gone@example.test')).toBe(0);
});
