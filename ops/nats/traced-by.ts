/** The header that tells a message's trace; none where there is none. A new set for each publish, since the client writes its own into it. */
import { headers, type MsgHdrs } from '@nats-io/transport-node';
import { traceHeader } from '../process/tracing.ts';

export function tracedBy(traceparent: string | undefined): { readonly headers?: MsgHdrs } {
  if (traceparent === undefined) return {};
  const all = headers();
  all.set(traceHeader, traceparent);
  return { headers: all };
}
