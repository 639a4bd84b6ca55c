/**
 * What a reader of the feed log remembers of what it has read, to tell later whether the log is still the one that it
 * read: sequence, epoch and uid of some records, the newest among them. A record that the log has lost says nothing.
 */
import type { StoredMsg } from '@nats-io/jetstream';
import { epochHeader, epochOfHeader, epochUnnamed, mergeHistories, resolvePosition, type EpochHistory, type LogPosition } from '#schemas/epoch.ts';
import { uidHeader } from '#schemas/feed-log.ts';
import { streams } from '#schemas/subjects.ts';
import type { Bus } from './nats.ts';

/** A record as it was read; `uid` null: not known. */
export interface ReadMark extends LogPosition {
  readonly uid: string | null;
}

/** The log is shorter than what a reader has read of it, or holds other records there: the reader decides where it goes on. */
export class FeedRewoundError extends Error {
  /** What had been read. */
  readonly position: LogPosition;
  readonly lastSeq: number;
  /** Up to here the log is what was read; null: the log cannot tell. */
  readonly agreesTo: number | null;
  constructor(position: LogPosition, lastSeq: number, agreesTo: number | null) {
    super(
      lastSeq < position.seq
        ? `the feed log ends at ${lastSeq}, but ${position.seq} was read from it before`
        : `record ${position.seq} of the feed log is another one than was read before`,
    );
    this.position = position;
    this.lastSeq = lastSeq;
    this.agreesTo = agreesTo;
  }
}

/** The first record at or behind `seq`; null: there is none. */
export function firstRecordFrom(bus: Bus, seq: number): Promise<StoredMsg | null> {
  // NATS API, STREAM.MSG.GET, "next_by_subj": the first of that subject at or behind the sequence.
  const query = { seq, next_by_subj: 'feed.>' };
  return bus.jsm.streams.getMessage(streams.feed, query);
}

const epochOf = (message: StoredMsg): number => epochOfHeader(message.header.get(epochHeader));

/** The record at `seq` as the log holds it; null: it holds none there, or one that names no epoch. */
export async function markAt(bus: Bus, seq: number): Promise<ReadMark | null> {
  const message = seq === 0 ? null : await bus.jsm.streams.getMessage(streams.feed, { seq });
  if (message === null || epochOf(message) === epochUnnamed) return null;
  return { epoch: epochOf(message), seq, uid: message.header.get(uidHeader) || null };
}

export interface ReadMarks {
  /** Remembers a record of the log; in the order of the log. */
  readonly add: (mark: ReadMark) => void;
  readonly newest: () => ReadMark | undefined;
  /** Remembers up to where a reader has come through what the log had lost. */
  readonly pass: (position: LogPosition) => void;
  /** Throws FeedRewoundError where the log, which ends at `lastSeq`, is not the one that was read. */
  readonly check: (lastSeq: number) => Promise<void>;
}

const marksMax = 64;

export function createReadMarks(bus: Bus, after: ReadMark | null, history: () => EpochHistory | Promise<EpochHistory>): ReadMarks {
  // Of each epoch the first and the last record that was marked.
  let marks: readonly ReadMark[] = after === null ? [] : [after];
  let passed: LogPosition | null = null;

  const add = (mark: ReadMark): void => {
    const [before, last] = marks.slice(-2);
    const isBetween = last !== undefined && before!.epoch === mark.epoch && last.epoch === mark.epoch;
    const kept = isBetween ? marks.slice(0, -1) : marks.slice(-marksMax);
    marks = [...kept, mark];
  };

  /** null: the log has no record there. */
  const isAsRead = async (mark: ReadMark): Promise<boolean | null> => {
    const message = await bus.jsm.streams.getMessage(streams.feed, { seq: mark.seq });
    if (message === null) return null;
    const uid = message.header.get(uidHeader);
    if (uid !== '' && mark.uid !== null && uid !== mark.uid) return false;
    // A record that was put back out of a table that knew no epochs has lost its own.
    return epochOf(message) === mark.epoch || (epochOf(message) === epochUnnamed && uid === (mark.uid ?? ''));
  };

  const check = async (lastSeq: number): Promise<void> => {
    const newest = marks.at(-1);
    if (newest === undefined) return;
    const rewound = async (): Promise<never> => {
      throw new FeedRewoundError({ epoch: newest.epoch, seq: newest.seq }, lastSeq, await agreesTo(lastSeq));
    };
    if (lastSeq < newest.seq) await rewound();
    for (const mark of marks.toReversed()) {
      const found = await isAsRead(mark);
      if (found === false) await rewound();
      if (found === true && mark === newest) return checkPassed(newest, lastSeq);
      if (found === true) break;
    }
    // The log does not hold the newest any more. Its epochs still tell, those of its records and those that are known beside them.
    if ((await epochsUpTo(newest.epoch, 0, newest.seq)).next !== null || resolvePosition(await history(), newest) < newest.seq) await rewound();
    await checkPassed(newest, lastSeq);
  };

  /** What was read in the place of lost records is nothing to hold against the log; but a later session that has begun among them was passed by. */
  const checkPassed = async (newest: ReadMark, lastSeq: number): Promise<void> => {
    if (passed === null || passed.seq <= newest.seq) return;
    if ((await epochsUpTo(passed.epoch, newest.seq, passed.seq)).next !== null) throw new FeedRewoundError(passed, lastSeq, await agreesTo(lastSeq));
  };

  /** Records of one epoch were written once, by one session, and epochs ascend along the log: where the epochs agree, so do the records. */
  const agreesTo = async (lastSeq: number): Promise<number | null> => {
    for (const mark of marks.toReversed())
      if (mark.seq <= lastSeq && (await isAsRead(mark)) === true) {
        const readTo = marks.findLast(({ epoch }) => epoch === mark.epoch)!.seq;
        return mark.epoch === epochUnnamed ? mark.seq : (await epochsUpTo(mark.epoch, mark.seq, Math.min(lastSeq, readTo))).seq;
      }
    const oldest = marks[0]!;
    const isOther = (await isAsRead(oldest)) === false;
    const { seq, next } = await epochsUpTo(oldest.epoch, 0, Math.min(lastSeq, isOther ? oldest.seq - 1 : oldest.seq));
    const last = seq === 0 ? null : await bus.jsm.streams.getMessage(streams.feed, { seq });
    if (oldest.epoch !== epochUnnamed && last !== null && epochOf(last) === oldest.epoch) return seq;
    const known = mergeHistories(await history(), next === null ? [] : [{ id: epochOf(next), afterSeq: seq }]);
    return known.length === 0 ? null : Math.min(seq, resolvePosition(known, oldest));
  };

  /** The last sequence from `low` to `high` whose record is of `epoch` or an older one, and the first record that is not, if it lies there. */
  const epochsUpTo = async (epoch: number, low: number, high: number): Promise<{ readonly seq: number; readonly next: StoredMsg | null }> => {
    let [seq, end, next]: [number, number, StoredMsg | null] = [low, high, null];
    while (seq < end) {
      const middle = Math.ceil((seq + end) / 2);
      const message = await firstRecordFrom(bus, middle);
      // Where the log holds nothing up to `high`, what it holds below tells.
      if (message === null || message.seq > high) end = middle - 1;
      else if (epochOf(message) > epoch) [end, next] = [middle - 1, message];
      else seq = Math.max(middle, Math.min(end, message.seq));
    }
    return { seq: next === null ? high : seq, next };
  };

  return { add, newest: () => marks.at(-1), pass: (position) => (passed = position), check };
}
