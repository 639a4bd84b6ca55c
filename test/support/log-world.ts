/**
 * The service around a feed log that is beaten: refine that begins epochs and appends, a writer that stores, what the log
 * loses, and a reader that follows it and goes back where the log went back. The log itself is a model or a real server.
 */
import { headers } from '@nats-io/transport-node';
import fc from 'fast-check';
import { expect } from 'vitest';
import { followFeed } from '#ops/runtime/feed-follower.ts';
import type { Bus } from '#ops/runtime/nats.ts';
import { FeedRewoundError } from '#ops/runtime/read-marks.ts';
import { epochAt, epochHeader, mergeHistories, resolvePosition, withNewEpoch, type EpochHistory, type LogPosition } from '#schemas/epoch.ts';
import { uidHeader } from '#schemas/feed-log.ts';
import type { HoleReader } from '#schemas/log-hole.ts';

export interface LoggedRecord {
  readonly seq: number;
  /** 0: no header. */
  readonly epoch: number;
  /** 'gap': as a gap that refill wrote. */
  readonly uid: string;
}

export const dataOf = (record: LoggedRecord): Uint8Array => Buffer.from(JSON.stringify(record));

export function headersOf({ epoch, uid }: LoggedRecord): ReturnType<typeof headers> {
  const h = headers();
  if (uid !== 'gap') h.set(uidHeader, uid);
  if (epoch !== 0) h.set(epochHeader, String(epoch));
  return h;
}

/** What can be done to a log, and its books. */
export interface LogHands {
  readonly bus: Bus;
  readonly append: (epoch: number, uid: string) => Promise<void>;
  /** Puts a record back where the log ends just before it. */
  readonly putBack: (record: LoggedRecord) => Promise<void>;
  readonly delete: (seq: number) => Promise<void>;
  /** As retention does: everything up to `seq` goes. */
  readonly forget: (seq: number) => Promise<void>;
  /** The log ends at `seq` from now on, as after a power loss. */
  readonly cut: (seq: number) => Promise<void>;
  /** Consumers are gone; the connection is away, in a model for so many calls. */
  readonly restart: (callsAway: number) => Promise<void>;
  /** A message is lost on its way to a reader. */
  readonly loseDelivery: () => Promise<void>;
  /** The records that are there. */
  readonly records: () => readonly LoggedRecord[];
  /** Those and the ones that have gone since; from sequence 1 to the last. */
  readonly written: () => readonly LoggedRecord[];
  readonly lastSeq: () => number;
  /** Something beside the log is asked. */
  readonly tick: () => Promise<void>;
}

export type Step =
  | { readonly kind: 'append'; readonly count: number }
  | { readonly kind: 'store' }
  | { readonly kind: 'delete'; readonly at: number }
  | { readonly kind: 'forget'; readonly at: number }
  | { readonly kind: 'cut'; readonly lost: number; readonly grown: number; readonly isSeen: boolean; readonly isHistoryLost: boolean }
  | { readonly kind: 'restart'; readonly away: number }
  | { readonly kind: 'session' }
  | { readonly kind: 'lose' }
  | { readonly kind: 'tableAway' }
  | { readonly kind: 'reopen' };

const place = fc.nat(100);
const cut = fc.record({ kind: fc.constant('cut' as const), lost: fc.nat(20), grown: fc.nat(25), isSeen: fc.boolean(), isHistoryLost: fc.boolean() });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('append' as const), count: fc.integer({ min: 1, max: 12 }) }) },
  { weight: 3, arbitrary: fc.constant<Step>({ kind: 'store' }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), at: place }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('forget' as const), at: place }) },
  { weight: 2, arbitrary: cut },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('restart' as const), away: fc.nat(6) }) },
  { weight: 3, arbitrary: fc.constantFrom<Step>({ kind: 'session' }, { kind: 'lose' }, { kind: 'tableAway' }, { kind: 'reopen' }) },
);
/** What happens, and how many calls of the reader later each time. */
export const scripts = (stepsMax: number): fc.Arbitrary<{ readonly afterCalls: number; readonly step: Step }[]> =>
  fc.array(fc.record({ afterCalls: fc.nat(12), step }), { minLength: 1, maxLength: stepsMax });

export interface World {
  readonly apply: (log: LogHands, reader: Pick<Reader, 'reopen'>, step: Step) => Promise<void>;
  /** The writer stores all that the log holds now; of what it never saw the place is a gap. */
  readonly store: (log: LogHands) => void;
  readonly holes: (log: LogHands) => HoleReader;
  /** What a reader can learn of epochs: what is kept beside the log, and those of stored records. */
  readonly history: () => EpochHistory;
  /** Throws where a record that log or table hold is not what the reader has of it; answers how many it has of lost ones. */
  readonly check: (log: LogHands, read: ReadonlyMap<number, string>) => { readonly gaps: number; readonly filled: number };
}

export function createWorld(): World {
  let history: EpochHistory = [];
  let known: EpochHistory = [];
  let epoch = 0;
  let names = 0;
  let tableAwayFor = 0;
  let storedTo = 0;
  const table = new Map<number, LoggedRecord>();

  const beginEpoch = (log: LogHands): void => {
    const begun = withNewEpoch(history, log.lastSeq(), { nowMs: history.length + 1, nonce: 0 });
    history = begun.history;
    known = history;
    epoch = begun.epoch.id;
  };
  const append = async (log: LogHands, count: number): Promise<void> => {
    for (let each = 0; each < count; each += 1) await log.append(epoch, `uid ${(names += 1)}`);
  };
  const store = (log: LogHands): void => {
    for (const record of log.records()) if (record.seq > storedTo) table.set(record.seq, record);
    storedTo = Math.max(storedTo, log.lastSeq());
  };
  /** Refine puts back what the table holds, then begins an epoch behind it. */
  const losePower = async (log: LogHands, { lost, grown, isSeen, isHistoryLost }: Extract<Step, { kind: 'cut' }>): Promise<void> => {
    await log.cut(Math.max(0, log.lastSeq() - lost));
    if (isSeen) await log.restart(0);
    for (let seq = log.lastSeq() + 1; seq <= storedTo; seq += 1)
      await log.putBack(table.get(seq) ?? { seq, epoch: epochAt(history, seq), uid: 'gap' });
    beginEpoch(log);
    // What is kept beside the log may be lost with its end; the headers of records and the table still tell.
    if (isHistoryLost) known = history.slice(0, -1);
    await append(log, grown);
  };

  return {
    store,
    apply: async (log, reader, one) => {
      if (one.kind === 'append') await append(log, one.count);
      else if (one.kind === 'store') store(log);
      else if (one.kind === 'delete') await log.delete(Math.ceil((log.lastSeq() * one.at) / 100));
      else if (one.kind === 'forget') {
        // Retention takes what is old, and what is old is stored.
        store(log);
        await log.forget(Math.floor((log.lastSeq() * one.at) / 200));
      } else if (one.kind === 'restart') await log.restart(one.away);
      else if (one.kind === 'lose') await log.loseDelivery();
      else if (one.kind === 'tableAway') tableAwayFor = 3;
      else if (one.kind === 'session') beginEpoch(log);
      else if (one.kind === 'reopen') reader.reopen();
      else await losePower(log, one);
    },
    holes: (log) => async (fromSeq, toSeq) => {
      await log.tick();
      if (tableAwayFor > 0) {
        tableAwayFor -= 1;
        throw new Error('the table is away');
      }
      if (fromSeq > storedTo) return null;
      const end = Math.min(toSeq, storedTo, fromSeq + 6);
      const records = [...table.values()].filter(({ seq }) => seq >= fromSeq && seq <= end).toSorted((a, b) => a.seq - b.seq);
      return { records: records.map((record) => ({ seq: record.seq, epoch: record.epoch, data: dataOf(record) })), toSeq: end };
    },
    history: () => {
      const stored = new Set([...table.values()].map((record) => record.epoch));
      return mergeHistories(known, history.filter(({ id }) => stored.has(id))); // prettier-ignore
    },
    check: (log, read) => {
      const held = new Set(log.records().map(({ seq }) => seq));
      const isThere = ({ seq, uid }: LoggedRecord): boolean => uid !== 'gap' && (held.has(seq) || table.has(seq));
      const written = log.written();
      for (const record of written.filter(isThere)) expect([record.seq, read.get(record.seq)]).toEqual([record.seq, record.uid]);
      // What lies before the first record that anybody holds is not lost: nobody had it. Behind it each sequence comes.
      const first = written.find(isThere)?.seq ?? log.lastSeq() + 1;
      for (let seq = first; seq <= log.lastSeq(); seq += 1) expect(read.has(seq), `sequence ${seq}`).toBe(true);
      expect(Math.max(0, ...read.keys())).toBeLessThanOrEqual(log.lastSeq());
      const lost = [...read].filter(([seq]) => !held.has(seq));
      return { gaps: lost.filter(([, uid]) => uid === 'gap').length, filled: lost.filter(([, uid]) => uid !== 'gap').length };
    },
  };
}

export interface Reader {
  /** By sequence, 'gap' for one. */
  readonly read: ReadonlyMap<number, string>;
  /** Until it is stopped. */
  readonly run: () => Promise<void>;
  readonly stop: () => void;
  /** As a process that starts again: of what it has read it knows no more than the position. */
  readonly reopen: () => void;
  readonly rewinds: () => number;
}

/** A reader that keeps what it has read, and goes back where the log went back. */
export function createReader(log: LogHands, world: World, onMove: () => void = () => undefined): Reader {
  const read = new Map<number, string>();
  const stop = new AbortController();
  let opened = new AbortController();
  let at: LogPosition = { epoch: 0, seq: 0 };
  let isUidKnown = false;
  let rewinds = 0;
  const follow = async (): Promise<void> => {
    opened = new AbortController();
    const uid = isUidKnown ? read.get(at.seq) : undefined;
    const signal = AbortSignal.any([stop.signal, opened.signal]);
    const options = { fromSeq: at.seq + 1, holes: world.holes(log), history: world.history, signal };
    // A gap that was read is no record that the log could be held against.
    const after = at.seq === 0 ? {} : { after: { ...at, uid: uid === undefined || uid === 'gap' ? null : uid } };
    for await (const batch of followFeed(log.bus, { ...options, ...after }))
      for (const { seq, epoch, origin, data } of batch) {
        if (read.size > 0) expect(seq).toBe(at.seq + 1);
        read.set(seq, origin === 'gap' ? 'gap' : (JSON.parse(Buffer.from(data).toString()) as LoggedRecord).uid);
        at = { seq, epoch };
        isUidKnown = true;
        onMove();
      }
    if (!stop.signal.aborted) resolveCheckpoint();
  };
  const goBackTo = (seq: number): void => {
    for (const one of read.keys()) if (one > seq) read.delete(one);
    at = { seq, epoch: Math.min(at.epoch, epochAt(world.history(), seq)) };
    onMove();
  };
  const resolveCheckpoint = (): void => {
    isUidKnown = false;
    const seq = resolvePosition(world.history(), at);
    if (seq < at.seq) goBackTo(seq);
  };
  return {
    read,
    run: async () => {
      while (!stop.signal.aborted) {
        try {
          await follow();
        } catch (error) {
          if (!(error instanceof FeedRewoundError)) throw error;
          rewinds += 1;
          goBackTo(Math.min(resolvePosition(world.history(), error.position), error.agreesTo ?? error.position.seq, error.lastSeq));
        }
      }
    },
    stop: () => stop.abort(),
    reopen: () => opened.abort(),
    rewinds: () => rewinds,
  };
}
