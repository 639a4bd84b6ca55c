/**
 * Admits documents into RAW while it has room, and deletes refined ones when it has none. RAW must never reach its maximum size: there
 * nats-server 2.9.10 checks a new document without its headers, accepts it, exceeds the maximum and deletes the oldest document, even an
 * unread one and although the stream is set to refuse new ones.
 */
import type { Bus } from '#ops/nats/nats.ts';
import { deleteRefined, rawState, seqToLeave, type RawState } from './usage.ts';

export interface RawAdmission {
  /** Reserves room. Call the returned function once the document is stored or refused. Throws without room. */
  readonly take: (bytes: number) => Promise<() => void>;
}

/** Share of the maximum size up to which documents are admitted. */
const openShare = 0.95;
/** Above this share the known state expires after 100 ms, because other processes publish too. */
const nearShare = 0.8;
/** Share of the maximum size down to which documents are deleted. */
const freedShare = 0.9;
const refreshEveryMs = { far: 1_000, near: 100 };
/** Bytes of subject, headers and stream record per document. */
const overheadBytes = 512;

export function createRawAdmission(bus: Bus): RawAdmission {
  let state: RawState | null = null;
  let readAtMs = Number.NEGATIVE_INFINITY;
  /** Admitted bytes that `state` does not include yet: in flight, or stored after the state was read. */
  const taken = { inFlight: 0, arrived: 0 };
  let refreshing: Promise<RawState> | null = null;

  const refreshState = (): Promise<RawState> =>
    (refreshing ??= (async () => {
      const before = taken.arrived;
      const current = await rawState(bus);
      taken.arrived -= before;
      [state, readAtMs] = [current, performance.now()];
      return current;
    })().finally(() => (refreshing = null)));

  const left = ({ bytes, bytesMax }: RawState, share: number): number => bytesMax * share - bytes - taken.inFlight - taken.arrived;

  return {
    take: async (bytes) => {
      const wanted = bytes + overheadBytes;
      const ageMs = performance.now() - readAtMs;
      let now = state !== null && ageMs < (left(state, nearShare) < wanted ? refreshEveryMs.near : refreshEveryMs.far) ? state : await refreshState();
      if (left(now, openShare) < wanted) {
        now = await refreshState();
        const freed = await deleteRefined(bus, now, seqToLeave(now, Math.max(0, now.bytes + left(now, freedShare) - wanted)));
        if (freed > 0) now = await refreshState();
      }
      if (left(now, openShare) < wanted) throw new Error(`RAW is full; ${now.unread} documents wait for refine`);
      taken.inFlight += wanted;
      return () => {
        taken.inFlight -= wanted;
        taken.arrived += wanted;
      };
    },
  };
}
