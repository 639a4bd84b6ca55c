/** Makes the header that carries a trace in a NATS message. */
import { headers, type MsgHdrs } from '@nats-io/transport-node';
import { traceHeader } from '../process/tracing.ts';

/** Returns publish options with the trace header, or none without a trace. The headers are new each time, because the client adds to them. */
export function traceOptions(traceparent: string | undefined): { readonly headers?: MsgHdrs } {
  if (traceparent === undefined) return {};
  const all = headers();
  all.set(traceHeader, traceparent);
  return { headers: all };
}
