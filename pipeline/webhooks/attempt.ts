/** Makes one attempt at a delivery and records its outcome: in a trace, the bucket of attempts, the journal and the failure run. */
import type { Outbound } from '#ops/outbound/outbound.ts';
import { attemptsMax, retryAfterMs, eventId, type Delivery, type DeliveryState } from '#schemas/delivery.ts';
import type { WebhookAttempt, WebhookOwner } from '#clickhouse/webhook-attempts.ts';
import type { Webhook } from '#schemas/webhook.ts';
import type { Article } from './articles.ts';
import { signedHeaders } from './signature.ts';
import type { JsMsg } from '@nats-io/jetstream';
import { traceHeader, type Tracing } from '#ops/process/tracing.ts';
import type { DelivererDeps } from './deliverer-deps.ts';

export interface AttemptFacts {
  readonly delivery: Delivery;
  readonly webhook: Webhook;
  /** Number of the delivery (numberOf in deliverer.ts). A delivery that its owner repeats has the old number. */
  readonly number: number;
  readonly attempt: number;
  readonly article: Article;
  readonly atMs: number;
}

interface AttemptResult {
  /** HTTP status of the answer; 0 when there was none. */
  readonly status: number;
  /** Empty when the attempt succeeded. */
  readonly error: string;
  /** Error code of the request; empty when it was answered. */
  readonly code: string;
  /** The first kilobyte of the answer's body. */
  readonly answer: string;
  readonly durationMs: number;
}

/** Milliseconds in which the head of the answer must arrive. */
const answerWithinMs = 10_000;
const answerBytes = 1_024;
const answerReadWithinMs = 1_000;

export async function makeAttempt(outbound: Outbound, facts: AttemptFacts, signal: AbortSignal): Promise<AttemptResult> {
  const { webhook, number, atMs } = facts;
  const body = eventBody(facts);
  const startedAtMs = performance.now();
  const result = await outbound.request({
    url: webhook.url,
    method: 'POST',
    isSecureOnly: true,
    headers: signedHeaders(webhook, { number, body, atMs }),
    body,
    bodyBytesMax: answerBytes,
    glance: { bytes: answerBytes, withinMs: answerReadWithinMs },
    timeoutMs: answerWithinMs,
    signal,
  });
  const durationMs = Math.round(performance.now() - startedAtMs);
  if (result.outcome !== 'answered') return { status: 0, error: `${result.outcome}: ${result.detail}`, code: result.detail, answer: '', durationMs };
  const { status } = result;
  const isRedirect = status >= 300 && status < 400;
  const error = status >= 200 && status < 300 ? '' : `answered ${status}${isRedirect ? ': redirects are not followed' : ''}`;
  return { status, error, code: '', answer: result.body.toString(), durationMs };
}

/** Returns the ticker that the delivery names. A test names the first of its article. */
const tickerOf = (delivery: Delivery, article: Article): string => (delivery.kind === 'test' ? (article.tickers[0] ?? '') : delivery.ticker);

/** Returns the milliseconds from a failed attempt to the next, or null after the last. A delivery that its owner requested has one attempt. */
export const waitAfterFailure = (kind: Delivery['kind'], attempt: number, schedule: readonly number[] = retryAfterMs): number | null =>
  kind !== 'news' || attempt >= attemptsMax ? null : (schedule[attempt - 1] ?? null);

/** Returns the JSON body. It is the same whenever the same attempt is made again. */
function eventBody({ delivery, number, attempt, article }: AttemptFacts): string {
  const isTest = delivery.kind === 'test';
  const head = {
    id: eventId(number),
    type: 'news.matched.v1',
    created_at: delivery.created_at,
    delivery_attempt: attempt,
    ...(isTest && { test: true }),
  };
  const alert = { ticker: tickerOf(delivery, article) };
  return `${JSON.stringify(head).slice(0, -1)},"data":{"alert":${JSON.stringify(alert)},"article":${article.text}}}`;
}

const ackWithinMs = 5_000;

/** Adds the attempt to the trace of the row that caused the delivery. */
export function traceAttempt(
  message: JsMsg,
  { atMs, number, attempt: count }: AttemptFacts,
  { status, error, durationMs }: AttemptResult,
  tracing: Tracing | null,
): void {
  const parent = message.headers?.get(traceHeader);
  if (!parent) return;
  const span = tracing?.begin('webhook.attempt', { parent, startMs: atMs, attributes: { number, attempt: count, status } });
  span?.end({ endMs: atMs + durationMs, ...(error !== '' && { failed: error }) });
}

/** Records the outcome. Acknowledges the message, or stores the number of attempts and postpones the message until the next. */
export async function settleAttempt(message: JsMsg, facts: AttemptFacts, result: AttemptResult, deps: DelivererDeps): Promise<void> {
  const { metrics, log } = deps;
  const { delivery, webhook, number, attempt: count } = facts;
  const { status, error, durationMs } = result;
  const isDelivered = error === '';
  const owner = { accountId: delivery.account_id, webhookId: webhook.id };
  const waitMs = isDelivered ? null : waitAfterFailure(delivery.kind, count, deps.schedule);
  const nextAt = waitMs === null ? null : new Date(deps.now().getTime() + waitMs).toISOString();
  metrics.attempted(isDelivered ? 'delivered' : nextAt === null ? 'failed' : 'repeated', durationMs / 1_000);
  log.info(
    { account: owner.accountId, webhook: owner.webhookId, number, attempt: count, status, error, duration_ms: durationMs },
    'webhook.attempted',
  );
  if (!isDelivered && delivery.kind === 'news') await deps.runs.failed(owner, `${number}.${count}`);
  if (nextAt !== null) await deps.attempts.put(String(message.seq), JSON.stringify({ made: count, next_at: nextAt, number } satisfies DeliveryState));
  if (waitMs === null) await message.ackAck({ timeout: ackWithinMs });
  else message.nak(waitMs);
  deps.journal.add(journalEntry(facts, result, nextAt));
  if (isDelivered) await deps.runs.succeeded(webhook.id);
}

export const journalEntry = (
  { delivery, webhook, number, attempt, article, atMs }: AttemptFacts,
  { durationMs, status, error, answer }: AttemptResult,
  nextAt: string | null,
): WebhookAttempt & WebhookOwner => ({
  accountId: delivery.account_id,
  webhookId: webhook.id,
  attemptedAt: new Date(atMs).toISOString(),
  number,
  attempt,
  kind: delivery.kind,
  createdAt: delivery.created_at,
  ticker: tickerOf(delivery, article),
  feedSeq: delivery.kind === 'test' ? 0 : delivery.feed_seq,
  uid: article.uid,
  durationMs,
  status,
  error,
  answer,
  nextAt,
});
