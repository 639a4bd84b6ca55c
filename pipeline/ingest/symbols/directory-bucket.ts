/** Applies symbol lists to the symbol directory in its KV bucket. Writes only changed entries, by compare-and-swap. */
import type { KV } from '@nats-io/kv';
import type { Logger } from 'pino';
import { SymbolEntry } from '#schemas/symbol.ts';
import { isRace } from '#ops/nats/bucket-entry.ts';
import { retryUntilStopped, type RetryOptions } from '#ops/process/retry.ts';
import { applySymbolLists, type DirectoryState, type HistoryStep } from './history/apply-symbol-lists.ts';
import type { SymbolList } from './lists/symbol-list.ts';

/**
 * Applies lists. Idempotent: after a kill the next call writes the rest. `at` is stored in each holding that begins or ends. Throws when other
 * processes keep changing the entries.
 */
export type ApplyDirectory = (lists: readonly SymbolList[], sources: Pick<DirectoryState, 'dates' | 'begun'>, at: string) => Promise<HistoryStep>;

const writesAtOnce = 64;

interface StoredDirectory {
  readonly entries: Map<string, SymbolEntry>;
  /** Revisions of all keys, including unreadable and deleted entries. */
  readonly revisions: Map<string, number>;
}

async function readKept(bucket: KV, log: Logger): Promise<StoredDirectory> {
  const kept: StoredDirectory = { entries: new Map(), revisions: new Map() };
  for await (const entry of await bucket.history()) {
    kept.revisions.set(entry.key, entry.revision);
    if (entry.operation !== 'PUT') {
      kept.entries.delete(entry.key);
      continue;
    }
    const parsed = SymbolEntry.safeParse(entry.json());
    // An unreadable entry is missing here and is therefore written again.
    if (parsed.success) kept.entries.set(entry.key, parsed.data);
    else log.error({ key: entry.key, err: parsed.error }, 'entry.unreadable');
  }
  return kept;
}

/** Writes an entry. Returns false when another process changed it since it was read. */
async function writeOver(bucket: KV, entry: SymbolEntry, revision: number): Promise<boolean> {
  try {
    await bucket.put(entry.symbol, JSON.stringify(entry), { previousSeq: revision });
    return true;
  } catch (error) {
    if (isRace(error)) return false;
    throw error;
  }
}

/** Returns a check whether the bucket lost writes since its last call: the sequence of its stream is then lower than before. */
export function createLossCheck(bucket: KV, options: RetryOptions): () => Promise<boolean> {
  let newest = 0;
  return async () => {
    const { streamInfo } = await retryUntilStopped('check the symbol directory', () => bucket.status(), options);
    const before = newest;
    newest = streamInfo.state.last_seq;
    return newest < before;
  };
}

/** Maximum number of rounds when other processes change entries at the same time. */
const roundsMax = 20;

export const createApplyDirectory =
  (bucket: KV, options: RetryOptions): ApplyDirectory =>
  async (lists, sources, at) => {
    let first: HistoryStep | null = null;
    for (let round = 0; round < roundsMax; round += 1) {
      const { entries, revisions } = await retryUntilStopped('read the symbol directory', () => readKept(bucket, options.log), options);
      const step = applySymbolLists({ entries, ...sources }, lists, at);
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
    throw new Error('the symbol directory keeps changing while it is written');
  };
