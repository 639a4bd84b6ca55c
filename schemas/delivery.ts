/**
 * What is to be sent to a webhook: the messages of DELIVERIES. When and where its message was stored makes a delivery's number, which
 * rises whoever publishes, and names it (`evt_<number>`) for as long as it is attempted.
 *
 *   delivery.news.<webhook>.<subject hash>   one a story and ticker while the message lives: what a day allows
 *   delivery.test.<webhook>.<random>         what the owner asked for, to see whether it arrives
 *   delivery.repeat.<webhook>.<random>       a delivery that its owner wants made once more, under its old number
 */
import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { AccountId } from './account.ts';
import { Instant, Uid } from './primitives.ts';
import { WebhookId } from './webhook.ts';

/** How long a delivery is known, and how long a story is not sent again. All its attempts fit in. */
export const deliveryLifeMs = 86_400_000;
export const attemptsMax = 5;
/** Wait after a failed attempt, by its number. */
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

/** `number` and `attempt` are those of what is sent: the delivery's own number, and one more than the attempts it has had. */
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
 * Of a delivery that has failed: attempts made, and when the next one is due. `number`: the delivery's, for a message of a store that has
 * lost its end is not that of its sequence; absent from the releases in which the sequence was the number.
 */
export const DeliveryState = z.looseObject({ made: z.int().min(1), next_at: Instant, number: z.int().positive().optional() });
export type DeliveryState = z.infer<typeof DeliveryState>;

/** Failed attempts of a webhook in a row; `last`: the one that was counted last, `<number>.<attempt>`. */
export const FailureRun = z.looseObject({ account_id: AccountId, in_a_row: z.int().min(0), last: z.string() });
export type FailureRun = z.infer<typeof FailureRun>;

/** Names a webhook's share in a story: the stream takes one message of a subject. */
export const newsSubject = (webhookId: string, storyId: string, ticker: string): string =>
  `delivery.news.${webhookId}.${createHash('sha256').update(`${storyId}\n${ticker}`).digest('hex').slice(0, 24)}`;

export const requestSubject = (kind: 'test' | 'repeat', webhookId: string): string => `delivery.${kind}.${webhookId}.${randomUUID()}`;

export const eventId = (number: number): string => `evt_${number}`;
