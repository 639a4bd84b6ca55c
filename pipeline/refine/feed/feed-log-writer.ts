/**
 * Appends records to FEED. Publishes are pipelined: each record names the sequence and the message id that it expects before it, so a second
 * writer that takes itself for the leader is refused. The sequence alone is not enough, because a pipelined record of a stale writer may by
 * chance expect the real end of the log.
 *
 * After a failure nothing is appended until `recover` has checked the records in flight and republished the missing ones with the same
 * sequences. It throws LogLostError when the log has lost acknowledged records, and ForeignRecordError when the log has another writer's
 * records.
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

/** Short, because after a restart of NATS nothing is appended until the publishes in flight have timed out. */
const publishTimeoutMs = 2_000;
/** Maximum number of records that are published and not acknowledged. */
export const recordsInFlightMax = 128;

/** Thrown when a record was not stored, or may not be; `recover` finds out. */
export class LogWriteError extends Error {}
/** Thrown when the log has another writer's record at a sequence of this writer. */
export class ForeignRecordError extends Error {}

export interface FeedLogWriter {
  /** Publishes a record after the last one. Waits while too many are in flight. `stored` resolves with the sequence once FEED has the record. */
  readonly append: (
    record: LogRecord,
    /** Headers that are added to the record's own. */
    more?: Readonly<Record<string, string>>,
  ) => Promise<{ readonly seq: number; readonly generation: number; readonly stored: Promise<number> }>;
  /** Sequence of the last record that was appended. */
  readonly lastSeq: () => number;
  /** Sequence of the last record that the log is known to have. */
  readonly storedSeq: () => number;
  /** Resolves once the log has every record up to `seq`; rejects after a failure. */
  readonly whenStored: (seq: number) => Promise<void>;
  /** Waits until no publish is in flight; resolves with whether the log has every record that was appended. */
  readonly settle: () => Promise<boolean>;
  /** Republishes what is missing after a failure, and resolves once the log has every record. Can be repeated when it fails. */
  readonly recover: () => Promise<void>;
}

/** Returns headers besides the writer's own, from which readers of this kind of record learn what they need without the body. */
type ExtraHeaders = (record: FeedRecord) => Readonly<Record<string, string>>;

export interface FeedLogWriterOptions {
  readonly extraHeaders?: ExtraHeaders;
  /** Returns the generation of the record at `seq`. When absent, records name no generation. */
  readonly generationOf?: (seq: number) => number;
  /** Whether the records are restored ones that the log has lost. They are not validated, because a later release may have written them. */
  readonly isRefill?: boolean;
}

interface Encoded {
  readonly subject: string;
  readonly payload: Buffer;
  /** Headers by name. The client changes the header object of a publish, so each publish makes a new one. */
  readonly headers: Readonly<Record<string, string>>;
}

interface Appended extends Encoded {
  readonly seq: number;
  readonly uid: string | null;
  readonly generation: number;
}

export function encodeRecord(record: LogRecord, generation = unnamedGeneration, extraHeaders?: ExtraHeaders): Encoded {
  const { uid, identity } = namesOf(record);
  return {
    subject: feedSubject(record),
    payload: ownBytes(JSON.stringify(record)),
    headers: {
      ...(generation !== unnamedGeneration && { [generationHeader]: String(generation) }),
      ...(uid !== null && identity !== null && { [digestHeader]: digestOf(identity), [uidHeader]: uid }),
      ...(isKnownRecord(record) && extraHeaders?.(record)),
    },
  };
}

export function headersOf(named: Readonly<Record<string, string>>): MsgHdrs {
  const all = headers();
  for (const [name, value] of Object.entries(named)) all.set(name, value);
  return all;
}

/** Returns uid and identity of a record of any type, including types of a later release. Both are null for a gap. */
function namesOf(record: LogRecord): { readonly uid: string | null; readonly identity: string | null } {
  const { uid, identity } = record as { readonly uid?: unknown; readonly identity?: unknown };
  return { uid: typeof uid === 'string' ? uid : null, identity: typeof identity === 'string' ? identity : null };
}

export function createFeedLogWriter(bus: Bus, lastSeq: number, inFlightMax: number, options: FeedLogWriterOptions = {}): FeedLogWriter {
  const { generationOf = () => unnamedGeneration, isRefill = false, extraHeaders } = options;
  // New ids, because the server would take a restored record for a duplicate of the lost one.
  const refillId = isRefill ? randomUUID() : null;
  const idOf = (record: LogRecord, seq: number): string => (refillId === null ? (namesOf(record).uid ?? `gap-${seq}`) : `refill-${refillId}-${seq}`);
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

  /** Marks every record up to `seq` as stored, because the log is written in order. */
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
        // The first record expects no message id. Its sequence was read from the log, so it is no stale writer's guess, and the server may
        // have forgotten the id before it.
        expect: { lastSequence: seq - 1, ...(expectedId !== null && { lastMsgID: expectedId }) },
        timeout: publishTimeoutMs,
      });
      // The log has another record at this sequence; publishing again would double ours.
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

  /** Republishes the records in flight under new ids, so that the server may reject one for its sequence but not as a duplicate. */
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
      // The last publish is awaited below, so its error is not lost.
      latest.catch(() => undefined);
      previousId = again(seq);
    }
    await settle();
    if (failure !== null) throw failure as Error;
    await latest;
  }

  const isOurs = async ({ seq, uid, generation }: Appended): Promise<boolean> => {
    const message = await bus.jsm.streams.getMessage(streams.feed, { seq });
    return (
      message !== null && (message.header.get(uidHeader) || null) === uid && generationOfHeader(message.header.get(generationHeader)) === generation
    );
  };

  async function recover(): Promise<void> {
    await settle();
    if (failure instanceof ForeignRecordError) throw failure;
    const end = (await feedBounds(bus)).lastSeq;
    if (end < storedSeq) throw new LogLostError(`the feed log ends at ${end}, although it acknowledged ${storedSeq}`);
    if (end > predictedSeq) throw new ForeignRecordError(`the feed log ends at ${end}, after our last record ${predictedSeq}`);
    for (const appended of unconfirmed.filter(({ seq }) => seq <= end))
      if (!(await isOurs(appended))) throw new ForeignRecordError(`record ${appended.seq} of the feed log differs from the one published`);
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
      const generation = generationOf(seq);
      const encoded = encodeRecord(record, generation, extraHeaders);
      const appended = { ...encoded, ...(more && { headers: { ...encoded.headers, ...more } }), seq, uid: namesOf(record).uid, generation };
      predictedSeq = seq;
      const expectedId = previousId;
      previousId = idOf(record, seq);
      unconfirmed.push(appended);
      return { seq, generation, stored: publish(appended, previousId, expectedId) };
    },
    lastSeq: () => predictedSeq,
    storedSeq: () => storedSeq,
    whenStored,
    settle,
    recover,
  };
}
