/**
 * Which documents the feed log holds, exactly and whatever their number: by uid (the first 64 bits of the identity's
 * SHA-256) with the next 32 bits beside it, so that two documents that share a uid are told apart and the later one gets
 * another. Those that the state file lacks yet stand in memory, until it is written with the position that they belong to.
 */
import { digestOf, uidOf } from '#schemas/identity.ts';
import { DamagedStateError, stateInMemory, type SeenDocument, type StateFile } from './state-file.ts';

export interface Seen {
  /** The uid that `identity` has or would get, and whether the log holds it. */
  readonly find: (identity: string) => { readonly uid: string; readonly isKnown: boolean };
  /** `digest`: the 32 hex of digestOf(identity); `uid` as the record carries it. */
  readonly add: (uid: string, digest: string) => void;
  /** Documents held; one that is added twice may count twice until the file is written. */
  readonly size: () => number;
  /** Those that the file lacks, as they are now. */
  readonly unwritten: () => readonly SeenDocument[];
  /** The file has these by now. */
  readonly written: (documents: readonly SeenDocument[]) => void;
}

export interface SeenOptions {
  readonly file?: StateFile;
  /** For tests: ids that collide. */
  readonly idOf?: (identity: string, attempt: number) => string;
}

const attemptsMax = 16;
/** Held in memory at most while a state is being made. */
const unwrittenMax = 1 << 16;

const checkOf = (digest: string): number => Number.parseInt(digest.slice(16, 24), 16);

export function createSeen({ file = stateInMemory(), idOf = uidOf }: SeenOptions = {}): Seen {
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
        // A full disk: they stay in memory, and are tried again some records later.
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
