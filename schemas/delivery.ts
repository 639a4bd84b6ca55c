/**
 * The messages of DELIVERIES, i.e. what is to be sent to a webhook. A delivery's number comes from the time and sequence at which
 * its message was stored; it rises whichever process publishes, and gives the delivery its id (`evt_<number>`) for all its
 * attempts.
 *
 *   delivery.news.<webhook>.<subject hash>   one per story and ticker while the message lives, i.e. at most one a day
 *   delivery.test.<webhook>.<random>         a test that the owner requested
 *   delivery.repeat.<webhook>.<random>       a delivery that its owner wants repeated, under its old number
 */
import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { AccountId } from './account.ts';
import { Instant, Uid } from './primitives.ts';
import { WebhookId } from './webhook.ts';

/** Milliseconds for which a delivery is stored and its story is not sent again; all its attempts end within this time. */
export const deliveryLifeMs = 86_400_000;
export const attemptsMax = 5;
/** Milliseconds to wait after a failed attempt, by its number. */
export const retryAfterMs: readonly number[] = [60_000, 300_000, 1_800_000, 7_200_000];
/** Failed attempts in a row after which a webhook is disabled. */
export const failuresMax = 10;

const shared = { v: z.literal(1), account_id: AccountId, webhook_id: WebhookId, created_at: Instant };
/** The row is read from the feed log, by its sequence there and its uid. */
const matched = { ticker: z.string(), feed_seq: z.int().positive(), uid: Uid };

export const NewsDelivery = z.looseObject({ kind: z.literal('news'), ...shared, ...matched });
export type NewsDelivery = z.infer<typeof NewsDelivery>;

export const TestDelivery = z.looseObject({ kind: z.literal('test'), ...shared });
export type TestDelivery = z.infer<typeof TestDelivery>;

/** `number` is the repeated delivery's own number; `attempt` is one more than the attempts it has had. */
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
 * State of a delivery that has failed: attempts made, and when the next one is due. `number` is the delivery's number, which differs from
 * its sequence after the stream lost its end; absent in releases that used the sequence as the number.
 */
export const DeliveryState = z.looseObject({ made: z.int().min(1), next_at: Instant, number: z.int().positive().optional() });
export type DeliveryState = z.infer<typeof DeliveryState>;

/** Failed attempts of a webhook in a row; `last` is the one counted last, `<number>.<attempt>`. */
export const FailureRun = z.looseObject({ account_id: AccountId, in_a_row: z.int().min(0), last: z.string() });
export type FailureRun = z.infer<typeof FailureRun>;

/** Returns the subject of a webhook's delivery for a story and ticker; the stream accepts one message per subject. */
export const newsSubject = (webhookId: string, storyId: string, ticker: string): string =>
  `delivery.news.${webhookId}.${createHash('sha256').update(`${storyId}\n${ticker}`).digest('hex').slice(0, 24)}`;

/** Returns a new subject in DELIVERIES for a delivery that an owner requests. */
export const requestSubject = (kind: 'test' | 'repeat', webhookId: string): string => `delivery.${kind}.${webhookId}.${randomUUID()}`;

/** Returns the id of an event by the number of its delivery. */
export const eventId = (number: number): string => `evt_${number}`;
