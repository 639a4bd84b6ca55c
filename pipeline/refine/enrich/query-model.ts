/**
 * Queries the model endpoint for a checked answer, or the reason why there is none, within `timeoutMs`. Requests wait for a slot, are charged to
 * the daily budget, are retried after transient failures (429, 5xx, lost connections), and use a less strict response format when the endpoint
 * refuses the strict one.
 */
import type { LimitFunction } from 'p-limit';
import type { Logger } from 'pino';
import { createBreaker } from '#ops/process/breaker.ts';
import { runLimited } from '#ops/process/run-limited.ts';
import { backoff, pause } from '#ops/process/pause.ts';
import type { FallbackReason, ModelAnswer } from '#schemas/model-answer.ts';
import { checkAnswer } from './check-answer.ts';
import { formats, type Endpoint, type EndpointAnswer } from './endpoint.ts';
import type { EnricherMetrics } from './metrics.ts';
import type { Question } from './question.ts';
import type { Spend } from './spend.ts';

type ModelOutcome =
  | { readonly ok: true; readonly answer: ModelAnswer }
  | { readonly ok: false; readonly reason: Exclude<FallbackReason, 'copy' | 'unreadable'> };

interface ModelDeps {
  readonly endpoint: Endpoint;
  readonly limit: LimitFunction;
  readonly spend: Spend;
  /** Milliseconds from the question to the last byte, including all waiting. */
  readonly timeoutMs: number;
  readonly metrics: EnricherMetrics;
  readonly log: Logger;
  readonly now: () => Date;
}

export type QueryModel = (question: Question, signal: AbortSignal) => Promise<ModelOutcome>;

/** Maximum number of requests for one question, and waits between them: 0.25 to 4 s, doubled each time, half of it random. */
const requestsMax = 5;
const [firstWaitMs, lastWaitMs] = [250, 4_000];
/** Share of the time that must be left for a request, because a late answer costs the same as one in time. */
const shareToBegin = 1 / 4;
/** Tokens that an answer is assumed to cost when the parameters set no bound. */
const answerTokensUsual = 1_000;
/** Estimate for English prose and JSON, which rarely have fewer bytes per token. */
const bytesPerToken = 3;

/** Failures of the endpoint, not of one answer, which count towards the circuit breaker. */
const endpointFailures: ReadonlySet<FallbackReason> = new Set(['timeout', 'rate_limited', 'unavailable', 'refused']);

export function createQueryModel(deps: ModelDeps): QueryModel {
  const { endpoint, limit, spend, timeoutMs, metrics, log, now } = deps;
  const breaker = createBreaker({ failuresMax: 5, openMs: 30_000 });
  /** Index of the strictest format that the endpoint is known to accept. */
  let formatFrom = 0;

  return async (question, signal) => {
    const startedAtMs = performance.now();
    const leftMs = (): number => timeoutMs - (performance.now() - startedAtMs);
    const late = AbortSignal.timeout(timeoutMs);
    const ending = AbortSignal.any([late, signal]);
    if (!breaker.mayTry()) return { ok: false, reason: 'unavailable' };
    return (await runLimited(limit, withRepeats, ending)) ?? { ok: false, reason: 'timeout' };

    async function withRepeats(): Promise<ModelOutcome> {
      let format = formatFrom;
      let failures = 0;
      for (let requests = 1; ; requests += 1) {
        if (leftMs() < shareToBegin * timeoutMs) return end('timeout', 'no time left to ask', requests - 1);
        const written = await request(formats[format] ?? 'none');
        if (written === null) return end('budget', 'the daily limit is used up', requests - 1);
        if (written.ok) {
          formatFrom = Math.max(formatFrom, format);
          return answered(written.text, requests);
        }
        const isPlainer = written.isOfFormat && format + 1 < formats.length;
        if (isPlainer) format += 1;
        else if (!written.isTransient) return end(written.reason, written.detail, requests);
        if (requests === requestsMax) return end(written.reason, written.detail, requests);
        if (isPlainer) continue;
        const waitMs = Math.max(written.retryAfterMs ?? 0, backoff(failures, firstWaitMs, lastWaitMs));
        failures += 1;
        if (leftMs() - waitMs < shareToBegin * timeoutMs) return end(written.reason, written.detail, requests);
        await pause(waitMs, ending);
      }
    }

    async function request(format: (typeof formats)[number]): Promise<EndpointAnswer | null> {
      const tokensMax = tokensAtMost(question);
      const settle = await spend.reserve(tokensMax, now());
      if (settle === null) return null;
      const sentAtMs = performance.now();
      const written = await endpoint.ask(question, format, { timeoutMs: Math.max(1, Math.ceil(leftMs())), signal });
      metrics.requested(written.ok ? 'answered' : written.reason, (performance.now() - sentAtMs) / 1_000);
      const tokens = written.tokens;
      if (tokens !== null) metrics.spent(tokens);
      // When the cost is unknown, the whole estimate is charged.
      await settle(tokens === null ? tokensMax : tokens.prompt + tokens.completion);
      return written;
    }

    function answered(text: string, requests: number): ModelOutcome {
      breaker.succeeded();
      const checked = checkAnswer(text, question);
      if (!checked.ok) return end(checked.reason, checked.detail, requests);
      log.debug({ question: question.key, requests, durationMs: Math.round(performance.now() - startedAtMs) }, 'model.answered');
      return { ok: true, answer: checked.answer };
    }

    function end(reason: Exclude<FallbackReason, 'copy' | 'unreadable'>, detail: string, requests: number): ModelOutcome {
      if (endpointFailures.has(reason) && requests > 0 && !signal.aborted) breaker.failed();
      // Questions without a request are only counted, because an outage would log one line per article.
      if (requests > 0)
        log.warn({ question: question.key, reason, detail, requests, durationMs: Math.round(performance.now() - startedAtMs) }, 'model.failed');
      return { ok: false, reason };
    }
  };
}

/** Returns the greatest number of tokens that a request may cost: its text and the longest answer that its parameters allow. */
function tokensAtMost({ messages, parameters }: Pick<Question, 'messages' | 'parameters'>): number {
  const bytes = messages.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);
  const bound = [parameters['max_completion_tokens'], parameters['max_tokens']].find((value) => typeof value === 'number');
  return Math.ceil(bytes / bytesPerToken) + (bound ?? answerTokensUsual);
}
