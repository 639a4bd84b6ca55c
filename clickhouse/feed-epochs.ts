/** The list of the feed log's generations in the tables, which no loss of NATS takes with it. */
import { z } from 'zod';
import { epochsKeptMax, epochUnnamed, type Epoch, type EpochHistory } from '#schemas/epoch.ts';
import { loadQuery } from './sql.ts';
import type { Store } from './store.ts';

const epochsQuery = loadQuery('feed/epochs');
const EpochRow = z.object({ id: z.int(), after_seq: z.int() }).transform(({ id, after_seq }): Epoch => ({ id, afterSeq: after_seq }));

/** Code of the server: no such table. */
const unknownTable = '60';

/** None where the tables are still those of a release before epochs. */
async function epochsUpTo(store: Store, limit: number): Promise<EpochHistory> {
  try {
    return (await store.query(epochsQuery, { limit }, EpochRow)).reverse();
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === unknownTable) return [];
    throw error;
  }
}

export const storedEpochs = (store: Store): Promise<EpochHistory> => epochsUpTo(store, epochsKeptMax);

/** Id of the newest stored epoch; ids rise, so while it is unchanged no epoch was added. */
export const newestStoredEpoch = async (store: Store): Promise<number> => (await epochsUpTo(store, 1))[0]?.id ?? epochUnnamed;

/** To be called before the first record of each is stored. */
export const storeEpochs = (store: Store, epochs: readonly Epoch[]): Promise<void> =>
  store.insert('feed_epochs', epochs.map(({ id, afterSeq }) => ({ id, after_seq: afterSeq }))); // prettier-ignore
