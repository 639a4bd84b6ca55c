/** Makes one attempt at a delivery: sends the request and returns the outcome. */
import type { Outbound } from '#ops/outbound/outbound.ts';
import { attemptsMax, retryAfterMs, type Delivery } from '#schemas/delivery.ts';
import type { Webhook } from '#schemas/webhook.ts';
import type { Article } from './articles.ts';
import { eventBody } from './event-body.ts';
import { signedHeaders } from './signature.ts';

export interface AttemptFacts {
  readonly delivery: Delivery;
  readonly webhook: Webhook;
  /** The delivery's number (delivery-number.ts); a repeated delivery keeps its old one. */
  readonly number: number;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  readonly article: Article;
  readonly atMs: number;
}

export interface AttemptResult {
  /** Status of the answer; 0 without one. */
  readonly status: number;
  /** Empty when the attempt succeeded. */
  readonly error: string;
  /** Outbound's reason for a missing answer; empty when there was one. */
  readonly code: string;
  /** The first kilobyte of the answer's body. */
  readonly answer: string;
  readonly durationMs: number;
}

/** Milliseconds in which the answer's head must arrive. */
const answerWithinMs = 10_000;
const answerBytes = 1_024;
const answerReadWithinMs = 1_000;

export async function makeAttempt(outbound: Outbound, facts: AttemptFacts, signal: AbortSignal): Promise<AttemptResult> {
  const { delivery, webhook, number, attempt, article, atMs } = facts;
  const body = eventBody({
    number,
    attempt,
    createdAt: delivery.created_at,
    ticker: tickerOf(delivery, article),
    article: article.text,
    isTest: delivery.kind === 'test',
  });
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

export const tickerOf = (delivery: Delivery, article: Article): string => (delivery.kind === 'test' ? (article.tickers[0] ?? '') : delivery.ticker);

/** Returns the milliseconds to wait after a failed attempt; null after the last one. A delivery that an owner requested has one attempt. */
export const waitAfterFailure = (kind: Delivery['kind'], attempt: number, schedule: readonly number[] = retryAfterMs): number | null =>
  kind !== 'news' || attempt >= attemptsMax ? null : (schedule[attempt - 1] ?? null);
