/**
 * Publishes requests of owners and operators to the deliverer: a test event, or one more attempt at a past delivery. Each is a message of
 * DELIVERIES.
 */
import { requestSubject, type RepeatDelivery, type TestDelivery } from '#schemas/delivery.ts';
import type { Bus } from '../nats/nats.ts';

const publishWithinMs = 5_000;

/** Sends the newest article of the feed to the webhook once, even when the webhook is disabled. */
export async function requestTestDelivery(bus: Bus, of: { readonly accountId: string; readonly webhookId: string }, now: Date): Promise<void> {
  const delivery: TestDelivery = { v: 1, kind: 'test', account_id: of.accountId, webhook_id: of.webhookId, created_at: now.toISOString() };
  await publish(bus, delivery);
}

/** A delivery as the delivery log (clickhouse/webhook-attempts.ts) has it. */
export interface PastDelivery {
  readonly accountId: string;
  readonly webhookId: string;
  /** The delivery's number; the repeated attempt uses the same one. */
  readonly number: number;
  /** Attempts made so far, requested ones included. */
  readonly attempts: number;
  /** When the delivery was created. */
  readonly createdAt: string;
  readonly ticker: string;
  readonly feedSeq: number;
  readonly uid: string;
}

/** Requests one more attempt at a past delivery; no retries follow. */
export async function requestRepeatedDelivery(bus: Bus, past: PastDelivery): Promise<void> {
  const delivery: RepeatDelivery = {
    v: 1,
    kind: 'repeat',
    account_id: past.accountId,
    webhook_id: past.webhookId,
    created_at: past.createdAt,
    ticker: past.ticker,
    feed_seq: past.feedSeq,
    uid: past.uid,
    number: past.number,
    attempt: past.attempts + 1,
  };
  await publish(bus, delivery);
}

async function publish(bus: Bus, delivery: TestDelivery | RepeatDelivery): Promise<void> {
  await bus.js.publish(requestSubject(delivery.kind, delivery.webhook_id), JSON.stringify(delivery), { timeout: publishWithinMs });
}
