/**
 * Applies symbol lists to the directory in the KV bucket: writes only entries that changed, each by compare-and-swap,
 * and starts over with fresh entries where another process wrote one meanwhile.
 */
import type { KV } from '@nats-io/kv';
import type { Logger } from 'pino';
import { SymbolEntry } from '#schemas/symbol.ts';
import { isRace } from '#ops/nats/bucket-entry.ts';
import { retryUntilStopped, type RetryOptions } from '#ops/process/retry.ts';
import { applyListings, type DirectoryState, type HistoryStep } from './history/apply-listings.ts';
import type { Listing } from './lists/listing.ts';

/** Applying the same lists twice changes nothing; a kill in the middle leaves the rest to the next time. */
export type ApplyDirectory = (listings: readonly Listing[], sources: Pick<DirectoryState, 'dates' | 'begun'>) => Promise<HistoryStep>;

const writesAtOnce = 64;

interface Kept {
  readonly entries: Map<string, SymbolEntry>;
  /** Of every key, unreadable and deleted ones too. */
  readonly revisions: Map<string, number>;
}

async function readKept(bucket: KV, log: Logger): Promise<Kept> {
  const kept: Kept = { entries: new Map(), revisions: new Map() };
  for await (const entry of await bucket.history()) {
    kept.revisions.set(entry.key, entry.revision);
    if (entry.operation !== 'PUT') {
      kept.entries.delete(entry.key);
      continue;
    }
    const parsed = SymbolEntry.safeParse(entry.json());
    // An entry that cannot be read is written anew.
    if (parsed.success) kept.entries.set(entry.key, parsed.data);
    else log.error({ key: entry.key, err: parsed.error }, 'symbol.unreadable');
  }
  return kept;
}

/** Whether the entry was still as it had been read; another process may have applied a list of its own meanwhile. */
async function writeOver(bucket: KV, entry: SymbolEntry, revision: number): Promise<boolean> {
  try {
    await bucket.put(entry.symbol, JSON.stringify(entry), { previousSeq: revision });
    return true;
  } catch (error) {
    if (isRace(error)) return false;
    throw error;
  }
}

/**
 * Asked again and again: whether the bucket has lost writes since the time before, as a server does that loses its power, or one
 * whose stream was made anew. Its sequence then is behind what it was.
 */
export function createLossCheck(bucket: KV, options: RetryOptions): () => Promise<boolean> {
  let newest = 0;
  return async () => {
    const { streamInfo } = await retryUntilStopped('look at the symbol directory', () => bucket.status(), options);
    const before = newest;
    newest = streamInfo.state.last_seq;
    return newest < before;
  };
}

const roundsMax = 20;

export const createApplyDirectory =
  (bucket: KV, options: RetryOptions): ApplyDirectory =>
  async (listings, sources) => {
    let first: HistoryStep | null = null;
    for (let round = 0; round < roundsMax; round += 1) {
      const { entries, revisions } = await retryUntilStopped('read the symbol directory', () => readKept(bucket, options.log), options);
      const step = applyListings({ entries, ...sources }, listings);
      first ??= step;
      const queue = step.writes.values();
      let raced = 0;
      const writer = async (): Promise<void> => {
        for (const entry of queue) {
          const isWritten = await retryUntilStopped('write a symbol', () => writeOver(bucket, entry, revisions.get(entry.symbol) ?? 0), options);
          if (!isWritten) raced += 1;
        }
      };
      await Promise.all(Array.from({ length: writesAtOnce }, writer));
      if (raced === 0) return first;
      options.log.info({ raced, round }, 'symbols.raced');
    }
    throw new Error('the symbol directory is written by others without end');
  };
