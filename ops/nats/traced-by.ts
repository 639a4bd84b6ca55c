/**
 * Returns a header that names the message's trace. Each publish gets a new set, because the client adds its own headers
 * to it.
 */
import { headers, type MsgHdrs } from '@nats-io/transport-node';
import { traceHeader } from '../process/tracing.ts';

/** Returns the options of a publish that carry the trace; empty without a trace. */
export function tracedBy(traceparent: string | undefined): { readonly headers?: MsgHdrs } {
  if (traceparent === undefined) return {};
  const all = headers();
  all.set(traceHeader, traceparent);
  return { headers: all };
}
