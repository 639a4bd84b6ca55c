/**
 * Sends plain mails through the configured SMTP server, a few at a time from a bounded queue, with a few retries. Queued mails are lost
 * when the process ends; the recipient requests them again. Subjects and texts may contain users' input.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import pLimit from 'p-limit';
import type { Config } from '#schemas/config.ts';
import type { Logger } from '../process/log.ts';

export interface Mail {
  /** One address in its normal form (schemas/sign-in.ts). */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface Mailer {
  /** False: there is no server, and no mail is sent. */
  readonly isConfigured: boolean;
  /** Queues the mail that `make` returns later (null: none). Returns false when the queue is full or there is no server. */
  readonly queue: (make: () => Promise<Mail | null> | Mail | null) => boolean;
  /** Sends the mail without a retry; the caller keeps it. `refused`: a retry would be refused too. Throws when a retry may succeed. */
  readonly send: (mail: Mail) => Promise<'sent' | 'refused'>;
  readonly stop: () => Promise<void>;
}

const atOnceMax = 4;
const queuedMax = 500;
/** Delays before each retry of a mail, in ms. */
const retryAfterMs = [2_000, 15_000, 60_000];
const timeoutMs = 10_000;
const stopWithinMs = 3_000;

/** Returns the text as one line, without line breaks and control characters. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').slice(0, 200);

/** Returns true when the server refuses this mail (5xx of RFC 5321, 4.2.1): a retry would be refused too. A refused login says nothing of it. */
const isRefusal = (error: unknown): boolean => {
  const { code = '', responseCode = 0 } = error as { code?: string; responseCode?: number };
  return ['EENVELOPE', 'EMESSAGE'].includes(code) && responseCode >= 500;
};

/** Without SMTP_URL it sends nothing, and `isConfigured` is false. */
export function openMailer({ SMTP_URL, MAIL_FROM }: Pick<Config, 'SMTP_URL' | 'MAIL_FROM'>, log: Logger): Mailer {
  const limit = pLimit(atOnceMax);
  const stopping = new AbortController();
  let queued = 0;
  if (SMTP_URL === null) return { isConfigured: false, queue: () => false, send: async () => 'refused', stop: async () => undefined };
  const transport = createTransport({
    url: SMTP_URL,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  const send = async ({ to, subject, text }: Mail): Promise<void> => {
    // An object is exactly one address, whatever its text; a string would be parsed as a list.
    await transport.sendMail({ from: MAIL_FROM, to: { name: '', address: to }, subject: oneLine(subject), text, headers: { 'Auto-Submitted': 'auto-generated' } }); // prettier-ignore
  };

  const deliver = async (mail: Mail): Promise<void> => {
    for (let tries = 0; ; tries += 1) {
      try {
        return await send(mail);
      } catch (error) {
        const waitMs = retryAfterMs[tries];
        if (waitMs === undefined || isRefusal(error)) throw error;
        await sleep(waitMs * (0.75 + Math.random() / 2), undefined, { signal: stopping.signal, ref: false });
      }
    }
  };

  const run = async (make: () => Promise<Mail | null> | Mail | null): Promise<void> => {
    if (stopping.signal.aborted) return;
    try {
      const mail = await make();
      if (mail !== null) await deliver(mail);
    } catch (error) {
      // The log has neither the address nor the text, which may contain a link.
      if (!stopping.signal.aborted) log.warn({ reason: (error as { code?: string }).code ?? 'unknown' }, 'mail.failed');
    }
  };

  return {
    isConfigured: true,
    queue: (make) => {
      if (queued >= queuedMax || stopping.signal.aborted) return false;
      queued += 1;
      // Runs after the caller's response, so that its time does not depend on it.
      setImmediate(() => {
        void limit(run, make).finally(() => {
          queued -= 1;
        });
      });
      return true;
    },
    send: async (mail) => {
      try {
        await send(mail);
        return 'sent';
      } catch (error) {
        if (isRefusal(error)) return 'refused';
        throw error;
      }
    },
    stop: async () => {
      const deadlineMs = performance.now() + stopWithinMs;
      while (queued > 0 && performance.now() < deadlineMs) await sleep(20);
      stopping.abort();
      transport.close();
    },
  };
}
