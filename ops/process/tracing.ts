/**
 * Traces, when a collector is configured: spans of one document from its fetch until the API can show it. Each step passes its span to the
 * next in the header `traceparent` of a NATS message (W3C Trace Context). Without a collector there is no tracing (null), and nothing of
 * the SDK is loaded. A document that is not sampled has no header, and without a header there is no span.
 */
import type { Config } from '#schemas/config.ts';

export const traceHeader = 'traceparent';

export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanOptions {
  /** The header of the span that it follows; absent: it begins a trace, if it is sampled. */
  readonly parent?: string;
  /** Headers of spans of other traces whose work it did. */
  readonly links?: readonly string[];
  /** Milliseconds since 1970; absent: now. */
  readonly startMs?: number;
  readonly attributes?: SpanAttributes;
}

export interface TraceSpan {
  readonly traceparent: string;
  readonly traceId: string;
  /** Ends the span, once; `failed` is the reason why the work was not done. */
  readonly end: (options?: { readonly endMs?: number; readonly failed?: string; readonly attributes?: SpanAttributes }) => void;
}

export interface Tracing {
  /** Returns null when the span is not sampled, or its parent header is invalid. */
  readonly begin: (name: string, options: SpanOptions) => TraceSpan | null;
  /** Sends the remaining spans, for a bounded time. */
  readonly stop: () => Promise<void>;
}

export type TraceSettings = Pick<
  Config,
  'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_EXPORTER_OTLP_HEADERS' | 'OTEL_EXPORTER_OTLP_TIMEOUT' | 'OTEL_TRACES_SAMPLER_ARG'
>;
