/**
 * Counts the failed attempts of each webhook in a row, over all deliverers, and disables one that has failed too often. The
 * count is the bucket's; a success ends the run. Disabled, the owner is told, and a run that ended so is removed last: whoever
 * finds one of a disabled webhook, after a crash in between, finishes it.
 */
import type { KV } from '@nats-io/kv';
import { retryRaces } from '#ops/nats/bucket-entry.ts';
import { disableWebhook } from '#ops/accounts/disable-webhook.ts';
import { followBucket } from '#ops/nats/follow-bucket.ts';
import type { Logger } from '#ops/process/log.ts';
import type { Bus } from '#ops/nats/nats.ts';
import { failuresMax, FailureRun } from '#schemas/delivery.ts';
import { noticeSubject, type Notice } from '#schemas/notice.ts';

export interface FailureRuns {
  /** An attempt failed, named so that it is counted once; resolves when the webhook is disabled, if it had to be. */
  readonly failed: (of: { readonly accountId: string; readonly webhookId: string }, attempt: string) => Promise<void>;
  readonly succeeded: (webhookId: string) => Promise<void>;
  /** To be called for a webhook that is found disabled. */
  readonly foundDisabled: (of: { readonly accountId: string; readonly webhookId: string }) => Promise<void>;
  /** Of an account that was deleted. */
  readonly forget: (accountId: string) => Promise<void>;
  readonly stop: () => void;
}

export interface FailureRunsDeps {
  readonly bus: Bus;
  /** Bucket `webhook_failures`. */
  readonly bucket: KV;
  readonly accounts: KV;
  readonly onDisabled: () => void;
  readonly now: () => Date;
  readonly log: Logger;
}

const noticeWithinMs = 5_000;

export async function followFailureRuns(deps: FailureRunsDeps): Promise<FailureRuns> {
  const { bus, bucket, accounts, now, log } = deps;
  const known = new Map<string, FailureRun>();
  const following = await followBucket(
    bucket,
    { put: (key, value) => void known.set(key, FailureRun.parse(value)), remove: (key) => void known.delete(key) },
    { connection: bus.connection, log },
  );

  /** Returns the failures in a row with this one; several deliverers may count at once. */
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
      // Two attempts may fail at once.
      if (disabledAt === at) deps.onDisabled();
    }
    await end(webhookId);
  };

  const end = async (webhookId: string): Promise<void> => {
    known.delete(webhookId);
    await bucket.delete(webhookId);
  };

  return {
    failed: async ({ accountId, webhookId }, attempt) => {
      if ((await count(webhookId, accountId, attempt)) >= failuresMax) await disable(accountId, webhookId);
    },
    succeeded: async (webhookId) => {
      if (known.has(webhookId)) await end(webhookId);
    },
    foundDisabled: async ({ accountId, webhookId }) => {
      const run = known.get(webhookId);
      if (run === undefined) return;
      // One that was begun by attempts still under way then would count once it is enabled again.
      await (run.in_a_row >= failuresMax ? disable(accountId, webhookId) : end(webhookId));
    },
    forget: async (accountId) => {
      for (const [webhookId, run] of known) if (run.account_id === accountId) await end(webhookId);
    },
    stop: following.stop,
  };
}

/** For whoever sends mail; the same notice is one message, however often it is told. */
async function notifyOwner(bus: Bus, notice: Notice): Promise<void> {
  const subject = noticeSubject(notice);
  await bus.js.publish(subject, JSON.stringify(notice), { msgID: subject, timeout: noticeWithinMs });
}
