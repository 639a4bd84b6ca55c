/**
 * Messages of the stream DELIVERIES: one per delivery to a webhook. The number of a delivery derives from the time and sequence at which its
 * message was stored, so numbers ascend. All attempts have the id `evt_<number>`.
 *
 *   delivery.news.<webhook>.<subject hash>   at most one per story and ticker while the message is stored, i.e. per day
 *   delivery.test.<webhook>.<random>         a test that the owner requested
 *   delivery.repeat.<webhook>.<random>       a repetition that the owner requested; it keeps the number of the first delivery
 */
import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { AccountId } from './account.ts';
import { Instant, Uid } from './primitives.ts';
import { WebhookId } from './webhook.ts';

/** How long a delivery is stored. In this time its attempts end, and the same story and ticker are not sent again. */
export const deliveryLifeMs = 86_400_000;
export const attemptsMax = 5;
/** Milliseconds to wait after the first, second, third and fourth failed attempt. */
export const retryAfterMs: readonly number[] = [60_000, 300_000, 1_800_000, 7_200_000];
/** Number of consecutive failed attempts after which a webhook is disabled. */
export const failuresMax = 10;

const shared = { v: z.literal(1), account_id: AccountId, webhook_id: WebhookId, created_at: Instant };
/** The row to send: `feed_seq` is its sequence in the feed log. */
const matched = { ticker: z.string(), feed_seq: z.int().positive(), uid: Uid };

export const NewsDelivery = z.looseObject({ kind: z.literal('news'), ...shared, ...matched });
export type NewsDelivery = z.infer<typeof NewsDelivery>;

export const TestDelivery = z.looseObject({ kind: z.literal('test'), ...shared });
export type TestDelivery = z.infer<typeof TestDelivery>;

/** `number` is that of the repeated delivery; `attempt` is one more than its earlier attempts. */
export const RepeatDelivery = z.looseObject({
  kind: z.literal('repeat'),
  ...shared,
  ...matched,
  number: z.int().positive(),
  attempt: z.int().positive(),
});
export type RepeatDelivery = z.infer<typeof RepeatDelivery>;

export const Delivery = z.discriminatedUnion('kind', [NewsDelivery, TestDelivery, RepeatDelivery]);
export type Delivery = z.infer<typeof Delivery>;

/**
 * State of a delivery after a failed attempt: attempts made, and when the next is due. `number` is absent on states of releases that used
 * the message's sequence as the delivery's number.
 */
export const DeliveryState = z.looseObject({ made: z.int().min(1), next_at: Instant, number: z.int().positive().optional() });
export type DeliveryState = z.infer<typeof DeliveryState>;

/** Number of consecutive failed attempts of a webhook; `last` identifies the newest of them, as `<number>.<attempt>`. */
export const FailureRun = z.looseObject({ account_id: AccountId, in_a_row: z.int().min(0), last: z.string() });
export type FailureRun = z.infer<typeof FailureRun>;

/** Returns the subject of a news delivery. DELIVERIES accepts one message per subject, which prevents a second delivery. */
export const newsSubject = (webhookId: string, storyId: string, ticker: string): string =>
  `delivery.news.${webhookId}.${createHash('sha256').update(`${storyId}\n${ticker}`).digest('hex').slice(0, 24)}`;

export const requestSubject = (kind: 'test' | 'repeat', webhookId: string): string => `delivery.${kind}.${webhookId}.${randomUUID()}`;

export const eventId = (number: number): string => `evt_${number}`;
