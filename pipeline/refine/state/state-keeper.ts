/**
 * Owns refine's state and lends it to one user at a time: the leader, which advances it by what it writes, or the standby, which advances
 * it by what it reads. So a takeover costs only the records since the last read. The state file is written as the state advances.
 */
import type { Logger } from 'pino';
import { LogLostError } from '#ops/feed-log/feed-follower.ts';
import { restartAfterFailure } from '#ops/process/keep-running.ts';
import { pause, withJitter } from '#ops/process/pause.ts';
import { buildState, followState, type StateDeps } from './rebuild-state.ts';
import { DamagedStateError } from './state-file.ts';
import type { RefineState } from './state.ts';

export interface StateKeeper {
  /** Returns the state at `untilSeq` of the log, and builds it when there is none. The caller owns it until it gives it back. */
  readonly take: (untilSeq: number, signal: AbortSignal) => Promise<RefineState>;
  /** Takes the state back, at the log's end. Null: it may contain what the log does not, and is rebuilt when needed. */
  readonly give: (state: RefineState | null) => void;
  /** Returns the last sequence that is known of the log here, in memory or in the file. */
  readonly knownSeq: () => number;
  /** Keeps the state warm while it has no other user, until `signal` aborts. */
  readonly standBy: (signal: AbortSignal) => Promise<void>;
  /** Writes the state file when that is due; `isStored` resolves once the log holds all that the state contains. */
  readonly saveWhenDue: (state: RefineState, isStored: () => Promise<void>) => void;
  /** Writes the state file once more, and closes it. */
  readonly close: () => Promise<void>;
}

/** Whether an error makes the state in memory useless: the log has lost records that it contains, or its file is damaged. */
export const isStateLost = (error: unknown): boolean => error instanceof LogLostError || error instanceof DamagedStateError;

/** The file is written after this time, or after this many records. */
const saveEveryMs = 10_000;
const saveEveryRecords = 1_000;
/** Delay before standing by: a process that starts alone leads at once. */
const standByAfterMs = 1_000;

/** Returns the keeper, without a state until it is needed. */
export function createStateKeeper(given: StateDeps, log: Logger): StateKeeper {
  const { file } = given;
  let state: RefineState | null = null;
  /** Ends when the current user of the state is done; the next one waits for it. */
  let turn: Promise<unknown> = Promise.resolve();
  let giveBack: () => void = () => undefined;
  /** Aborts the standby's reading. */
  let reading = new AbortController();
  let isWanted = false;
  // A wait of the standby is reported only while the leader waits for it.
  const deps: StateDeps = { ...given, onWait: (reason) => void (isWanted && given.onWait(reason)) };
  let saved = { atMs: performance.now(), seq: 0 };
  let isSaving = false;

  async function saveNow(of: RefineState, isStored: () => Promise<void>): Promise<void> {
    if (isSaving) return;
    isSaving = true;
    saved = { atMs: performance.now(), seq: of.position().seq };
    try {
      await of.save(isStored());
    } catch (error) {
      // A full disk, for example: what is not written stays in memory, and is retried.
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

  /** Advances the state to `untilSeq`. A state of another log, or in damaged files, is rebuilt; other errors are thrown. */
  async function movedOn(untilSeq: number, signal: AbortSignal): Promise<RefineState> {
    try {
      if (state !== null) await followState(state, deps, { untilSeq }, signal);
    } catch (error) {
      if (!isStateLost(error)) throw error;
      log.warn({ err: error }, 'state.dropped');
      if (error instanceof DamagedStateError) file.clear();
      state = null;
    }
    // The state is ahead of the log, and no record shows that it belongs to another log.
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
    if (state === null) state = await buildState(deps, signal);
    const warm = state;
    if (isWanted || signal.aborted) return;
    reading = new AbortController();
    await followState(warm, deps, { onBatch: () => saveWhenDue(warm, async () => undefined) }, AbortSignal.any([signal, reading.signal]));
  }

  async function followWhenFree(signal: AbortSignal): Promise<void> {
    const before = turn;
    await before.catch(() => undefined);
    if (signal.aborted || turn !== before) return;
    // In the same turn: the next user builds its own state when this one is useless.
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
      isWanted = true;
      reading.abort();
      const before = turn;
      turn = new Promise<void>((resolve) => (giveBack = resolve));
      await before.catch(() => undefined);
      try {
        return await movedOn(untilSeq, signal);
      } catch (error) {
        giveBack();
        throw error;
      } finally {
        isWanted = false;
      }
    },
    give: (back) => {
      if (back === null) state = null;
      giveBack();
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
