/**
 * Knows exactly which documents the feed log has. A document is found by its uid (64 bits of the identity's SHA-256) and checked by the next
 * 32 bits: when two documents have the same uid, the later one gets another.
 */
import { digestOf, uidOf } from '#schemas/identity.ts';
import { DamagedStateError, stateInMemory, type SeenDocument, type StateFile } from './state-file.ts';

export interface SeenDocuments {
  /** Returns the uid that `identity` has or would get, and whether the log has it. */
  readonly find: (identity: string) => { readonly uid: string; readonly isKnown: boolean };
  /** Adds a document under the uid of its record. `digest` is the 32 hex digits of digestOf(identity). */
  readonly add: (uid: string, digest: string) => void;
  /** Returns the number of documents. One that is added twice may count twice until the file is written. */
  readonly size: () => number;
  readonly unwritten: () => readonly SeenDocument[];
  /** Drops documents from memory once the file has them. */
  readonly written: (documents: readonly SeenDocument[]) => void;
}

interface SeenOptions {
  readonly file?: StateFile;
  /** Set by tests only, to make ids that collide. */
  readonly idOf?: (identity: string, attempt: number) => string;
}

const attemptsMax = 16;
/** Number of documents in memory from which a build appends them to the file. */
const unwrittenMax = 1 << 16;

const checkOf = (digest: string): number => Number.parseInt(digest.slice(16, 24), 16);

export function createSeen({ file = stateInMemory(), idOf = uidOf }: SeenOptions = {}): SeenDocuments {
  const unwritten = new Map<string, number>();
  let appendAt = unwrittenMax;
  const find = (uid: string): number | null => unwritten.get(uid) ?? file.find(uid);

  return {
    find: (identity) => {
      const digest = digestOf(identity);
      for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
        const uid = attempt === 0 && idOf === uidOf ? digest.slice(0, 16) : idOf(identity, attempt);
        const check = find(uid);
        if (check === null) return { uid, isKnown: false };
        if (check === checkOf(digest)) return { uid, isKnown: true };
      }
      throw new Error(`no free uid for ${identity} after ${attemptsMax} attempts`);
    },
    add: (uid, digest) => {
      unwritten.set(uid, checkOf(digest));
      if (unwritten.size < appendAt || file.position() !== null) return;
      try {
        file.append(unwritten);
        unwritten.clear();
        appendAt = unwrittenMax;
      } catch (error) {
        if (error instanceof DamagedStateError) throw error;
        // Usually a full disk: the documents stay in memory, and the append is retried later.
        appendAt = unwritten.size + unwrittenMax;
      }
    },
    size: () => file.size() + unwritten.size,
    unwritten: () => [...unwritten],
    written: (documents) => {
      for (const [uid] of documents) unwritten.delete(uid);
    },
  };
}
