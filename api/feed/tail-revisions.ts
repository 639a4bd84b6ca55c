/** The newest corrections and withdrawals of rows, in log order, as the tail read them. */
import type { FeedRevision } from '#schemas/feed-log.ts';
import type { TailRow } from './tail-row.ts';

export interface TailRevision {
  readonly seq: number;
  readonly record: FeedRevision;
  readonly before: TailRow | null;
}

export interface TailRevisions {
  readonly add: (revision: TailRevision) => void;
  readonly reset: (nextSeq: number) => void;
  readonly between: (afterSeq: number, toSeq: number) => readonly TailRevision[];
  /** Returns the sequence from which on no revision is missing. */
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
