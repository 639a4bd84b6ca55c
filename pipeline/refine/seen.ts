/**
 * Which documents the feed log already holds: 16 bytes each, whatever their number. Keyed by uid (the
 * first 64 bits of the identity's SHA-256) with the next 64 bits beside it, so that two documents
 * that share a uid are told apart and the later one gets another (contract.md 1).
 */
import { digestOf, uidOf } from '#schemas/identity.ts';

export interface Seen {
  /** The uid that `identity` has or would get, and whether the log holds it. */
  readonly find: (identity: string) => { readonly uid: string; readonly isKnown: boolean };
  /** `digest`: the 32 hex of digestOf(identity); `uid` as the record carries it. */
  readonly add: (uid: string, digest: string) => void;
  readonly size: () => number;
}

const attemptsMax = 16;

/** `idOf` is a parameter only so that a test can make documents collide. */
export function createSeen(idOf: (identity: string, attempt: number) => string = uidOf): Seen {
  let capacity = 1 << 16;
  let uids = new BigUint64Array(capacity);
  let checks = new BigUint64Array(capacity);
  let count = 0;

  /** Slot of `uid`, or of the free place where it belongs. Zero marks a free place: a uid of sixteen zeros is stored as one. */
  const slotOf = (uid: bigint): number => {
    let slot = Number(uid & BigInt(capacity - 1));
    while (uids[slot] !== 0n && uids[slot] !== uid) slot = (slot + 1) & (capacity - 1);
    return slot;
  };
  const keyOf = (uid: string): bigint => BigInt(`0x${uid}`) || 1n;

  const grow = (): void => {
    const [oldUids, oldChecks] = [uids, checks];
    capacity *= 2;
    uids = new BigUint64Array(capacity);
    checks = new BigUint64Array(capacity);
    oldUids.forEach((uid, index) => {
      if (uid === 0n) return;
      const slot = slotOf(uid);
      uids[slot] = uid;
      checks[slot] = oldChecks[index]!;
    });
  };

  return {
    find: (identity) => {
      const check = BigInt(`0x${digestOf(identity).slice(16)}`);
      for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
        const uid = idOf(identity, attempt);
        const slot = slotOf(keyOf(uid));
        if (uids[slot] === 0n) return { uid, isKnown: false };
        if (checks[slot] === check) return { uid, isKnown: true };
      }
      throw new Error(`no free uid for ${identity} after ${attemptsMax} attempts`);
    },
    add: (uid, digest) => {
      if (count * 2 >= capacity) grow();
      const slot = slotOf(keyOf(uid));
      if (uids[slot] === 0n) count += 1;
      uids[slot] = keyOf(uid);
      checks[slot] = BigInt(`0x${digest.slice(16)}`);
    },
    size: () => count,
  };
}
