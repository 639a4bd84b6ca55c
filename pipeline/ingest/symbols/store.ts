/** The symbol directory in JetStream KV: a list in, only what changed written, a count of what was done out. */
import type { KV } from '@nats-io/kv';
import type { Logger } from 'pino';
import { SymbolEntry } from '#schemas/symbol.ts';
import { insist, type Insisting } from '#ops/runtime/retry.ts';
import { changesOf, type DirectoryChanges } from './changes.ts';

export type ApplyResult = ({ readonly ok: true } & Omit<DirectoryChanges, 'writes'>) | { readonly ok: false; readonly detail: string };

/** Applying the same list twice changes nothing; a kill in the middle leaves the rest to the next time. */
export type ApplyDirectory = (entries: readonly SymbolEntry[], fetchedAt: string) => Promise<ApplyResult>;

const writesAtOnce = 64;

async function readKept(bucket: KV, log: Logger): Promise<Map<string, SymbolEntry>> {
  const kept = new Map<string, SymbolEntry>();
  for await (const entry of await bucket.history()) {
    if (entry.operation !== 'PUT') {
      kept.delete(entry.key);
      continue;
    }
    const parsed = SymbolEntry.safeParse(entry.json());
    // An entry that cannot be read is written anew.
    if (parsed.success) kept.set(entry.key, parsed.data);
    else log.error({ key: entry.key, err: parsed.error }, 'symbol.unreadable');
  }
  return kept;
}

export const createApplyDirectory =
  (bucket: KV, options: Insisting): ApplyDirectory =>
  async (entries, fetchedAt) => {
    const kept = await insist('read the symbol directory', () => readKept(bucket, options.log), options);
    const result = changesOf(kept, entries, fetchedAt);
    if (!result.ok) return result;
    const { writes, ...counts } = result;
    const queue = writes.values();
    const writer = async (): Promise<void> => {
      for (const entry of queue) await insist('write a symbol', () => bucket.put(entry.symbol, JSON.stringify(entry)), options);
    };
    await Promise.all(Array.from({ length: writesAtOnce }, writer));
    return counts;
  };
