/** The part that delivers to webhooks. Several processes may run it and share the deliveries. */
import type { KV } from '@nats-io/kv';
import { accountName } from '#ops/accounts/account-entries.ts';
import { parseJson } from '#schemas/json-text.ts';
import { followBucket, type BucketReader } from '#ops/nats/follow-bucket.ts';
import { createOutbound } from '#ops/outbound/outbound.ts';
import { consumers, buckets, streams } from '#schemas/subjects.ts';
import { openFor, tablesVerified, type PipelinePart, type PartContext } from '../part.ts';
import { readArticles } from './articles.ts';
import { createAttemptJournal } from './attempt-journal.ts';
import { runDeliverer } from './deliverer.ts';
import type { DelivererDeps } from './deliverer-deps.ts';
import { createForgottenAccounts } from './forget-accounts.ts';
import { followFailureRuns } from './failure-runs.ts';
import { createDeliveryMetrics } from './metrics.ts';
import { createSubscriptions, webhookOf, type Subscriptions } from './subscriptions.ts';

/** Milliseconds in which a stopping process has to store the journal of attempts. */
const journalWithinMs = 2_000;
/** Milliseconds. It is less than an attempt's, so that an unreachable receiver differs from one that does not answer. */
const connectWithinMs = 7_000;

function start(context: PartContext): () => Promise<void> {
  const { bus, store, config, registry, board, tracing, log, now, signal } = context;
  const progress = board.add();
  const metrics = createDeliveryMetrics(registry);
  return async () => {
    await tablesVerified(context, progress);
    const accounts = await openFor(context, buckets.accounts);
    const bucket = await openFor(context, buckets.webhookFailures);
    const attempts = await openFor(context, buckets.webhookAttempts);
    const subscriptions = createSubscriptions();
    const [forgotten, ended] = [createForgottenAccounts(), new AbortController()];
    let forgetRuns: (accountId: string) => void = () => undefined;
    const reader: BucketReader = {
      isWanted: subscriptions.isWanted,
      put: (key, value) => {
        forgotten.put(key);
        subscriptions.put(key, value);
      },
      remove: (key) => {
        forgotten.remove(key);
        subscriptions.remove(key);
        forgetRuns(key.slice(key.indexOf('.') + 1));
      },
    };
    const followed = await followBucket(accounts, reader, { connection: bus.connection, log });
    const runs = await followFailureRuns({ bus, bucket, accounts, onDisabled: metrics.disabled, now, log });
    // A failure run that cannot be removed now expires later.
    forgetRuns = (accountId) => void runs.forget(accountId).catch(() => undefined);
    const journal = createAttemptJournal(store, { log, onLost: metrics.unlogged });
    const outbound = createOutbound({
      allowedOrigins: config.OUTBOUND_ALLOWED_ORIGINS,
      // The host has no lower limit of its own: receiver-queues.ts limits each receiver, and one must not wait for another on its host.
      connectionsMax: config.WEBHOOK_REQUESTS,
      connectTimeoutMs: connectWithinMs,
    });
    const webhookFor = webhookLookup(subscriptions, accounts);
    const deps = { bus, attempts, webhookFor, articles: readArticles(bus), runs, outbound, journal, metrics, tracing, progress, now, log };
    try {
      void forgotten.run(store, log, AbortSignal.any([signal, ended.signal]));
      await runDeliverer({ ...deps, inFlightMax: config.WEBHOOK_REQUESTS }, signal);
    } finally {
      ended.abort();
      followed.stop();
      runs.stop();
      await Promise.all([outbound.close(), journal.close(journalWithinMs)]);
    }
  };
}

/** Returns the lookup of current webhooks. It reads the bucket when the followed copy says gone or disabled, because that may be outdated. */
export const webhookLookup =
  (subscriptions: Pick<Subscriptions, 'webhook'>, accounts: KV): DelivererDeps['webhookFor'] =>
  async ({ account_id, webhook_id }) => {
    const known = subscriptions.webhook(webhook_id);
    if (known?.accountId === account_id && known.webhook.disabled_at === null) return known.webhook;
    const entry = await accounts.get(accountName(account_id));
    return entry?.operation === 'PUT' ? (webhookOf(parseJson(entry.string()), webhook_id) ?? null) : null;
  };

export const deliverPart: PipelinePart = {
  lanes: [
    {
      name: 'deliver',
      reads: `${streams.deliveries} (consumer ${consumers.deliver}); ${streams.feed} by sequence; KV ${buckets.accounts}`,
      steps: ['wait for its turn', 'sign', 'send', 'count failures', 'plan the next attempt'],
      writes: `webhooks of customers; KV ${buckets.webhookAttempts}, ${buckets.webhookFailures}, ${buckets.accounts}; ${streams.notices}; ClickHouse`,
    },
  ],
  start,
};
