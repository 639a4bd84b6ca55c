/** Mails sent through a real SMTP server. */
import { afterAll, expect, test } from 'vitest';
import { openMailer } from '#ops/outbound/mail.ts';
import { readConfig } from '#schemas/config.ts';
import { testLog } from '#test/support/log.ts';
import { startMailServer } from '#test/support/smtp.ts';
import { until } from '#test/support/until.ts';

const server = await startMailServer();
afterAll(() => server.stop());
const mailer = openMailer(readConfig({ SMTP_URL: server.url, MAIL_FROM: 'Feed of news <feed@example.test>' }), testLog);
afterAll(() => mailer.stop());

test('a mail is plain text from the configured sender, marked as sent by a program', async () => {
  mailer.queue(() => ({ to: 'one@example.test', subject: 'Grüße', text: 'Line one\n.\nhttps://example.test/?token=a=b\n' }));
  const mail = await server.mailTo('one@example.test');
  expect(mail.from).toBe('feed@example.test');
  expect(mail.headers.get('from')).toBe('Feed of news <feed@example.test>');
  expect(mail.headers.get('content-type')).toMatch(/^text\/plain; charset=utf-8/);
  expect(mail.headers.get('auto-submitted')).toBe('auto-generated');
  expect(mail.text).toContain('\r\n.\r\nhttps://example.test/?token=a=b');
});

test('no subject or address adds a header or a receiver', async () => {
  mailer.queue(() => ({ to: 'two@example.test', subject: 'Hello\r\nBcc: victim@example.test\r\n\r\nbody\u2028X: y', text: 'x' }));
  const mail = await server.mailTo('two@example.test');
  expect(mail.to).toEqual(['two@example.test']);
  expect(mail.headerNames.filter((name) => name === 'bcc' || name === 'x')).toEqual([]);
  expect(mail.headers.get('subject')).toContain('Hello Bcc: victim@example.test');
  mailer.queue(() => ({ to: 'three@example.test, victim@example.test', subject: 'x', text: 'x' }));
  mailer.queue(() => ({ to: 'four@example.test', subject: 'x', text: 'x' }));
  await server.mailTo('four@example.test');
  expect(server.countTo('victim@example.test')).toBe(0);
});

test('a mail that the server defers is tried again; one that it refuses for good is not', async () => {
  server.refuse(451, 1);
  mailer.queue(() => ({ to: 'later@example.test', subject: 'x', text: 'x' }));
  await server.mailTo('later@example.test');
  expect(server.refused()).toBe(1);
  server.refuse(550, 1);
  mailer.queue(() => ({ to: 'never@example.test', subject: 'x', text: 'x' }));
  await until('the refusal', () => server.refused() === 2);
  mailer.queue(() => ({ to: 'after@example.test', subject: 'x', text: 'x' }));
  await server.mailTo('after@example.test');
  expect(server.countTo('never@example.test')).toBe(0);
});

test('a refused login is no refusal of the mail', async () => {
  const closed = await startMailServer({ login: 'refused' });
  const behind = openMailer(readConfig({ SMTP_URL: closed.url.replace('//', '//user:expired@') }), testLog);
  try {
    await expect(behind.send({ to: 'one@example.test', subject: 'x', text: 'x' })).rejects.toMatchObject({ code: 'EAUTH', responseCode: 535 });
  } finally {
    await behind.stop();
    await closed.stop();
  }
});

test('a mail is made after its caller has gone on; one that is null or fails stops no other', async () => {
  let isMade = false;
  mailer.queue(() => {
    isMade = true;
    return null;
  });
  expect(isMade).toBe(false);
  mailer.queue(async () => {
    throw new Error('the look-up failed');
  });
  mailer.queue(() => ({ to: 'last@example.test', subject: 'x', text: 'x' }));
  await server.mailTo('last@example.test');
  expect(isMade).toBe(true);
});

test('the queue is bounded, and an unreachable server does not delay the stop', async () => {
  const lonely = openMailer(readConfig({ SMTP_URL: 'smtp://127.0.0.1:1' }), testLog);
  const { promise, resolve } = Promise.withResolvers<null>();
  const taken = Array.from({ length: 600 }, () => lonely.queue(() => promise));
  expect(taken.filter(Boolean)).toHaveLength(500);
  resolve(null);
  await lonely.stop();
  expect(openMailer(readConfig({}), testLog)).toMatchObject({ isConfigured: false });
});
