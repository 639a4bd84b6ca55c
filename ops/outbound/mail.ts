/** Sends plain text mails through the SMTP server from a bounded queue, with a few retries. Queued mails are lost when the process ends. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import pLimit from 'p-limit';
import type { Config } from '#schemas/config.ts';
import type { Logger } from '../process/log.ts';

export interface Mail {
  readonly to: string;
  /** Line breaks and control characters in it become spaces. It may contain users' input. */
  readonly subject: string;
  readonly text: string;
}

export interface Mailer {
  /** False when SMTP_URL is not set: no mail is sent. */
  readonly isConfigured: boolean;
  /** Queues a mail that `make` returns later, or null for none. Returns false when the queue is full or no server is configured. */
  readonly queue: (make: () => Promise<Mail | null> | Mail | null) => boolean;
  /** Sends a mail once. Returns `refused` when the server would refuse it again; throws when a retry may succeed. */
  readonly send: (mail: Mail) => Promise<'sent' | 'refused'>;
  readonly stop: () => Promise<void>;
}

const concurrentMax = 4;
const queuedMax = 500;
const retryAfterMs = [2_000, 15_000, 60_000];
const timeoutMs = 10_000;
const stopWithinMs = 3_000;

const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').slice(0, 200);

/** Returns true when the server refused the mail itself with 5xx (RFC 5321, 4.2.1). A refused login does not count. */
const isRefusal = (error: unknown): boolean => {
  const { code = '', responseCode = 0 } = error as { code?: string; responseCode?: number };
  return ['EENVELOPE', 'EMESSAGE'].includes(code) && responseCode >= 500;
};

export function openMailer({ SMTP_URL, MAIL_FROM }: Pick<Config, 'SMTP_URL' | 'MAIL_FROM'>, log: Logger): Mailer {
  const limit = pLimit(concurrentMax);
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
    // An address object is one address, whatever it contains. A string would be parsed as a list of addresses.
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
      // The log omits the address and the text, which may contain a sign-in link.
      if (!stopping.signal.aborted) log.warn({ reason: (error as { code?: string }).code ?? 'unknown' }, 'mail.failed');
    }
  };

  return {
    isConfigured: true,
    queue: (make) => {
      if (queued >= queuedMax || stopping.signal.aborted) return false;
      queued += 1;
      // The mail is made after the caller has responded, so the response time does not depend on it.
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
