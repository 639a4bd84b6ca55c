/** Publishes to RAW with retries, each identity once. A message that is too large or invalid is reduced or becomes a refusal. */
import type { Bus } from '#ops/nats/nats.ts';
import type { Tracing, TraceSpan } from '#ops/process/tracing.ts';
import { digestOf, editedIdentity } from '#schemas/identity.ts';
import { RawMessage } from '#schemas/raw.ts';
import { rawSubject } from '#schemas/subjects.ts';
import type { RefusalReason } from '#schemas/vocabulary.ts';
import { retryUntilStopped, StoppedError, type RetryOptions } from '#ops/process/retry.ts';
import { traceOptions } from '#ops/nats/traced-by.ts';
import type { HistoryTurn } from './history-turn.ts';
import { createRawAdmission, type RawAdmission } from '../raw/admission.ts';
import type { StageDeps } from './stage.ts';

/** Maximum size in bytes, below NATS's default max_payload of 1 MiB to leave room for headers. */
const payloadBytesMax = 900_000;

const encode = (message: RawMessage): Buffer => Buffer.from(JSON.stringify(message));

const refusalOf = (message: RawMessage, reason: RefusalReason, detail: string): RawMessage => ({
  kind: 'refusal',
  identity: message.identity,
  source: message.source,
  seen_at: message.seen_at,
  fetched_at: message.fetched_at,
  url: message.url.slice(0, 4_000),
  reason,
  detail: detail.slice(0, 1_000),
});

/** Returns the message, or a refusal when it is invalid: RAW would redeliver an invalid message for ever. */
function validOrRefusal(document: RawMessage): RawMessage {
  const parsed = RawMessage.safeParse(document);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  return RawMessage.parse(refusalOf(document, 'malformed', `${issue?.path.join('.')}: ${issue?.message}`));
}

/** Returns the message small enough to publish: an article without its body, any other message as a refusal. */
function fit(message: RawMessage): { message: RawMessage; payload: Buffer } {
  const payload = payloadOf(message);
  if (payload !== null && payload.length <= payloadBytesMax) return { message, payload };
  const tooLarge = `the message has ${payload?.length ?? 'too many'} bytes; the limit is ${payloadBytesMax}`;
  const smaller: RawMessage = message.kind === 'article' ? { ...message, body: null } : refusalOf(message, 'too_large', tooLarge);
  return { message: smaller, payload: encode(smaller) };
}

function payloadOf(message: RawMessage): Buffer | null {
  try {
    return encode(message);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Begins the span of a publish. Without a parent, a new trace starts with a fetch at `fetched_at`. Returns null when not sampled. */
function beginPublish(tracing: Tracing, { kind, source, fetched_at: fetchedAt }: RawMessage, parent: string | null | undefined): TraceSpan | null {
  if (parent === null) return null;
  if (parent !== undefined) return tracing.begin('raw.publish', { parent, attributes: { kind, source } });
  const fetched = tracing.begin('source.fetch', { startMs: Date.parse(fetchedAt), attributes: { source } });
  if (fetched === null) return null;
  fetched.end();
  return tracing.begin('raw.publish', { parent: fetched.traceparent, attributes: { kind, source } });
}

/** Returns the function that publishes to RAW. All of them in a process must share one `room`. */
export function createPublish(
  bus: Bus,
  retryOptions: RetryOptions,
  {
    room = createRawAdmission(bus),
    tracing = null,
    historyTurn,
  }: {
    readonly room?: RawAdmission;
    readonly tracing?: Tracing | null;
    readonly historyTurn?: HistoryTurn;
  } = {},
): StageDeps['publish'] {
  const publish = async (message: RawMessage, payload: Buffer, span: TraceSpan | null): Promise<void> => {
    const isHistory = 'is_history' in message && message.is_history === true;
    const turned = isHistory ? await historyTurn?.(retryOptions.signal) : undefined;
    let settled: (() => void) | undefined;
    try {
      settled = await room.take(payload.length);
      // The process may have stopped during the wait for room.
      if (retryOptions.signal.aborted) throw new StoppedError();
      const msgID = digestOf(message.kind === 'article' ? editedIdentity(message) : message.identity);
      const options = { msgID, timeout: 2_000, ...traceOptions(span?.traceparent) };
      const { duplicate } = await bus.js.publish(rawSubject(message.kind), payload, options);
      span?.end({ attributes: { duplicate } });
    } finally {
      settled?.();
      turned?.();
    }
  };
  return async (document, parent) => {
    const { message, payload } = fit(validOrRefusal(document));
    const span = tracing && beginPublish(tracing, message, parent);
    await retryUntilStopped('publish to RAW', () => publish(message, payload, span), retryOptions);
    return message;
  };
}
