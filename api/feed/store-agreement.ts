/**
 * Up to where the tables may be read: behind it they hold records of a log that is no more (clickhouse/agreement.ts), which
 * must not be joined to what the log says now. Compared when the process first reads the tables, when an epoch began, and
 * again and again while they differ, at the latest when readiness is asked for.
 */
import { compareWithLog } from '#clickhouse/agreement.ts';
import { newestStoredEpoch, storedEpochs } from '#clickhouse/feed-epochs.ts';
import { viewLog } from '#ops/runtime/log-view.ts';
import type { Logger } from '#ops/runtime/log.ts';
import type { Bus } from '#ops/runtime/nats.ts';
import type { ProgressState } from '#ops/runtime/progress.ts';
import type { AskStore } from '../store-access.ts';
import type { EpochBook } from './epoch-book.ts';

export interface StoreAgreement {
  /**
   * Called after reading the tables (`readAgreed`): the sequence up to which what they returned agrees with the log, Infinity where all
   * of it does. By then the epochs that the tables know are in the book.
   */
  readonly agreesTo: () => Promise<number>;
  /** As it was last found. */
  readonly lastKnown: () => number;
  /** `ok`, or what of the tables is not served and what to do. Has them compared where they may not agree. */
  readonly state: () => ProgressState;
}

const waitMaxMs = 1_000;
const againAfterMs = 1_000;
const readsMax = 3;

/**
 * What `read` finds in the tables, and up to where that is the log's. A rebuild may put other tables in the place of those that were
 * read before they are compared: they are read again, and what held of both is all that is believed.
 */
export async function readAgreed<T>(
  store: Pick<StoreAgreement, 'agreesTo' | 'lastKnown'>,
  read: () => Promise<T>,
): Promise<{ readonly found: T; readonly agreesTo: number }> {
  for (let reads = 1; ; reads += 1) {
    const before = store.lastKnown();
    const found = await read();
    const after = await store.agreesTo();
    if (before === after || reads === readsMax) return { found, agreesTo: Math.min(before, after) };
  }
}

export function createStoreAgreement(options: {
  readonly bus: Bus;
  readonly ask: AskStore;
  readonly book: Pick<EpochBook, 'put' | 'history' | 'newest' | 'boundOf'>;
  readonly log: Logger;
}): StoreAgreement {
  const { bus, ask, book, log } = options;
  let known = Number.POSITIVE_INFINITY;
  let difference: string | null = null;
  /** The newest epoch at the last comparison that found them to agree; null: they differ, or nothing was compared yet. */
  let agreedIn: number | null = null;
  let comparedAtMs = Number.NEGATIVE_INFINITY;
  let comparing: Promise<void> | null = null;
  let newestStored: number | null = null;

  const compare = async (): Promise<void> => {
    const newest = book.newest();
    const view = await viewLog(bus);
    const { storedTo, agreesTo } = await ask((store) => compareWithLog(store, view, book.history()));
    const before = known;
    const isOther = agreesTo < storedTo;
    known = isOther ? agreesTo : Number.POSITIVE_INFINITY;
    difference = isOther ? `records ${agreesTo + 1} to ${storedTo} are of another log than FEED and not served: npm run rebuild` : null;
    // Tables that are ahead of a log that lost its end are looked at again: it is refilled, or grows on otherwise.
    agreedIn = agreesTo === storedTo && storedTo <= view.lastSeq ? newest : null;
    if (known !== before && isOther) log.error({ agreesTo, storedTo, logLastSeq: view.lastSeq }, 'tables.of_another_log');
  };

  const learnStoredEpochs = async (): Promise<void> => {
    const newest = await ask((store) => newestStoredEpoch(store));
    if (newest === newestStored) return;
    book.put('tables', await ask((store) => storedEpochs(store)));
    newestStored = newest;
  };

  /** What epochs alone tell, before the next comparison is due and where none succeeds: records behind where a later epoch began were cut. */
  const boundOfTables = (): number => (newestStored ? book.boundOf(newestStored) : Number.POSITIVE_INFINITY);

  const compareWhereDue = (): void => {
    if (agreedIn === book.newest() || !bus.isConnected()) return;
    if (comparing !== null || performance.now() - comparedAtMs <= againAfterMs) return;
    comparedAtMs = performance.now();
    comparing = compare()
      .catch((error: unknown) => log.warn({ err: error }, 'tables.not_compared'))
      .finally(() => (comparing = null));
  };

  return {
    lastKnown: () => Math.min(known, boundOfTables()),
    state: () => {
      compareWhereDue();
      return difference ?? 'ok';
    },
    agreesTo: async () => {
      await learnStoredEpochs();
      compareWhereDue();
      if (comparing !== null) await Promise.race([comparing, new Promise((resolve) => setTimeout(resolve, waitMaxMs).unref())]);
      return Math.min(known, boundOfTables());
    },
  };
}
