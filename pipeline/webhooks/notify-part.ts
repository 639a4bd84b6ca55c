/** The part that mails notices. Several processes may run it: each notice goes to one of them. */
import { openMailer } from '#ops/outbound/mail.ts';
import { buckets, consumers, streams } from '#schemas/subjects.ts';
import { openFor, type PipelinePart, type PartContext } from '../part.ts';
import { runNotices } from './notices.ts';

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
      // A notice that is not mailed within the stream's days is lost.
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
