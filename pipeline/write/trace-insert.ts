/** Emits an insert's spans: one for the batch, linked with its records, and one in each record's trace, linked with the batch. */
import type { FeedMessage } from '#ops/feed-log/feed-follower.ts';
import { traceHeader, type Tracing } from '#ops/process/tracing.ts';

/** Links per span (OpenTelemetry, Span Limits). */
const linksMax = 128;

export function traceInsert(tracing: Tracing, entries: readonly FeedMessage[], startMs: number): void {
  const traced = entries.flatMap(({ seq, headers }) => {
    const parent = headers?.get(traceHeader);
    return parent ? [{ seq, parent }] : [];
  });
  if (traced.length === 0) return;
  const endMs = Date.now();
  // The sampling decision was made with each document.
  const links = traced.slice(0, linksMax).map(({ parent }) => parent);
  const batch = tracing.begin('table.insert_batch', { links, startMs, attributes: { records: entries.length } });
  batch?.end({ endMs });
  for (const { seq, parent } of traced)
    tracing.begin('table.insert', { parent, startMs, attributes: { seq }, ...(batch && { links: [batch.traceparent] }) })?.end({ endMs });
}
