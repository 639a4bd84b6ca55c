/**
 * Traces, where a collector is configured: spans of one document from its fetch until the API can show it, told to each next
 * step by the header `traceparent` of a NATS message (W3C Trace Context). Without a collector there is no tracing (null), and
 * nothing of the SDK is loaded. A document that is not sampled carries no header, and what carries none gets no span.
 */
import type { Config } from '#schemas/config.ts';

export const traceHeader = 'traceparent';

export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanOptions {
  /** Of the span that it follows, as a header has it; absent: it begins a trace, if the sample takes it. */
  readonly parent?: string;
  /** Of spans of other traces that it did the work of. */
  readonly links?: readonly string[];
  /** In milliseconds since 1970; absent: now. */
  readonly startMs?: number;
  readonly attributes?: SpanAttributes;
}

export interface TraceSpan {
  readonly traceparent: string;
  readonly traceId: string;
  /** Once; `failed` says that the work was not done. */
  readonly end: (options?: { readonly endMs?: number; readonly failed?: string; readonly attributes?: SpanAttributes }) => void;
}

export interface Tracing {
  /** Null: it is not sampled, or its parent is none. */
  readonly begin: (name: string, options: SpanOptions) => TraceSpan | null;
  /** Sends what is left, for a bounded time. */
  readonly stop: () => Promise<void>;
}

export type TraceSettings = Pick<
  Config,
  'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_EXPORTER_OTLP_HEADERS' | 'OTEL_EXPORTER_OTLP_TIMEOUT' | 'OTEL_TRACES_SAMPLER_ARG'
>;
