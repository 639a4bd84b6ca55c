/** Opens the configured tracing. Without a collector the tracing library is not loaded. */
import type { Registry } from 'prom-client';
import type { Logger } from './log.ts';
import type { TraceSettings, Tracing } from './tracing.ts';

export async function openTracing(
  config: TraceSettings,
  deps: { readonly service: string; readonly registry: Registry; readonly log: Logger },
): Promise<Tracing | null> {
  if (config.OTEL_EXPORTER_OTLP_ENDPOINT === null) return null;
  const { startTracing } = await import('./trace-export.ts');
  return startTracing({ ...config, OTEL_EXPORTER_OTLP_ENDPOINT: config.OTEL_EXPORTER_OTLP_ENDPOINT }, deps);
}
