/** The newest corrections and withdrawals of rows, in log order, as the tail read them. */
import type { FeedRevision } from '#schemas/feed-log.ts';
import type { TailRow } from './tail-row.ts';

export interface TailRevision {
  readonly seq: number;
  readonly record: FeedRevision;
  /** The row before it; null where the tail did not have it. */
  readonly before: TailRow | null;
}

export interface TailRevisions {
  readonly add: (revision: TailRevision) => void;
  /** Drops everything; the next record is `nextSeq`. */
  readonly reset: (nextSeq: number) => void;
  /** Returns those after `afterSeq`, up to `toSeq`. */
  readonly between: (afterSeq: number, toSeq: number) => readonly TailRevision[];
  /** Returns the sequence from which the list has all of them. */
  readonly fromSeq: () => number;
}

const countMax = 2_000;

export function createTailRevisions(): TailRevisions {
  let list: TailRevision[] = [];
  let fromSeq = 1;
  return {
    add: (revision) => {
      list.push(revision);
      if (list.length <= countMax) return;
      list = list.slice(countMax / 2);
      fromSeq = list[0]!.seq;
    },
    reset: (nextSeq) => {
      list = [];
      fromSeq = nextSeq;
    },
    between: (afterSeq, toSeq) => list.filter(({ seq }) => seq > afterSeq && seq <= toSeq),
    fromSeq: () => fromSeq,
  };
}
