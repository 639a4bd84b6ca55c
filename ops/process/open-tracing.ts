/** Opens the configured tracing. Without a collector it returns null and loads nothing of the SDK. */
import type { Registry } from 'prom-client';
import type { Logger } from './log.ts';
import type { TraceSettings, Tracing } from './tracing.ts';

/** Returns null where no collector is configured. */
export async function openTracing(
  config: TraceSettings,
  deps: { readonly service: string; readonly registry: Registry; readonly log: Logger },
): Promise<Tracing | null> {
  if (config.OTEL_EXPORTER_OTLP_ENDPOINT === null) return null;
  const { startTracing } = await import('./trace-export.ts');
  return startTracing({ ...config, OTEL_EXPORTER_OTLP_ENDPOINT: config.OTEL_EXPORTER_OTLP_ENDPOINT }, deps);
}
