/** Prometheus metrics of the model enricher. */
import { Counter, Histogram, type Registry } from 'prom-client';
import type { FallbackReason } from '#schemas/model-answer.ts';
import type { Tokens } from './endpoint.ts';

export interface EnricherMetrics {
  /** Counts a request that ended. */
  readonly requested: (outcome: 'answered' | FallbackReason, seconds: number) => void;
  /** Counts a request's tokens as the endpoint reports them. */
  readonly spent: (tokens: Tokens) => void;
  /** Counts an article whose scorer is settled: a new answer, a stored answer, or the built-in enricher with the reason. */
  readonly settled: (by: 'model' | 'kept' | FallbackReason, seconds: number) => void;
}

const buckets = [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60];

export function createEnricherMetrics(registry: Registry): EnricherMetrics {
  const registers = [registry];
  const calls = new Counter({
    name: 'tickerwire_enricher_calls_total',
    help: 'Requests to the model by outcome, including retries',
    labelNames: ['outcome'],
    registers,
  });
  const callSeconds = new Histogram({ name: 'tickerwire_enricher_call_seconds', help: 'Duration of one request to the model', buckets, registers });
  const tokens = new Counter({
    name: 'tickerwire_enricher_tokens_total',
    help: 'Tokens as counted by the endpoint',
    labelNames: ['kind'],
    registers,
  });
  const answers = new Counter({
    name: 'tickerwire_enricher_answers_total',
    help: 'Articles scored by the model, by a new or a cached answer',
    labelNames: ['origin'],
    registers,
  });
  const fallbacks = new Counter({
    name: 'tickerwire_enricher_fallbacks_total',
    help: 'Articles scored by the built-in enricher although a model is configured',
    labelNames: ['reason'],
    registers,
  });
  const waitSeconds = new Histogram({
    name: 'tickerwire_enricher_wait_seconds',
    help: 'Time from reading an article ahead until its score is decided',
    buckets,
    registers,
  });
  return {
    requested: (outcome, seconds) => {
      calls.inc({ outcome });
      callSeconds.observe(seconds);
    },
    spent: ({ prompt, completion }) => {
      tokens.inc({ kind: 'prompt' }, prompt);
      tokens.inc({ kind: 'completion' }, completion);
    },
    settled: (by, seconds) => {
      if (by === 'model' || by === 'kept') answers.inc({ origin: by === 'model' ? 'new' : 'kept' });
      else fallbacks.inc({ reason: by });
      waitSeconds.observe(seconds);
    },
  };
}
