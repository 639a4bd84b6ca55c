/**
 * Exports spans to a collector over OTLP/HTTP. The queue is bounded and one request runs at a time. Spans that do not fit into the queue or
 * whose request fails are counted and dropped. An outage is logged once. open-tracing.ts loads this file only when a collector is configured.
 */
import { hostname } from 'node:os';
import { ROOT_CONTEXT, SpanStatusCode, trace, TraceFlags, type SpanContext } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { ParentBasedSampler, TraceIdRatioBasedSampler, TracerProvider, type ReadableSpan, type SpanProcessor } from '@opentelemetry/sdk-trace';
import { Counter, type Registry } from 'prom-client';
import type { Logger } from './log.ts';
import type { Tracing, TraceSettings } from './tracing.ts';
import { withTimeout } from './with-timeout.ts';

const waitingMax = 4_096;
const batchMax = 512;
const everyMs = 1_000;
const lastFlushMs = 2_000;

interface Deps {
  readonly service: string;
  readonly registry: Registry;
  readonly log: Logger;
}

export function startTracing(config: TraceSettings & { readonly OTEL_EXPORTER_OTLP_ENDPOINT: string }, { service, registry, log }: Deps): Tracing {
  const counted = new Counter({
    name: 'tickerwire_trace_spans_total',
    help: 'Spans by outcome: exported, dropped because the queue was full, dropped because the collector refused them',
    labelNames: ['outcome'],
    registers: [registry],
  });
  for (const outcome of ['exported', 'queue_full', 'export_failed']) counted.inc({ outcome }, 0);
  const exporter = new OTLPTraceExporter({
    url: `${config.OTEL_EXPORTER_OTLP_ENDPOINT}/v1/traces`,
    headers: { ...config.OTEL_EXPORTER_OTLP_HEADERS },
    timeoutMillis: config.OTEL_EXPORTER_OTLP_TIMEOUT,
    // One request runs at a time, but in the callback of one request the exporter still counts it as running.
    concurrencyLimit: 2,
  });
  let waiting: ReadableSpan[] = [];
  let sending: Promise<void> | null = null;
  let isAway = false;

  const send = (spans: ReadableSpan[]): Promise<void> =>
    new Promise((resolve) => {
      exporter.export(spans, ({ error }) => {
        const isTaken = error === undefined;
        counted.inc({ outcome: isTaken ? 'exported' : 'export_failed' }, spans.length);
        // Only the error's name is logged: its message comes from the collector and may contain anything.
        if (!isTaken && !isAway) log.warn({ error: error.name, endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT }, 'traces.not_taken');
        if (isTaken && isAway) log.info({}, 'traces.taken_again');
        isAway = !isTaken;
        resolve();
      });
    });
  const drain = async (): Promise<void> => {
    while (waiting.length > 0) {
      const spans = waiting.slice(0, batchMax);
      waiting = waiting.slice(batchMax);
      await send(spans);
    }
  };
  const flush = (): Promise<void> => (sending ??= drain().finally(() => (sending = null)));
  const timer = setInterval(() => void flush(), everyMs);
  timer.unref();

  const processor: SpanProcessor = {
    onStart: () => undefined,
    onEnd: (span) => {
      if ((span.spanContext().traceFlags & TraceFlags.SAMPLED) === 0) return;
      if (waiting.length >= waitingMax) counted.inc({ outcome: 'queue_full' });
      else waiting.push(span);
    },
    forceFlush: flush,
    shutdown: flush,
  };
  const provider = new TracerProvider({
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(config.OTEL_TRACES_SAMPLER_ARG) }),
    resource: resourceFromAttributes({ 'service.name': `tickerwire-${service}`, 'service.instance.id': `${hostname()}-${process.pid}` }),
    spanProcessors: [processor],
  });
  const tracer = provider.getTracer('tickerwire');

  return {
    begin: (name, { parent, links = [], startMs, attributes }) => {
      const from = parent === undefined ? null : contextOf(parent);
      if (parent !== undefined && from === null) return null;
      const linked = links.flatMap((link) => contextOf(link) ?? []).map((context) => ({ context }));
      const span = tracer.startSpan(
        name,
        { links: linked, ...(startMs !== undefined && { startTime: startMs }), ...(attributes && { attributes: { ...attributes } }) },
        from === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, from),
      );
      if (!span.isRecording()) return null;
      const { traceId, spanId } = span.spanContext();
      return {
        traceId,
        traceparent: `00-${traceId}-${spanId}-01`,
        end: ({ endMs, failed, attributes: more } = {}) => {
          if (more) span.setAttributes({ ...more });
          if (failed !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: failed });
          span.end(endMs);
        },
      };
    },
    stop: async () => {
      clearInterval(timer);
      await withTimeout(lastFlushMs, flush()).catch(() => undefined);
      await withTimeout(lastFlushMs, exporter.shutdown()).catch(() => undefined);
    },
  };
}

/** Returns the parsed header, or null when it is malformed or not sampled. */
function contextOf(traceparent: string): SpanContext | null {
  const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined || (parseInt(flags, 16) & TraceFlags.SAMPLED) === 0) return null;
  return { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true };
}
