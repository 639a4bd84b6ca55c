/**
 * Records in the tables which epochs their records belong to, each before its first record, so that this survives the
 * log's retention.
 */
import { storedEpochs, storeEpochs } from '#clickhouse/feed-epochs.ts';
import type { Store } from '#clickhouse/store.ts';
import { epochUnnamed, type Epoch, type EpochHistory, type LogPosition } from '#schemas/epoch.ts';

export interface EpochNotes {
  /** What an earlier writer may have left out: all epochs up to that of the last record that is stored. */
  readonly begin: (position: LogPosition | null) => Promise<void>;
  /** To be called before the records are stored. */
  readonly note: (records: readonly LogPosition[]) => Promise<void>;
}

/** `history`: of the epochs as they are kept beside the log. */
export function createEpochNotes({ store, history }: { readonly store: Store; readonly history: () => Promise<EpochHistory> }): EpochNotes {
  let noted = new Set<number>([epochUnnamed]);
  const put = async (found: readonly Epoch[]): Promise<void> => {
    const fresh = found.filter(({ id }) => !noted.has(id));
    if (fresh.length === 0) return;
    await storeEpochs(store, fresh);
    for (const { id } of fresh) noted.add(id);
  };
  return {
    begin: async (position) => {
      noted = new Set([epochUnnamed, ...(await storedEpochs(store)).map(({ id }) => id)]);
      if (position !== null) await put((await history()).filter(({ id, afterSeq }) => id <= position.epoch && afterSeq < position.seq));
    },
    note: async (records) => {
      const firsts = new Map<number, number>();
      for (const { epoch, seq } of records) if (!noted.has(epoch) && !firsts.has(epoch)) firsts.set(epoch, seq);
      if (firsts.size === 0) return;
      // Of an epoch whose first records are lost, what is kept beside the log knows the begin.
      const known = new Map((await history()).map(({ id, afterSeq }) => [id, afterSeq]));
      await put([...firsts].map(([id, seq]) => ({ id, afterSeq: Math.min(seq - 1, known.get(id) ?? Number.POSITIVE_INFINITY) })));
    },
  };
}
