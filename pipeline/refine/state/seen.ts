/**
 * Which documents the feed log holds, exactly and whatever their number: by uid (the first 64 bits of the identity's
 * SHA-256) with the next 32 bits beside it, so that two documents that share a uid are told apart and the later one gets
 * another. The newest stand in memory (seen/head.ts), the others in sorted files (seen/run.ts) of which
 * memory holds a filter: 12 bytes a record on disk, 1.3 in memory. Files are merged, four of a size into one, a few records
 * with each that is added (ops/decisions/0018-seen-set.md).
 */
import { digestOf, uidOf } from '#schemas/identity.ts';
import { createHead } from '../seen/head.ts';
import { createMerge, type Merge } from '../seen/merge.ts';
import { filesWithoutName, type RunFiles } from '../seen/run-files.ts';
import { createRunWriter, type RunWriter } from '../seen/run-writer.ts';
import { DamagedRunError, openRun, RECORD_WORDS, type Run } from '../seen/run.ts';

export interface Seen {
  /** The uid that `identity` has or would get, and whether the log holds it. */
  readonly find: (identity: string) => { readonly uid: string; readonly isKnown: boolean };
  /** `digest`: the 32 hex of digestOf(identity); `uid` as the record carries it. */
  readonly add: (uid: string, digest: string) => void;
  /** Records held; one whose log was read twice may count twice until its files are merged. */
  readonly size: () => number;
  /** Merges up to `records` more while there is nothing else to do. */
  readonly tidy: (records: number) => void;
  /** What a snapshot keeps, as it is now. */
  readonly kept: () => GrowingSeen;
  /** Bytes in memory. */
  readonly heldBytes: () => number;
  readonly close: () => void;
}

export interface KeptSeen {
  /** Files of the folder, each with its size class. */
  readonly runs: readonly { readonly name: string; readonly level: number }[];
  /** Counts the files made: names the newest records, which are no file yet. */
  readonly files: number;
}

export interface GrowingSeen extends KeptSeen {
  /** The newest records, three words each: an array that grows. */
  readonly head: Uint32Array;
  /** Files that are being written: they are named once they are whole. */
  readonly unfinished: readonly string[];
}

export interface SeenOptions {
  /** Where the sorted files go: the first after 65,536 records. */
  readonly files?: RunFiles;
  /** In the files' names, to tell them from another process's. */
  readonly owner?: string;
  readonly kept?: Omit<GrowingSeen, 'unfinished'>;
  /** A file could not be written; its records stay in memory meanwhile. */
  readonly onTrouble?: (error: unknown) => void;
  /** For tests: a smaller head, and ids that collide. */
  readonly headMax?: number;
  readonly idOf?: (identity: string, attempt: number) => string;
}

const attemptsMax = 16;
const headRecords = 1 << 16;
const runsPerMerge = 4;
/** Twice as many as keep up: a merge ends before as many records have come as it merges. */
const mergedPerRecord = 2;

interface Level {
  readonly runs: Run[];
  /** Of the level's first `runsPerMerge` runs. */
  merge: Merge | null;
}

const halves = (uid: string): readonly [hi: number, lo: number] => [Number.parseInt(uid.slice(0, 8), 16), Number.parseInt(uid.slice(8, 16), 16)];
const checkOf = (digest: string): number => Number.parseInt(digest.slice(16, 24), 16);

export function createSeen({
  files = filesWithoutName,
  owner = 'own',
  kept,
  headMax = headRecords,
  idOf = uidOf,
  onTrouble = () => undefined,
}: SeenOptions = {}): Seen {
  const levels: Level[] = [];
  let head = createHead();
  let made = kept?.files ?? 0;
  /** After trouble with a file nothing is written until the head has this many records. */
  let writeFrom = 0;

  const levelAt = (number: number): Level => {
    while (levels.length <= number) levels.push({ runs: [], merge: null });
    return levels[number]!;
  };
  for (const { name, level } of kept?.runs ?? []) levelAt(level).runs.push(openRun(name, files.open(name)));
  for (let at = 0; kept !== undefined && at < kept.head.length; at += RECORD_WORDS) head.add(kept.head[at]!, kept.head[at + 1]!, kept.head[at + 2]!);

  const newWriter = (countMax: number): RunWriter => {
    made += 1;
    return createRunWriter(files, `seen-${owner}-${made}.run`, countMax);
  };

  /** Null where the disk has no room or cannot be written to: then memory has, and it is tried again some records later. */
  function unlessRefused<T>(write: () => T): T | null {
    try {
      return write();
    } catch (error) {
      if (error instanceof DamagedRunError) throw error;
      writeFrom = head.size() + headMax;
      onTrouble(error);
      return null;
    }
  }

  /** The head into a file. */
  function endHead(): void {
    const run = unlessRefused(() => {
      const writer = newWriter(head.size());
      const records = head.records();
      try {
        for (const position of head.sorted()) {
          const at = position * RECORD_WORDS;
          writer.add(records[at]!, records[at + 1]!, records[at + 2]!);
        }
        return writer.finish();
      } catch (error) {
        writer.abandon();
        throw error;
      }
    });
    if (run === null) return;
    levelAt(0).runs.push(run);
    head = createHead();
    writeFrom = 0;
  }

  /** Goes on with every merge that is due; a level that has been merged becomes one run of the next. */
  function merge(records: number): void {
    if (head.size() < writeFrom) return;
    for (let number = 0; number < levels.length; number += 1) {
      const level = levels[number]!;
      if (level.runs.length >= runsPerMerge) unlessRefused(() => mergeLevel(level, number, records));
    }
  }

  function mergeLevel(level: Level, number: number, records: number): void {
    const from = level.runs.slice(0, runsPerMerge);
    level.merge ??= createMerge(from, newWriter(from.reduce((sum, run) => sum + run.count, 0)));
    let merged: Run | null;
    try {
      merged = level.merge.step(records);
    } catch (error) {
      level.merge.abandon();
      level.merge = null;
      throw error;
    }
    if (merged === null) return;
    level.merge = null;
    for (const run of level.runs.splice(0, runsPerMerge)) run.close();
    levelAt(number + 1).runs.push(merged);
  }

  const find = (hi: number, lo: number): number | null => {
    const newest = head.find(hi, lo);
    if (newest !== null) return newest;
    for (const { runs } of levels)
      for (let at = runs.length - 1; at >= 0; at -= 1) {
        const check = runs[at]!.find(hi, lo);
        if (check !== null) return check;
      }
    return null;
  };

  const runs = (): Run[] => levels.flatMap((level) => level.runs);

  return {
    find: (identity) => {
      const digest = digestOf(identity);
      for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
        const uid = attempt === 0 && idOf === uidOf ? digest.slice(0, 16) : idOf(identity, attempt);
        const check = find(...halves(uid));
        if (check === null) return { uid, isKnown: false };
        if (check === checkOf(digest)) return { uid, isKnown: true };
      }
      throw new Error(`no free uid for ${identity} after ${attemptsMax} attempts`);
    },
    add: (uid, digest) => {
      const [hi, lo] = halves(uid);
      head.add(hi, lo, checkOf(digest));
      merge(mergedPerRecord);
      if (head.size() >= Math.max(headMax, writeFrom)) endHead();
    },
    tidy: merge,
    size: () => head.size() + runs().reduce((sum, run) => sum + run.count, 0),
    kept: () => ({
      runs: levels.flatMap((level, number) => level.runs.map(({ name }) => ({ name, level: number }))),
      files: made,
      head: head.records(),
      unfinished: levels.flatMap((level) => (level.merge === null ? [] : [level.merge.name])),
    }),
    heldBytes: () => head.heldBytes() + runs().reduce((sum, run) => sum + run.heldBytes, 0),
    close: () => {
      for (const level of levels) {
        level.merge?.abandon();
        for (const run of level.runs) run.close();
      }
    },
  };
}
