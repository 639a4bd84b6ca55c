/**
 * Appends records to FEED. Publishes are pipelined by predicting sequences: each names the sequence and the message id that
 * it expects to follow, so a second writer that believes itself active is refused. The sequence alone is not enough: one of a
 * stale writer's pipelined records may happen to predict the real end of the log.
 *
 * After a failure nothing is appended until `recover` has looked up what became of the records in flight and has republished
 * the missing ones: same records, same sequences. It throws where the log has lost records that it had acknowledged
 * (LogLostError), or holds another writer's (ForeignRecordError).
 */
import { randomUUID } from 'node:crypto';
import { headers, type MsgHdrs } from '@nats-io/transport-node';
import { ownBytes } from '#ops/process/own-bytes.ts';
import { feedBounds, LogLostError } from '#ops/feed-log/feed-follower.ts';
import type { Bus } from '#ops/nats/nats.ts';
import { generationHeader, generationOfHeader, unnamedGeneration } from '#schemas/generation.ts';
import { digestHeader, FeedRecord, isKnownRecord, uidHeader, type LogRecord } from '#schemas/feed-log.ts';
import { digestOf } from '#schemas/identity.ts';
import { feedSubject, streams } from '#schemas/subjects.ts';

/** Short, since after a restart of NATS nothing proceeds until the messages in flight have timed out. */
const publishTimeoutMs = 2_000;
/** Maximum number of records of refine that are published and not acknowledged. */
export const recordsInFlightMax = 128;

/** Thrown when a record was not stored, or when that is unknown until `recover`. */
export class LogWriteError extends Error {}
/** Thrown when the log holds another writer's record at a sequence of ours. */
export class ForeignRecordError extends Error {}

export interface FeedLogWriter {
  /** Publishes after the last record; waits while too many are in flight. `stored` resolves with its sequence once FEED holds it. */
  readonly append: (
    record: LogRecord,
    /** Headers that are added to this record's own. */
    more?: Readonly<Record<string, string>>,
  ) => Promise<{ readonly seq: number; readonly generation: number; readonly stored: Promise<number> }>;
  /** Sequence of the last record appended, and of the last that the log is known to hold. */
  readonly lastSeq: () => number;
  readonly storedSeq: () => number;
  /** Resolves once the log holds everything up to `seq`; rejects after a failure. */
  readonly whenStored: (seq: number) => Promise<void>;
  /** Resolves once no publish is in flight: true when the log holds all that was appended. */
  readonly settle: () => Promise<boolean>;
  /** Resolves once the log holds all that was appended. To be called after a failure, and again when it fails itself. */
  readonly recover: () => Promise<void>;
}

/** Returns extra headers by name, which spare readers of this kind of record the body. */
export type NotesOf = (record: FeedRecord) => Readonly<Record<string, string>>;
const noNotes: NotesOf = () => ({});

export interface FeedLogWriterOptions {
  /** Absent: records carry no extra headers. */
  readonly notesOf?: NotesOf;
  /** Returns the generation of the record at `seq`; absent: records name none. */
  readonly generationOf?: (seq: number) => number;
  /**
   * Whether the records are ones that the log has lost and that are restored. They are not validated: a later release may have written
   * them.
   */
  readonly isRefill?: boolean;
}

interface Encoded {
  readonly subject: string;
  readonly payload: Buffer;
  /** Headers by name. Each publish makes a new set from them, since the client writes its own into it. */
  readonly headers: Readonly<Record<string, string>>;
}

interface Mark {
  readonly seq: number;
  readonly uid: string | null;
  readonly generation: number;
}
type Appended = Encoded & Mark;

/** Returns the subject, payload and headers of a record. */
export function encodeRecord(record: LogRecord, generation = unnamedGeneration, notesOf: NotesOf = noNotes): Encoded {
  const { uid, identity } = namesOf(record);
  return {
    subject: feedSubject(record),
    payload: ownBytes(JSON.stringify(record)),
    headers: {
      ...(generation !== unnamedGeneration && { [generationHeader]: String(generation) }),
      ...(uid !== null && identity !== null && { [digestHeader]: digestOf(identity), [uidHeader]: uid }),
      ...(isKnownRecord(record) && notesOf(record)),
    },
  };
}

/** Returns the headers in the client's form. */
export function headersOf(named: Readonly<Record<string, string>>): MsgHdrs {
  const all = headers();
  for (const [name, value] of Object.entries(named)) all.set(name, value);
  return all;
}

/** Returns the names of a record of any type, including a later release's; both are null for a gap. */
function namesOf(record: LogRecord): { readonly uid: string | null; readonly identity: string | null } {
  const { uid, identity } = record as { readonly uid?: unknown; readonly identity?: unknown };
  return { uid: typeof uid === 'string' ? uid : null, identity: typeof identity === 'string' ? identity : null };
}
const uidOf = (record: LogRecord): string | null => namesOf(record).uid;

/** Returns the writer of a log that ends at `lastSeq`, as just read. */
export function createFeedLogWriter(bus: Bus, lastSeq: number, inFlightMax: number, options: FeedLogWriterOptions = {}): FeedLogWriter {
  const { generationOf = () => unnamedGeneration, isRefill = false, notesOf } = options;
  // New ids, so that the server does not take what is put back for a duplicate of what was lost.
  const refillId = isRefill ? randomUUID() : null;
  const idOf = (record: LogRecord, seq: number): string => (refillId === null ? (uidOf(record) ?? `gap-${seq}`) : `refill-${refillId}-${seq}`);
  /** Records that are appended and not known to be stored, oldest first. */
  let unconfirmed: Appended[] = [];
  let predictedSeq = lastSeq;
  let storedSeq = lastSeq;
  let previousId: string | null = null;
  let inFlight = 0;
  let failure: Error | null = null;
  let waiting: (() => void)[] = [];
  let watching: { seq: number; done: () => void; failed: (error: Error) => void }[] = [];

  const wake = (): void => {
    const [all, watched] = [waiting, watching];
    waiting = [];
    for (const one of all) one();
    watching = watched.filter(({ seq, done, failed }) => {
      if (storedSeq >= seq) done();
      else if (failure !== null) failed(failure);
      return storedSeq < seq && failure === null;
    });
  };

  /** Marks everything up to `seq` as stored: the log is written in order. */
  function store(seq: number): void {
    storedSeq = Math.max(storedSeq, seq);
    const first = unconfirmed.findIndex(({ seq: own }) => own > storedSeq);
    unconfirmed = first < 0 ? [] : first === 0 ? unconfirmed : unconfirmed.slice(first);
  }

  async function publish({ subject, payload, headers: named, seq }: Appended, messageId: string, expectedId: string | null): Promise<number> {
    inFlight += 1;
    try {
      const ack = await bus.js.publish(subject, payload, {
        headers: headersOf(named),
        msgID: messageId,
        // The first record names no previous message id. The sequence before it was read from the log, so it cannot be a
        // stale writer's guess; and the server may have forgotten that message's id.
        expect: { lastSequence: seq - 1, ...(expectedId !== null && { lastMsgID: expectedId }) },
        timeout: publishTimeoutMs,
      });
      // The log calls a new record a duplicate, or ends elsewhere than predicted: publishing again would double the record.
      if (ack.duplicate || ack.seq !== seq)
        throw new ForeignRecordError(`record ${seq} was acknowledged as ${ack.seq}${ack.duplicate ? ' (duplicate)' : ''}`);
      store(seq);
      return seq;
    } catch (error) {
      if (error instanceof ForeignRecordError) failure = error;
      failure ??= new LogWriteError(`record ${seq} was not stored`, { cause: error });
      throw failure;
    } finally {
      inFlight -= 1;
      wake();
    }
  }

  const changed = (): Promise<void> => new Promise((resolve) => waiting.push(resolve));

  const whenStored = (seq: number): Promise<void> =>
    new Promise((resolve, reject) => {
      if (storedSeq >= seq) resolve();
      else if (failure !== null) reject(failure);
      else watching.push({ seq, done: resolve, failed: reject });
    });

  const settle = async (): Promise<boolean> => {
    while (inFlight > 0) await changed();
    return storedSeq === predictedSeq;
  };

  /** Republishes the records in flight under new ids, so that the expected position alone decides whether one is accepted. */
  async function publishAgain(): Promise<void> {
    const lost = [...unconfirmed];
    const fromSeq = storedSeq + 1;
    const nonce = randomUUID();
    const again = (seq: number): string => `again-${nonce}-${seq}`;
    let latest: Promise<number> = Promise.resolve(fromSeq - 1);
    failure = null;
    for (const appended of lost) {
      while (inFlight >= inFlightMax && failure === null) await changed();
      if (failure !== null) break;
      const { seq } = appended;
      latest = publish(appended, again(seq), seq === fromSeq ? null : again(seq - 1));
      // A failure is thrown below.
      latest.catch(() => undefined);
      previousId = again(seq);
    }
    await settle();
    if (failure !== null) throw failure as Error;
    await latest;
  }

  const isOurs = async ({ seq, uid, generation: own }: Mark): Promise<boolean> => {
    const message = await bus.jsm.streams.getMessage(streams.feed, { seq });
    return message !== null && (message.header.get(uidHeader) || null) === uid && generationOfHeader(message.header.get(generationHeader)) === own;
  };

  async function recover(): Promise<void> {
    await settle();
    if (failure instanceof ForeignRecordError) throw failure;
    const end = (await feedBounds(bus)).lastSeq;
    if (end < storedSeq) throw new LogLostError(`the feed log ends at ${end}, although it acknowledged ${storedSeq}`);
    if (end > predictedSeq) throw new ForeignRecordError(`the feed log ends at ${end}, after our last record ${predictedSeq}`);
    for (const mark of unconfirmed.filter(({ seq }) => seq <= end))
      if (!(await isOurs(mark))) throw new ForeignRecordError(`record ${mark.seq} of the feed log differs from the one published`);
    store(end);
    await publishAgain();
    wake();
  }

  return {
    append: async (record, more) => {
      while (inFlight >= inFlightMax && failure === null) await changed();
      if (failure !== null) throw failure;
      if (!isRefill) FeedRecord.parse(record);
      const seq = predictedSeq + 1;
      const own = generationOf(seq);
      const encoded = encodeRecord(record, own, notesOf);
      const appended = { ...encoded, ...(more && { headers: { ...encoded.headers, ...more } }), seq, uid: uidOf(record), generation: own };
      predictedSeq = seq;
      const expectedId = previousId;
      previousId = idOf(record, seq);
      unconfirmed.push(appended);
      return { seq, generation: own, stored: publish(appended, previousId, expectedId) };
    },
    lastSeq: () => predictedSeq,
    storedSeq: () => storedSeq,
    whenStored,
    settle,
    recover,
  };
}
