/**
 * Decides whether a model's answer or the built-in enricher scores an article. The decision is stored under the question's key before it is
 * used, and the first write wins. Equal content thus gets the same score after a restart, a redelivery, or in two processes. Articles of an
 * outage keep the built-in score.
 */
import type { KV } from '@nats-io/kv';
import pLimit from 'p-limit';
import type { Registry } from 'prom-client';
import type { Logger } from 'pino';
import type { Bus } from '#ops/nats/nats.ts';
import { openBucket } from '#ops/nats/streams.ts';
import type { Config } from '#schemas/config.ts';
import { parseJson } from '#schemas/json-text.ts';
import { SettledAnswer } from '#schemas/model-answer.ts';
import { buckets } from '#schemas/subjects.ts';
import { createQueryModel, type QueryModel } from './query-model.ts';
import { createEndpoint } from './endpoint.ts';
import { createEnricherMetrics, type EnricherMetrics } from './metrics.ts';
import type { ModelSettings, Question } from './question.ts';
import { createSpend } from './spend.ts';

export interface Enricher {
  readonly model: ModelSettings;
  /**
   * Returns the decision within the configured time. For a copy of a recent row the model is not asked. Rejects without a decision when the
   * decision cannot be stored (NATS is unreachable) or `signal` aborts.
   */
  readonly settle: (question: Question, options: { readonly isCopy: boolean; readonly signal: AbortSignal }) => Promise<SettledAnswer>;
  /** Returns the stored decision (for the built-in enricher when it cannot be read), or null when there is none. */
  readonly kept: (question: Question) => Promise<SettledAnswer | null>;
  /** Asks the model without storing a decision. */
  readonly ask: QueryModel;
  readonly close: () => Promise<void>;
}

interface EnricherDeps extends Pick<Enricher, 'model' | 'ask' | 'close'> {
  readonly answers: KV;
  readonly metrics: EnricherMetrics;
  readonly log: Logger;
}

function createEnricher({ model, answers, ask, metrics, log, close }: EnricherDeps): Enricher {
  /** Decisions in progress by question key, which prefetched articles of equal content share. */
  const inFlight = new Map<string, Promise<SettledAnswer>>();

  async function kept({ key }: Question): Promise<SettledAnswer | null> {
    const entry = await answers.get(key);
    if (entry === null || entry.operation !== 'PUT') return null;
    const parsed = SettledAnswer.safeParse(parseJson(entry.string()));
    if (parsed.success) return parsed.data;
    log.error({ question: key }, 'answer.unreadable');
    return { v: 1, by: 'built_in', reason: 'unreadable' };
  }

  async function settleFirst(question: Question, isCopy: boolean, signal: AbortSignal): Promise<SettledAnswer> {
    const startedAtMs = performance.now();
    const secondsSoFar = (): number => (performance.now() - startedAtMs) / 1_000;
    const keptAlready = (stored: SettledAnswer): SettledAnswer => {
      metrics.settled(stored.by === 'model' ? 'kept' : stored.reason, secondsSoFar());
      return stored;
    };
    const before = await kept(question);
    if (before !== null) return keptAlready(before);
    const outcome = isCopy ? ({ ok: false, reason: 'copy' } as const) : await ask(question, signal);
    // A process that ends must not decide for the built-in enricher.
    signal.throwIfAborted();
    const settled: SettledAnswer = outcome.ok
      ? { v: 1, by: 'model', enricher: question.enricher, answer: outcome.answer }
      : { v: 1, by: 'built_in', reason: outcome.reason };
    try {
      await answers.create(question.key, JSON.stringify(settled));
    } catch (error) {
      const first = await kept(question);
      if (first === null) throw error;
      return keptAlready(first);
    }
    metrics.settled(settled.by === 'model' ? 'model' : settled.reason, secondsSoFar());
    return settled;
  }

  return {
    model,
    ask,
    kept,
    settle: (question, { isCopy, signal }) => {
      const known = inFlight.get(question.key);
      if (known !== undefined) return known;
      const settling = settleFirst(question, isCopy, signal).finally(() => inFlight.delete(question.key));
      inFlight.set(question.key, settling);
      return settling;
    },
    close,
  };
}

interface EnricherContext {
  readonly bus: Bus;
  readonly registry: Registry;
  readonly log: Logger;
  readonly now: () => Date;
}

/** Returns the enricher that the settings configure, or null for the built-in one. */
export async function openEnricher(config: Config, { bus, registry, log, now }: EnricherContext): Promise<Enricher | null> {
  if (config.ENRICHER_URL === null) return null;
  const [answers, spent] = await Promise.all([openBucket(bus, buckets.modelAnswers), openBucket(bus, buckets.modelSpend)]);
  const { ENRICHER_CONCURRENCY: concurrency, ENRICHER_TIMEOUT_MS: timeoutMs } = config;
  const metrics = createEnricherMetrics(registry);
  const endpoint = createEndpoint({ url: config.ENRICHER_URL, key: config.ENRICHER_KEY, concurrency, timeoutMs, now });
  const ask = createQueryModel({
    endpoint,
    limit: pLimit(concurrency),
    spend: createSpend(spent, { requestsPerDay: config.ENRICHER_REQUESTS_PER_DAY, tokensPerDay: config.ENRICHER_TOKENS_PER_DAY }),
    timeoutMs,
    metrics,
    log,
    now,
  });
  const model = { model: config.ENRICHER_MODEL, parameters: config.ENRICHER_PARAMETERS };
  return createEnricher({ model, answers, ask, metrics, log, close: endpoint.close });
}
