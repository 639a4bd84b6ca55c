/**
 * Knows exactly which documents the feed log holds, whatever their number. A document is found by its uid (the first 64 bits of the
 * identity's SHA-256) and checked by the next 32 bits: when two documents have the same uid, the later one gets another uid. Documents that
 * the state file lacks are in memory, until they are written with their position in the log.
 */
import { digestOf, uidOf } from '#schemas/identity.ts';
import { DamagedStateError, stateInMemory, type SeenDocument, type StateFile } from './state-file.ts';

export interface SeenDocuments {
  /** Returns the uid that `identity` has or would get, and whether the log holds it. */
  readonly find: (identity: string) => { readonly uid: string; readonly isKnown: boolean };
  /** Adds a document. `digest`: the 32 hex digits of digestOf(identity); `uid`: as the record carries it. */
  readonly add: (uid: string, digest: string) => void;
  /** Returns the number of documents; one that is added twice may count twice until the file is written. */
  readonly size: () => number;
  /** Returns the documents that the file lacks, as they are now. */
  readonly unwritten: () => readonly SeenDocument[];
  /** Drops these from memory, since the file has them. */
  readonly written: (documents: readonly SeenDocument[]) => void;
}

export interface SeenOptions {
  readonly file?: StateFile;
  /** For tests: makes ids that collide. */
  readonly idOf?: (identity: string, attempt: number) => string;
}

const attemptsMax = 16;
/** Maximum number of documents in memory while a state is built. */
const unwrittenMax = 1 << 16;

const checkOf = (digest: string): number => Number.parseInt(digest.slice(16, 24), 16);

/** Returns the documents seen, by identity, each with its uid. */
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
        // A full disk: they stay in memory, and are retried some records later.
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
