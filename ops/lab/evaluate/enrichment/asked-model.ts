/**
 * Opens the language model that an evaluation queries, at ENRICHER_URL. It uses the service's enricher settings, without a daily cost
 * limit.
 */
import pLimit from 'p-limit';
import pino from 'pino';
import { Registry } from 'prom-client';
import { createAskModel } from '#pipeline/refine/enrich/ask-model.ts';
import { createEndpoint } from '#pipeline/refine/enrich/endpoint.ts';
import { createEnricherMetrics } from '#pipeline/refine/enrich/metrics.ts';
import type { Config } from '#schemas/config.ts';
import type { AskedModel } from './wild.ts';

type ModelConfig = Pick<Config, 'ENRICHER_KEY' | 'ENRICHER_PARAMETERS' | 'ENRICHER_CONCURRENCY' | 'ENRICHER_TIMEOUT_MS'>;

export interface OpenedModel extends AskedModel {
  readonly close: () => Promise<void>;
}

export function openModel(url: string, model: string, config: ModelConfig): OpenedModel {
  const { ENRICHER_CONCURRENCY: concurrency, ENRICHER_TIMEOUT_MS: timeoutMs } = config;
  const now = (): Date => new Date();
  const endpoint = createEndpoint({ url, key: config.ENRICHER_KEY, concurrency, timeoutMs, now });
  const ask = createAskModel({
    endpoint,
    limit: pLimit(concurrency),
    spend: { reserve: async () => async () => undefined },
    timeoutMs,
    metrics: createEnricherMetrics(new Registry()),
    // Logs failures with their reasons on stderr, apart from the table.
    log: pino({ level: 'warn' }, pino.destination(2)),
    now,
  });
  return { asked: { model, parameters: config.ENRICHER_PARAMETERS }, ask, concurrency, close: endpoint.close };
}
