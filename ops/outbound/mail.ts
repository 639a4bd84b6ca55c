/**
 * Plain mails through the SMTP server of configuration, a few at a time from a bounded queue, each tried a few times.
 * What is queued when the process ends is lost: whoever waits for it asks again. Subjects and texts may hold what people wrote.
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
  /** False: there is no server, and nobody is told anything. */
  readonly isConfigured: boolean;
  /** Queues what `make` answers, which is asked after the caller has gone on; null: nothing is sent. False: the queue is full, or there is no server. */
  readonly queue: (make: () => Promise<Mail | null> | Mail | null) => boolean;
  /** Tries once; whoever waits keeps the mail. `refused`: it would be the next time, too. Throws where another try may help. */
  readonly send: (mail: Mail) => Promise<'sent' | 'refused'>;
  readonly stop: () => Promise<void>;
}

const atOnceMax = 4;
const heldMax = 500;
/** Waits before a mail is tried again. */
const retryAfterMs = [2_000, 15_000, 60_000];
const timeoutMs = 10_000;
const stopWithinMs = 3_000;

/** One line, without what could end it. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').slice(0, 200);

/** The server refuses this mail (5xx of RFC 5321, 4.2.1): it would the next time, too. */
const isRefusal = (error: unknown): boolean => ((error as { responseCode?: number }).responseCode ?? 0) >= 500;

export function openMailer({ SMTP_URL, MAIL_FROM }: Pick<Config, 'SMTP_URL' | 'MAIL_FROM'>, log: Logger): Mailer {
  const limit = pLimit(atOnceMax);
  const stopping = new AbortController();
  let held = 0;
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
    // An object is one address, however it reads; a text would be parsed for several.
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
      // Neither the address nor the text: it may hold a link.
      if (!stopping.signal.aborted) log.warn({ reason: (error as { code?: string }).code ?? 'unknown' }, 'mail.failed');
    }
  };

  return {
    isConfigured: true,
    queue: (make) => {
      if (held >= heldMax || stopping.signal.aborted) return false;
      held += 1;
      // Looked up and written after the answer that is being made.
      setImmediate(() => {
        void limit(run, make).finally(() => {
          held -= 1;
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
      while (held > 0 && performance.now() < deadlineMs) await sleep(20);
      stopping.abort();
      transport.close();
    },
  };
}
