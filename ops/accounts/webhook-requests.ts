/** Asks the deliverer, through messages in the stream DELIVERIES, for a test event or for one more attempt at a past delivery. */
import { requestSubject, type RepeatDelivery, type TestDelivery } from '#schemas/delivery.ts';
import type { Bus } from '../nats/nats.ts';

const publishWithinMs = 5_000;

/** Requests a delivery of the feed's newest article to a webhook, which may be disabled. */
export async function requestTestDelivery(bus: Bus, of: { readonly accountId: string; readonly webhookId: string }, now: Date): Promise<void> {
  const delivery: TestDelivery = { v: 1, kind: 'test', account_id: of.accountId, webhook_id: of.webhookId, created_at: now.toISOString() };
  await publish(bus, delivery);
}

export interface PastDelivery {
  readonly accountId: string;
  readonly webhookId: string;
  /** The number of the delivery, which the repeated attempt keeps. */
  readonly number: number;
  readonly attempts: number;
  readonly createdAt: string;
  readonly ticker: string;
  readonly feedSeq: number;
  readonly uid: string;
}

/** Requests one more attempt at a past delivery. When it fails, it is not retried. */
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
