/** A list of the newest entries of one kind that the tail has read, in log order. When it is full, its older half is dropped. */
import type { FeedRevision } from '#schemas/feed-log.ts';
import { lowerBound } from '#schemas/lower-bound.ts';
import type { TailRow } from './tail-row.ts';

/** A correction or withdrawal of a row; `before` is the row until then, or null if the tail lacked it. */
export interface TailRevision {
  readonly seq: number;
  readonly record: FeedRevision;
  readonly before: TailRow | null;
}

export type NewestOfLog<T extends { readonly seq: number }> = ReturnType<typeof createNewestOfLog<T>>;

export function createNewestOfLog<T extends { readonly seq: number }>(countMax: number) {
  let list: T[] = [];
  let fromSeq = 1;
  const indexAfter = (seq: number): number => lowerBound(0, list.length, (index) => list[index]!.seq <= seq);
  return {
    add: (entry: T): void => {
      list.push(entry);
      if (list.length <= countMax) return;
      list = list.slice(countMax / 2);
      fromSeq = list[0]!.seq;
    },
    reset: (nextSeq: number): void => {
      list = [];
      fromSeq = nextSeq;
    },
    /** Returns the entries after `afterSeq`, up to and including `toSeq`. */
    between: (afterSeq: number, toSeq: number): readonly T[] => list.slice(indexAfter(afterSeq), indexAfter(toSeq)),
    /** Returns the sequence from which on no entry is missing. */
    fromSeq: (): number => fromSeq,
  };
}
