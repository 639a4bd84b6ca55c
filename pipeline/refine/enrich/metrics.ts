/** Defines the metrics of the model enricher. */
import type { Registry } from 'prom-client';
import type { FallbackReason } from '#schemas/model-answer.ts';
import { metricFactory } from '../../metric-factory.ts';
import type { Tokens } from './endpoint.ts';

export interface EnricherMetrics {
  readonly requested: (outcome: 'answered' | FallbackReason, seconds: number) => void;
  readonly spent: (tokens: Tokens) => void;
  /** Counts an article by what scores it: a new answer, a stored answer, or the built-in enricher with the reason. */
  readonly settled: (by: 'model' | 'kept' | FallbackReason, seconds: number) => void;
}

const buckets = [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60];

export function createEnricherMetrics(registry: Registry): EnricherMetrics {
  const { counter, histogram } = metricFactory(registry);
  const calls = counter('tickerwire_enricher_calls_total', 'Requests to the model by outcome, including retries', 'outcome');
  const callSeconds = histogram('tickerwire_enricher_call_seconds', 'Duration of one request to the model', buckets);
  const tokens = counter('tickerwire_enricher_tokens_total', 'Tokens as counted by the endpoint', 'kind');
  const answers = counter('tickerwire_enricher_answers_total', 'Articles scored by the model, by a new or a cached answer', 'origin');
  const fallbacks = counter(
    'tickerwire_enricher_fallbacks_total',
    'Articles scored by the built-in enricher although a model is configured',
    'reason',
  );
  const waitSeconds = histogram('tickerwire_enricher_wait_seconds', 'Time from reading an article ahead until its score is decided', buckets);
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
