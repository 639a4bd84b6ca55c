/**
 * Simulates a service whose feed log loses records: refine appends and repairs, a writer stores batches, and a reader follows
 * the log and goes back to the start of a generation. The log itself is a model or a real server.
 */
import { headers } from '@nats-io/transport-node';
import fc from 'fast-check';
import { expect } from 'vitest';
import { followFeed, LogLostError } from '#ops/feed-log/feed-follower.ts';
import type { Bus } from '#ops/nats/nats.ts';
import {
  generationAt,
  generationHeader,
  mergeLists,
  resolvePosition,
  withNewGeneration,
  type GenerationList,
  type LogPosition,
} from '#schemas/generation.ts';
import { uidHeader } from '#schemas/feed-log.ts';

export interface LoggedRecord {
  readonly seq: number;
  /** The record's generation; 0: no header. */
  readonly generation: number;
  /** The record's uid; 'gap' for a gap that the repair wrote. */
  readonly uid: string;
}

export const dataOf = (record: LoggedRecord): Uint8Array => Buffer.from(JSON.stringify(record));

export function headersOf({ generation, uid }: LoggedRecord): ReturnType<typeof headers> {
  const h = headers();
  if (uid !== 'gap') h.set(uidHeader, uid);
  if (generation !== 0) h.set(generationHeader, String(generation));
  return h;
}

/** Operations on a log, and its records. */
export interface LogHands {
  readonly bus: Bus;
  readonly append: (generation: number, uid: string) => Promise<void>;
  /** Puts a lost record back; the log must end just before it. */
  readonly putBack: (record: LoggedRecord) => Promise<void>;
  readonly delete: (seq: number) => Promise<void>;
  /** Deletes everything up to `seq`, as retention does. */
  readonly forget: (seq: number) => Promise<void>;
  /** Cuts the log after `seq`, as a power loss does. */
  readonly cut: (seq: number) => Promise<void>;
  /** Deletes the consumers and breaks the connection, in a model log for `callsAway` calls. */
  readonly restart: (callsAway: number) => Promise<void>;
  /** Loses a message on its way to a reader. */
  readonly loseDelivery: () => Promise<void>;
  /** The records that the log has. */
  readonly records: () => readonly LoggedRecord[];
  /** The records of the log and the deleted ones, from sequence 1 to the last. */
  readonly written: () => readonly LoggedRecord[];
  readonly lastSeq: () => number;
  /** Called when something other than the log is queried. */
  readonly tick: () => Promise<void>;
}

export type Step =
  | { readonly kind: 'append'; readonly count: number }
  /** `take`: the writer reads a batch. `store`: the writer stores that batch. */
  | { readonly kind: 'take' }
  | { readonly kind: 'store' }
  | { readonly kind: 'delete'; readonly at: number }
  | { readonly kind: 'forget'; readonly at: number }
  /** The log loses its end; with `isListLost` also the generations that began there. */
  | { readonly kind: 'cut'; readonly lost: number; readonly isListLost: boolean; readonly isSeen: boolean }
  | { readonly kind: 'repair' }
  /** A repair that is killed after it has begun its generation and put back `after` records. */
  | { readonly kind: 'killedRepair'; readonly after: number }
  | { readonly kind: 'restart'; readonly away: number }
  | { readonly kind: 'lose' }
  | { readonly kind: 'reopen' };

const place = fc.nat(100);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('append' as const), count: fc.integer({ min: 1, max: 12 }) }) },
  { weight: 6, arbitrary: fc.constantFrom<Step>({ kind: 'take' }, { kind: 'store' }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), at: place }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('forget' as const), at: place }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('cut' as const), lost: fc.nat(20), isListLost: fc.boolean(), isSeen: fc.boolean() }) },
  { weight: 2, arbitrary: fc.constant<Step>({ kind: 'repair' }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('killedRepair' as const), after: fc.nat(8) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('restart' as const), away: fc.nat(6) }) },
  { weight: 2, arbitrary: fc.constantFrom<Step>({ kind: 'lose' }, { kind: 'reopen' }) },
);
/** The steps, each after a number of the reader's calls. */
export const scripts = (stepsMax: number): fc.Arbitrary<{ readonly afterCalls: number; readonly step: Step }[]> =>
  fc.array(fc.record({ afterCalls: fc.nat(12), step }), { minLength: 1, maxLength: stepsMax });

export interface World {
  readonly apply: (log: LogHands, reader: Pick<Reader, 'reopen'>, step: Step) => Promise<void>;
  /** Repairs the log if needed, and stores all its records. */
  readonly settle: (log: LogHands) => Promise<void>;
  /** Returns the list of generations in the bucket. */
  readonly generations: () => Promise<GenerationList>;
  /** Returns the number of the reader's gaps. Throws if a record of the log differs from the reader's. */
  readonly check: (log: LogHands, read: ReadonlyMap<number, string>) => { readonly gaps: number };
}

export function createWorld(): World {
  /** The list of generations in the bucket, then that in the tables. */
  let list: GenerationList = [];
  let storedList: GenerationList = [];
  let names = 0;
  const table = new Map<number, LoggedRecord>();
  let storedTo = 0;
  let inHand: readonly LoggedRecord[] = [];
  /** The last sequence that refine knows. */
  let knownSeq = 0;
  /** Uids of records that the log has lost before its end. */
  const gone = new Set<string>();

  const generation = (): number => mergeLists(list, storedList).at(-1)?.id ?? 0;
  const append = async (log: LogHands, count: number): Promise<void> => {
    // Refine detects lost records when it publishes, and repairs the log.
    await repair(log);
    for (let each = 0; each < count; each += 1) await log.append(generation(), `uid ${(names += 1)}`);
    knownSeq = log.lastSeq();
  };
  const take = (log: LogHands): void => {
    inHand = log.records().filter(({ seq }) => seq > storedTo);
    for (const record of inHand) if (record.seq <= storedTo) throw new Error('a batch begins behind what is stored');
  };
  const store = (): void => {
    for (const record of inHand) table.set(record.seq, record);
    storedTo = Math.max(storedTo, inHand.at(-1)?.seq ?? 0);
    inHand = [];
  };
  /** Repairs the log like pipeline/refine/repair.ts; `until`: the number of records put back before a kill. */
  const repair = async (log: LogHands, until = Number.POSITIVE_INFINITY): Promise<void> => {
    const known = mergeLists(list, storedList);
    if (log.lastSeq() >= Math.max(storedTo, knownSeq)) {
      list = known;
      return;
    }
    // The repair takes over the writer's lease, so the writer's batch is stored before that or never.
    if (names % 2 === 0) store();
    inHand = [];
    const begun = withNewGeneration(known, Math.max(storedTo, log.lastSeq()), { nowMs: known.length + 1, nonce: 0 });
    storedList = [...storedList, begun.generation];
    list = begun.generations;
    let left = until;
    for (let seq = log.lastSeq() + 1; seq <= storedTo; seq += 1) {
      if ((left -= 1) < 0) return;
      await log.putBack(table.get(seq) ?? { seq, generation: generationAt(known, seq), uid: 'gap' });
    }
    knownSeq = log.lastSeq();
  };

  return {
    settle: async (log) => {
      await repair(log);
      take(log);
      store();
    },
    apply: async (log, reader, one) => {
      if (one.kind === 'append') await append(log, one.count);
      else if (one.kind === 'take') take(log);
      else if (one.kind === 'store') store();
      else if (one.kind === 'repair') await repair(log);
      else if (one.kind === 'killedRepair') await repair(log, one.after);
      else if (one.kind === 'delete') {
        const seq = Math.ceil((log.lastSeq() * one.at) / 100);
        for (const record of log.records()) if (record.seq === seq) gone.add(record.uid);
        await log.delete(seq);
      } else if (one.kind === 'forget') {
        // Retention deletes old records only, which are stored by then.
        const seq = Math.min(Math.floor((log.lastSeq() * one.at) / 200), storedTo);
        for (const record of log.records()) if (record.seq <= seq) gone.add(record.uid);
        if (seq > 0) await log.forget(seq);
      } else if (one.kind === 'restart') await log.restart(one.away);
      else if (one.kind === 'lose') await log.loseDelivery();
      else if (one.kind === 'reopen') reader.reopen();
      else {
        const seq = Math.max(0, log.lastSeq() - one.lost);
        await log.cut(seq);
        if (one.isListLost) list = list.filter(({ afterSeq }) => afterSeq < seq);
        if (one.isSeen) await log.restart(0);
      }
    },
    generations: async () => list,
    check: (log, read) => {
      const held = new Map(log.records().map((record) => [record.seq, record.uid]));
      // A lost record may have been put back after the reader skipped it.
      for (const [seq, uid] of held) if (uid !== 'gap' && !gone.has(uid)) expect(read.get(seq), `sequence ${seq}`).toBe(uid);
      expect(Math.max(0, ...read.keys())).toBeLessThanOrEqual(log.lastSeq());
      return { gaps: [...read].filter(([seq, uid]) => uid === 'gap' && !held.has(seq)).length };
    },
  };
}

export interface Reader {
  /** The uids read, by sequence; 'gap' for a gap. */
  readonly read: ReadonlyMap<number, string>;
  /** Reads until stopped. */
  readonly run: () => Promise<void>;
  readonly stop: () => void;
  /** Restarts the reader like a process: only its position remains. */
  readonly reopen: () => void;
  readonly losses: () => number;
}

/** Returns a reader that keeps what it has read, and goes back to the start of a generation. */
export function createReader(log: LogHands, world: World, onMove: () => void = () => undefined): Reader {
  const read = new Map<number, string>();
  const stop = new AbortController();
  let opened = new AbortController();
  let at: LogPosition = { generation: 0, seq: 0 };
  let losses = 0;
  /** Resolves the position as a consumer does its checkpoint. */
  const resolve = async (): Promise<void> => {
    await log.tick();
    const generations = await world.generations();
    const seq = resolvePosition(generations, at);
    if (seq === at.seq) return;
    for (const one of read.keys()) if (one > seq) read.delete(one);
    at = { seq, generation: generationAt(generations, seq) };
    onMove();
  };
  const follow = async (): Promise<void> => {
    opened = new AbortController();
    const signal = AbortSignal.any([stop.signal, opened.signal]);
    const begin = { fromSeq: at.seq + 1, ...(at.seq > 0 && { generation: at.generation }) };
    for await (const batch of followFeed(log.bus, { ...begin, generations: world.generations, signal }))
      for (const { seq, generation, origin, data } of batch) {
        if (read.size > 0) expect(seq).toBe(at.seq + 1);
        read.set(seq, origin === 'gap' ? 'gap' : (JSON.parse(Buffer.from(data).toString()) as LoggedRecord).uid);
        at = { seq, generation };
        onMove();
      }
  };
  return {
    read,
    run: async () => {
      while (!stop.signal.aborted) {
        await resolve();
        try {
          await follow();
        } catch (error) {
          if (!(error instanceof LogLostError)) throw error;
          losses += 1;
        }
      }
    },
    stop: () => stop.abort(),
    reopen: () => opened.abort(),
    losses: () => losses,
  };
}
