/**
 * Owns refine's state and gives it to one user at a time: the leader, which writes the log, or the standby, which follows it. A takeover
 * therefore reads only the latest records. The state file is written as the state advances.
 */
import type { Logger } from 'pino';
import { LogLostError } from '#ops/feed-log/feed-follower.ts';
import { restartAfterFailure } from '#ops/process/keep-running.ts';
import { pause, withJitter } from '#ops/process/pause.ts';
import { buildState, followState, type StateDeps } from './rebuild-state.ts';
import { DamagedStateError } from './state-file.ts';
import type { RefineState } from './state.ts';

export interface StateKeeper {
  /** Returns the state at `untilSeq` of the log, and builds it when there is none. The caller owns the state until it gives it back. */
  readonly take: (untilSeq: number, signal: AbortSignal) => Promise<RefineState>;
  /** Takes the state back. Null means that the state may contain records that the log does not have; it is rebuilt when needed. */
  readonly give: (state: RefineState | null) => void;
  /** Returns the last sequence of the state, in memory or else in the file; 0 without a state. */
  readonly knownSeq: () => number;
  /** Advances the state by the log while it has no other user, until `signal` aborts. */
  readonly standBy: (signal: AbortSignal) => Promise<void>;
  /** Writes the state file when a save is due. `isStored` resolves once the log has every record that the state contains. */
  readonly saveWhenDue: (state: RefineState, isStored: () => Promise<void>) => void;
  readonly close: () => Promise<void>;
}

/** Returns whether an error makes the state in memory useless: the log has lost records that the state contains, or the state file is damaged. */
export const isStateLost = (error: unknown): boolean => error instanceof LogLostError || error instanceof DamagedStateError;

/** A save is due after this time, or after this number of records. */
const saveEveryMs = 10_000;
const saveEveryRecords = 1_000;
/** Delay before standing by, because a process without rivals becomes the leader at once. */
const standByAfterMs = 1_000;

export function createStateKeeper(given: StateDeps, log: Logger): StateKeeper {
  const { file } = given;
  let state: RefineState | null = null;
  /** Settles when the current user of the state is done; the next one waits for it. */
  let turn: Promise<unknown> = Promise.resolve();
  let endTurn: () => void = () => undefined;
  let standbyReading = new AbortController();
  let isLeaderWaiting = false;
  // The standby's waits are reported only while the leader waits for the standby.
  const deps: StateDeps = { ...given, onWait: (reason) => void (isLeaderWaiting && given.onWait(reason)) };
  let saved = { atMs: performance.now(), seq: 0 };
  let isSaving = false;

  async function saveNow(of: RefineState, isStored: () => Promise<void>): Promise<void> {
    if (isSaving) return;
    isSaving = true;
    saved = { atMs: performance.now(), seq: of.position().seq };
    try {
      await of.save(isStored());
    } catch (error) {
      // Usually a full disk: the unwritten part stays in memory, and the save is retried.
      log.warn({ err: error }, 'state_file.not_written');
    } finally {
      isSaving = false;
    }
  }

  const saveWhenDue = (of: RefineState, isStored: () => Promise<void>): void => {
    const records = of.position().seq - saved.seq;
    if (records === 0 || (records < saveEveryRecords && performance.now() - saved.atMs < saveEveryMs)) return;
    void saveNow(of, isStored);
  };

  /** Advances the state to `untilSeq`. A state of another log, or of a damaged file, is rebuilt. */
  async function advanced(untilSeq: number, signal: AbortSignal): Promise<RefineState> {
    try {
      if (state !== null) await followState(state, deps, { untilSeq }, signal);
    } catch (error) {
      if (!isStateLost(error)) throw error;
      log.warn({ err: error }, 'state.dropped');
      if (error instanceof DamagedStateError) file.clear();
      state = null;
    }
    // A state ahead of the log belongs to another log.
    if (state !== null && state.position().seq > untilSeq) state = null;
    if (state === null) {
      state = await buildState(deps, signal);
      saved = { atMs: performance.now(), seq: 0 };
      await followState(state, deps, { untilSeq }, signal);
    }
    signal.throwIfAborted();
    return state;
  }

  async function follow(signal: AbortSignal): Promise<void> {
    state ??= await buildState(deps, signal);
    const own = state;
    if (isLeaderWaiting || signal.aborted) return;
    standbyReading = new AbortController();
    await followState(own, deps, { onBatch: () => saveWhenDue(own, async () => undefined) }, AbortSignal.any([signal, standbyReading.signal]));
  }

  async function followWhenFree(signal: AbortSignal): Promise<void> {
    const before = turn;
    await before.catch(() => undefined);
    if (signal.aborted || turn !== before) return;
    // The state is dropped within this turn, so that the next user builds its own.
    const step = follow(signal).catch((error: unknown) => {
      if (isStateLost(error)) state = null;
      if (error instanceof DamagedStateError) file.clear();
      throw error;
    });
    turn = step;
    await step;
  }

  return {
    take: async (untilSeq, signal) => {
      isLeaderWaiting = true;
      standbyReading.abort();
      const before = turn;
      turn = new Promise<void>((resolve) => (endTurn = resolve));
      await before.catch(() => undefined);
      try {
        return await advanced(untilSeq, signal);
      } catch (error) {
        endTurn();
        throw error;
      } finally {
        isLeaderWaiting = false;
      }
    },
    give: (back) => {
      if (back === null) state = null;
      endTurn();
    },
    knownSeq: () => state?.position().seq ?? file.position()?.seq ?? 0,
    standBy: async (signal) => {
      await pause(withJitter(standByAfterMs), signal);
      const onFailure = (error: unknown, failures: number): void => log.warn({ err: error, failures }, 'standby.restarted');
      await restartAfterFailure(() => followWhenFree(signal), { signal, firstMs: 100, lastMs: 10_000, onFailure });
    },
    saveWhenDue,
    close: async () => {
      await turn.catch(() => undefined);
      while (isSaving) await pause(10, new AbortController().signal);
      if (state !== null) await saveNow(state, async () => undefined);
      state = null;
      file.close();
    },
  };
}
