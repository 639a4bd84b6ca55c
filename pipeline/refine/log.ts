/**
 * The writing end of FEED. Publishes are pipelined by predicting sequences: each names the sequence and the
 * message id that it expects to follow, so a second writer that believes itself active is refused. The
 * sequence alone would not do: of a stale writer's pipelined records the one whose prediction happens to
 * meet the real end of the log would be let in.
 * After any failure the writer is dead: its owner re-reads the log before going on.
 */
import { headers } from '@nats-io/transport-node';
import type { Bus } from '#ops/runtime/nats.ts';
import { FeedRecord } from '#schemas/feed-log.ts';
import { digestOf } from '#schemas/identity.ts';
import { feedSubject } from '#schemas/subjects.ts';
import { noteOf, packNote } from './form4/held-event.ts';

/** 32 hex of the identity's SHA-256: what a rebuild needs of an old record, readable without its body. */
export const digestHeader = 'Tw-Digest';
/** The record's uid, again for headers-only reads. */
export const uidHeader = 'Tw-Uid';
/** Of an insider's event: what amendments are matched by (form4/held-event.ts). */
export const eventHeader = 'Tw-Event';

/** Short: after a restart of NATS nothing goes on until the publishes that were under way have been given up. */
const publishTimeoutMs = 2_000;

export class LogWriteError extends Error {}

export interface FeedLog {
  /** Resolves with the record's sequence once FEED holds it; waits first while too many are in flight. */
  readonly append: (record: FeedRecord) => Promise<{ readonly stored: Promise<number> }>;
  readonly lastSeq: () => number;
}

export function encodeRecord(record: FeedRecord): { subject: string; payload: Buffer; headers: ReturnType<typeof headers> } {
  const h = headers();
  if (record.type !== 'gap') {
    h.set(digestHeader, digestOf(record.identity));
    h.set(uidHeader, record.uid);
    const note = noteOf(record);
    if (note !== null) h.set(eventHeader, packNote(note));
  }
  return { subject: feedSubject(record), payload: Buffer.from(JSON.stringify(record)), headers: h };
}

/**
 * `lastSeq` as just read from the log. `messageIdOf` is for a refill, whose records must not be taken for
 * the lost ones by the server's duplicate window.
 */
export function createFeedLog(
  bus: Bus,
  lastSeq: number,
  inFlightMax: number,
  messageIdOf: (record: FeedRecord, seq: number) => string = (record, seq) => (record.type === 'gap' ? `gap-${seq}` : record.uid),
): FeedLog {
  let predictedSeq = lastSeq;
  let previousId: string | null = null;
  let inFlight = 0;
  let failure: LogWriteError | null = null;
  let waiting: (() => void)[] = [];

  const settle = (): void => {
    inFlight -= 1;
    const [next, ...rest] = waiting;
    waiting = rest;
    next?.();
  };

  const publish = async (record: FeedRecord, seq: number, messageId: string, expectedId: string | null): Promise<number> => {
    const message = encodeRecord(record);
    try {
      const ack = await bus.js.publish(message.subject, message.payload, {
        headers: message.headers,
        msgID: messageId,
        // The first record follows a sequence that was read, not predicted: that is enough, and the server
        // forgets message ids once they leave its duplicate window.
        expect: { lastSequence: seq - 1, ...(expectedId !== null && { lastMsgID: expectedId }) },
        timeout: publishTimeoutMs,
      });
      if (ack.duplicate || ack.seq !== seq)
        throw new LogWriteError(`record ${seq} was answered with ${ack.seq}${ack.duplicate ? ' (duplicate)' : ''}`);
      return seq;
    } catch (error) {
      failure ??= error instanceof LogWriteError ? error : new LogWriteError(`record ${seq} was not stored`, { cause: error });
      throw failure;
    } finally {
      settle();
    }
  };

  return {
    append: async (record) => {
      while (inFlight >= inFlightMax && failure === null) await new Promise<void>((resolve) => waiting.push(resolve));
      if (failure !== null) throw failure;
      FeedRecord.parse(record);
      predictedSeq += 1;
      inFlight += 1;
      const expectedId = previousId;
      previousId = messageIdOf(record, predictedSeq);
      return { stored: publish(record, predictedSeq, previousId, expectedId) };
    },
    lastSeq: () => predictedSeq,
  };
}
