/** The newest corrections and withdrawals of rows, in log order, as the tail read them. */
import type { FeedRevision } from '#schemas/feed-log.ts';
import type { TailRow } from './tail-row.ts';

export interface TailRevision {
  readonly seq: number;
  readonly record: FeedRevision;
  readonly before: TailRow | null;
}

export type TailRevisions = ReturnType<typeof createTailRevisions>;

const countMax = 2_000;

export function createTailRevisions() {
  let list: TailRevision[] = [];
  let fromSeq = 1;
  return {
    add: (revision: TailRevision): void => {
      list.push(revision);
      if (list.length <= countMax) return;
      list = list.slice(countMax / 2);
      fromSeq = list[0]!.seq;
    },
    reset: (nextSeq: number): void => {
      list = [];
      fromSeq = nextSeq;
    },
    /** Returns the revisions after `afterSeq`, up to and including `toSeq`. */
    between: (afterSeq: number, toSeq: number): readonly TailRevision[] => list.filter(({ seq }) => seq > afterSeq && seq <= toSeq),
    /** Returns the sequence from which on no revision is missing. */
    fromSeq: (): number => fromSeq,
  };
}
