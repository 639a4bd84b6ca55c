/** Counts each webhook's consecutive failed attempts (its failure run) over all deliverers, and disables a webhook after too many. */
import type { KV } from '@nats-io/kv';
import type { WebhookOwner } from '#clickhouse/webhook-attempts.ts';
import { retryRaces } from '#ops/nats/bucket-entry.ts';
import { disableWebhook } from '#ops/accounts/account-webhooks.ts';
import { followBucket } from '#ops/nats/follow-bucket.ts';
import type { Logger } from '#ops/process/log.ts';
import type { Bus } from '#ops/nats/nats.ts';
import { failuresMax, FailureRun } from '#schemas/delivery.ts';
import { noticeSubject, type Notice } from '#schemas/notice.ts';

export type FailureRuns = Awaited<ReturnType<typeof followFailureRuns>>;

interface FailureRunsDeps {
  readonly bus: Bus;
  /** Bucket `webhook_failures`. */
  readonly bucket: KV;
  readonly accounts: KV;
  readonly onDisabled: () => void;
  readonly now: () => Date;
  readonly log: Logger;
}

const noticeWithinMs = 5_000;

export async function followFailureRuns(deps: FailureRunsDeps) {
  const { bus, bucket, accounts, now, log } = deps;
  const known = new Map<string, FailureRun>();
  const following = await followBucket(
    bucket,
    { put: (key, value) => void known.set(key, FailureRun.parse(value)), remove: (key) => void known.delete(key) },
    { connection: bus.connection, log },
  );

  /** Counts the attempt and returns the consecutive failures. Several deliverers may count at once. */
  const count = (webhookId: string, accountId: string, attempt: string): Promise<number> =>
    retryRaces(async () => {
      const entry = await bucket.get(webhookId);
      const run = entry?.operation === 'PUT' ? (FailureRun.safeParse(entry.json()).data ?? null) : null;
      if (run?.last === attempt) return run.in_a_row;
      const next: FailureRun = { account_id: accountId, in_a_row: (run?.in_a_row ?? 0) + 1, last: attempt };
      await bucket.put(webhookId, JSON.stringify(next), { previousSeq: entry?.revision ?? 0 });
      known.set(webhookId, next);
      return next.in_a_row;
    });

  const disable = async (accountId: string, webhookId: string): Promise<void> => {
    const at = now().toISOString();
    const disabledAt = await disableWebhook(accounts, accountId, webhookId, at);
    if (disabledAt !== null) {
      await notifyOwner(bus, { v: 1, kind: 'webhook_disabled', account_id: accountId, webhook_id: webhookId, disabled_at: disabledAt });
      log.warn({ account: accountId, webhook: webhookId }, 'webhook.disabled');
      // Two attempts may fail at once, and only one of them disables the webhook.
      if (disabledAt === at) deps.onDisabled();
    }
    // The run is removed last: a deliverer that finds it after a crash notifies the owner again and then removes it.
    await end(webhookId);
  };

  const end = async (webhookId: string): Promise<void> => {
    known.delete(webhookId);
    await bucket.delete(webhookId);
  };

  return {
    /** Counts a failed attempt, once for each name `attempt`, and disables the webhook after too many. */
    failed: async ({ accountId, webhookId }: WebhookOwner, attempt: string): Promise<void> => {
      if ((await count(webhookId, accountId, attempt)) >= failuresMax) await disable(accountId, webhookId);
    },
    succeeded: async (webhookId: string): Promise<void> => {
      if (known.has(webhookId)) await end(webhookId);
    },
    /** Must be called for a webhook that is found disabled. */
    foundDisabled: async ({ accountId, webhookId }: WebhookOwner): Promise<void> => {
      const run = known.get(webhookId);
      if (run === undefined) return;
      // Ending the run keeps the failures of attempts that were in flight from counting after the webhook is enabled again.
      await (run.in_a_row >= failuresMax ? disable(accountId, webhookId) : end(webhookId));
    },
    forget: async (accountId: string): Promise<void> => {
      for (const [webhookId, run] of known) if (run.account_id === accountId) await end(webhookId);
    },
    stop: following.stop,
  };
}

/** Queues a mail to the owner. A notice that is published twice is one message. */
async function notifyOwner(bus: Bus, notice: Notice): Promise<void> {
  const subject = noticeSubject(notice);
  await bus.js.publish(subject, JSON.stringify(notice), { msgID: subject, timeout: noticeWithinMs });
}
