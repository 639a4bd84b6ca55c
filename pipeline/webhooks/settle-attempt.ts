/** Records an attempt: in tracing, in the bucket of attempts, in the journal and in the webhook's run of failures. */
import type { JsMsg } from '@nats-io/jetstream';
import { traceHeader, type Tracing } from '#ops/process/tracing.ts';
import type { DeliveryState } from '#schemas/delivery.ts';
import { tickerOf, waitAfterFailure, type AttemptFacts, type AttemptResult } from './attempt.ts';
import type { DelivererDeps } from './deliverer-deps.ts';

type SettlingDeps = Pick<DelivererDeps, 'attempts' | 'runs' | 'journal' | 'schedule' | 'metrics' | 'now' | 'log'>;

const ackWithinMs = 5_000;

/** Reports an attempt to tracing, under the trace of the record that caused the delivery. */
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

/** Stores the outcome: acknowledges the message, or stores the attempts made and puts it off until the next one. */
export async function settleAttempt(message: JsMsg, facts: AttemptFacts, result: AttemptResult, deps: SettlingDeps): Promise<void> {
  const { metrics, log } = deps;
  const { delivery, webhook, number, attempt: count } = facts;
  const [isDelivered, owner] = [result.error === '', { accountId: delivery.account_id, webhookId: webhook.id }];
  const waitMs = isDelivered ? null : waitAfterFailure(delivery.kind, count, deps.schedule);
  const nextAt = waitMs === null ? null : new Date(deps.now().getTime() + waitMs).toISOString();
  metrics.attempted(isDelivered ? 'delivered' : nextAt === null ? 'failed' : 'repeated', result.durationMs / 1_000);
  log.info(
    {
      account: owner.accountId,
      webhook: owner.webhookId,
      number,
      attempt: count,
      status: result.status,
      error: result.error,
      duration_ms: result.durationMs,
    },
    'webhook.attempted',
  );
  if (!isDelivered && delivery.kind === 'news') await deps.runs.failed(owner, `${number}.${count}`);
  if (nextAt !== null) await deps.attempts.put(String(message.seq), JSON.stringify({ made: count, next_at: nextAt, number } satisfies DeliveryState));
  if (waitMs === null) await message.ackAck({ timeout: ackWithinMs });
  else message.nak(waitMs);
  deps.journal.add({
    ...owner,
    attemptedAt: new Date(facts.atMs).toISOString(),
    number,
    attempt: count,
    kind: delivery.kind,
    createdAt: delivery.created_at,
    ticker: tickerOf(delivery, facts.article),
    feedSeq: delivery.kind === 'test' ? 0 : delivery.feed_seq,
    uid: facts.article.uid,
    durationMs: result.durationMs,
    status: result.status,
    error: result.error,
    answer: result.answer,
    nextAt,
  });
  if (isDelivered) await deps.runs.succeeded(webhook.id);
}
