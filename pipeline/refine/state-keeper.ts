/**
 * Who holds refine's state: the leader, who moves it on by what it writes, or the standby, who moves it on by what it reads, so
 * that a takeover costs what came since the last read. One of them at a time. The state file is written as it moves.
 */
import type { Logger } from 'pino';
import { LogLostError } from '#ops/feed-log/feed-follower.ts';
import { backoff, pause, withJitter } from '#ops/process/pause.ts';
import { buildState, followState, type StateDeps } from './state/rebuild-state.ts';
import { DamagedStateError } from './state/state-file.ts';
import type { RefineState } from './state.ts';

export interface StateKeeper {
  /** The state at `untilSeq` of the log, built where there is none; the caller owns it until it gives it back. */
  readonly take: (untilSeq: number, signal: AbortSignal) => Promise<RefineState>;
  /** Returns the state, at the log's end; null: it may contain what the log does not, and is rebuilt when needed. */
  readonly give: (state: RefineState | null) => void;
  /** Up to where the log is known here, in memory or in the file. */
  readonly knownSeq: () => number;
  /** Keeps the state warm while no other holder has it, until `signal` aborts. */
  readonly standBy: (signal: AbortSignal) => Promise<void>;
  /** Writes the state file where that is due; `isStored` resolves once the log holds all that the state says. */
  readonly saveWhenDue: (state: RefineState, isStored: () => Promise<void>) => void;
  /** Writes the state file once more, and closes it. */
  readonly close: () => Promise<void>;
}

/** The file is written so long after the last time, or after so many records. */
const saveEveryMs = 10_000;
const saveEveryRecords = 1_000;
/** A process that starts alone leads at once: it need not stand by first. */
const standByAfterMs = 1_000;

export function createStateKeeper(given: StateDeps, log: Logger): StateKeeper {
  const { file } = given;
  let state: RefineState | null = null;
  /** Who has the state; the next waits for its end. */
  let turn: Promise<unknown> = Promise.resolve();
  let giveBack: () => void = () => undefined;
  /** Aborts the standby's reading. */
  let reading = new AbortController();
  let isWanted = false;
  // What the standby waits for holds nobody up, until the leader waits for the standby.
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
      // A full disk, say: what is not written stays in memory, and is tried again.
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

  /** A state of another log, or in damaged files, is made anew; anything else is told. */
  async function movedOn(untilSeq: number, signal: AbortSignal): Promise<RefineState> {
    try {
      if (state !== null) await followState(state, deps, { untilSeq }, signal);
    } catch (error) {
      if (!(error instanceof LogLostError) && !(error instanceof DamagedStateError)) throw error;
      log.warn({ err: error }, 'state.dropped');
      if (error instanceof DamagedStateError) file.clear();
      state = null;
    }
    // More than the log has, and no record where it could show that it is another one.
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
      for (let failures = 0; !signal.aborted;) {
        const before = turn;
        await before.catch(() => undefined);
        if (signal.aborted) return;
        if (turn !== before) continue;
        const startedAtMs = performance.now();
        // In the same turn: the next holder makes a state of its own where this one is of no use.
        const step = follow(signal).catch(async (error: unknown) => {
          if (error instanceof LogLostError || error instanceof DamagedStateError) state = null;
          if (error instanceof DamagedStateError) file.clear();
          throw error;
        });
        turn = step;
        try {
          await step;
        } catch (error) {
          if (signal.aborted) return;
          failures = performance.now() - startedAtMs > 60_000 ? 0 : failures + 1;
          log.warn({ err: error, failures }, 'standby.restarted');
          await pause(backoff(failures, 100, 10_000), signal);
        }
      }
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
