/**
 * Traces, when a collector is configured: the spans of one document from its fetch until the API can serve it. Each step passes its span to
 * the next in the header `traceparent` of a NATS message (W3C Trace Context). A document that is not sampled has no header and no spans.
 */
import type { Config } from '#schemas/config.ts';

export const traceHeader = 'traceparent';

export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanOptions {
  /** The `traceparent` header of the parent span. Absent: the span starts a trace, which may be sampled. */
  readonly parent?: string;
  /** Headers of spans in other traces that this span's work belongs to. */
  readonly links?: readonly string[];
  /** Epoch ms; absent for now. */
  readonly startMs?: number;
  readonly attributes?: SpanAttributes;
}

export interface TraceSpan {
  readonly traceparent: string;
  readonly traceId: string;
  /** Ends the span, once. `failed` is the reason when the work failed. */
  readonly end: (options?: { readonly endMs?: number; readonly failed?: string; readonly attributes?: SpanAttributes }) => void;
}

export interface Tracing {
  /** Returns null when the span is not sampled or its parent header is invalid. */
  readonly begin: (name: string, options: SpanOptions) => TraceSpan | null;
  readonly stop: () => Promise<void>;
}

export type TraceSettings = Pick<
  Config,
  'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_EXPORTER_OTLP_HEADERS' | 'OTEL_EXPORTER_OTLP_TIMEOUT' | 'OTEL_TRACES_SAMPLER_ARG'
>;
