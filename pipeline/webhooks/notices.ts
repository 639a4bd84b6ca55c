/** The part that mails the notices of the stream NOTICES. A notice stays there until the mail server has accepted its mail or it expires. */
import type { KV } from '@nats-io/kv';
import type { JsMsg } from '@nats-io/jetstream';
import { accountName } from '#ops/accounts/account-entries.ts';
import { readEntry } from '#ops/nats/bucket-entry.ts';
import { parseJson } from '#schemas/json-text.ts';
import type { Logger } from '#ops/process/log.ts';
import { openMailer, type Mail, type Mailer } from '#ops/outbound/mail.ts';
import type { Bus } from '#ops/nats/nats.ts';
import type { Progress } from '#ops/process/progress.ts';
import { StoredAccount } from '#schemas/account.ts';
import { failuresMax } from '#schemas/delivery.ts';
import { Notice } from '#schemas/notice.ts';
import { consumers, streams, buckets } from '#schemas/subjects.ts';
import { Webhook } from '#schemas/webhook.ts';
import { openFor, type PipelinePart, type PartContext } from '../part.ts';
import { readQueue } from './read-queue.ts';

export interface NoticesDeps {
  readonly bus: Bus;
  readonly accounts: KV;
  readonly mailer: Pick<Mailer, 'send'>;
  readonly progress: Progress;
  readonly log: Logger;
  /** Milliseconds before each retry of a mail; the last applies to all further retries. */
  readonly againAfterMs?: readonly [number, ...number[]];
}

const fetchedMax = 10;
const usualAgainAfterMs = [60_000, 300_000, 1_800_000] as const;

export async function runNotices(deps: NoticesDeps, signal: AbortSignal): Promise<void> {
  const { bus, progress, log } = deps;
  const queue = { stream: streams.notices, consumer: consumers.notify, name: 'notices' };
  await readQueue({ ...queue, bus, progress, log, batchSize: () => fetchedMax, take: (message) => mailNotice(message, deps) }, signal);
}

async function mailNotice(message: JsMsg, { accounts, mailer, log, againAfterMs = usualAgainAfterMs }: NoticesDeps): Promise<void> {
  try {
    const { data: notice } = Notice.safeParse(parseJson(message.string()));
    const mail = notice === undefined ? null : await mailOf(notice, accounts);
    const outcome = mail === null ? 'no recipient' : await mailer.send(mail);
    // The address and the text are personal, so they are not logged.
    log.info({ account: notice?.account_id, kind: notice?.kind ?? 'unreadable', outcome }, 'notice.mailed');
    message.ack();
  } catch (error) {
    log.warn({ reason: (error as { code?: string }).code ?? 'unknown', seq: message.seq }, 'notice.put_off');
    message.nak(againAfterMs[Math.min(message.info.deliveryCount, againAfterMs.length) - 1]);
  }
}

/** Returns the mail, or null when the account is gone or has no address, or the webhook was removed or enabled again. */
async function mailOf(notice: Notice, accounts: KV): Promise<Mail | null> {
  const account = (await readEntry(accounts, accountName(notice.account_id), StoredAccount))?.value;
  const webhook = account?.webhooks?.map((value) => Webhook.safeParse(value).data).find((one) => one?.id === notice.webhook_id);
  if (!account?.email || webhook?.disabled_at !== notice.disabled_at) return null;
  return {
    to: account.email,
    subject: 'Your webhook was disabled',
    text: `Your webhook ${webhook.id} was disabled after ${failuresMax} failed delivery attempts in a row, the last at ${notice.disabled_at}:

${webhook.url}

It receives nothing until you enable it again. The Webhooks page of your account shows the result of each attempt and lets you enable the webhook.
`,
  };
}

function start(context: PartContext): () => Promise<void> {
  const { bus, config, board, log, signal } = context;
  const progress = board.add();
  return async () => {
    const accounts = await openFor(context, buckets.accounts);
    const mailer = openMailer(config, log);
    progress.moved();
    progress.idle();
    try {
      if (mailer.isConfigured) return await runNotices({ bus, accounts, mailer, progress, log }, signal);
      // Without a mail server the notices expire.
      log.warn('notices.no_mail_server');
      if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    } finally {
      await mailer.stop();
    }
  };
}

export const notifyPart: PipelinePart = {
  lanes: [
    {
      name: 'notify',
      reads: `${streams.notices} (consumer ${consumers.notify}); KV ${buckets.accounts}`,
      steps: ['find the owner', 'write the mail', 'send it'],
      writes: 'mails of owners',
    },
  ],
  start,
};
