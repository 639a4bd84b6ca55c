/**
 * Plain mails through the SMTP server of configuration, a few at a time from a bounded queue, each tried a few times.
 * What is queued when the process ends is lost: whoever waits for it asks again. Subjects and texts may hold what people wrote.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import pLimit from 'p-limit';
import type { Config } from '#schemas/config.ts';
import type { Logger } from './log.ts';

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

export function openMailer({ SMTP_URL, MAIL_FROM }: Pick<Config, 'SMTP_URL' | 'MAIL_FROM'>, log: Logger): Mailer {
  const limit = pLimit(atOnceMax);
  const stopping = new AbortController();
  let held = 0;
  if (SMTP_URL === null) return { isConfigured: false, queue: () => false, stop: async () => undefined };
  const transport = createTransport({
    url: SMTP_URL,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  const deliver = async ({ to, subject, text }: Mail): Promise<void> => {
    for (let tries = 0; ; tries += 1) {
      try {
        // An object is one address, however it reads; a text would be parsed for several.
        await transport.sendMail({ from: MAIL_FROM, to: { name: '', address: to }, subject: oneLine(subject), text, headers: { 'Auto-Submitted': 'auto-generated' } }); // prettier-ignore
        return;
      } catch (error) {
        const waitMs = retryAfterMs[tries];
        // A refusal of this mail (5xx) is the same the next time.
        const isFinal = ((error as { responseCode?: number }).responseCode ?? 0) >= 500;
        if (waitMs === undefined || isFinal) throw error;
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
    stop: async () => {
      const deadlineMs = performance.now() + stopWithinMs;
      while (held > 0 && performance.now() < deadlineMs) await sleep(20);
      stopping.abort();
      transport.close();
    },
  };
}
