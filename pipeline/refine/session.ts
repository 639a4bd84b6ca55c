/**
 * A session of refine's leader. It lasts from the repair of the log until the log has another writer's records or has lost
 * some, the state file is damaged, or this process no longer leads. It owns the state and the writer of the log. A failure of
 * NATS that loses nothing ends neither.
 */
import type { StateKeeper } from './state-keeper.ts';
import type { LogClock } from './log-clock.ts';
import type { RefineState } from './state.ts';
import { LogLostError } from '#ops/feed-log/feed-follower.ts';
import { eventNotes } from './form4/known-event.ts';
import { createFeedLog, ForeignRecordError, type FeedLog } from './feed/feed-log-writer.ts';
import { repairLog, type RepairDeps } from './repair.ts';
import { DamagedStateError } from './state/state-file.ts';

export interface Session {
  readonly state: RefineState;
  readonly feed: FeedLog;
}

export interface SessionDeps extends Omit<RepairDeps, 'nowMs'> {
  readonly keeper: StateKeeper;
  readonly clock: LogClock;
}

/** Whether an error ends the session; any other is one of the network or the server, and passes. */
export const endsSession = (error: unknown): boolean =>
  error instanceof ForeignRecordError || error instanceof LogLostError || error instanceof DamagedStateError;

/** Repairs the log and opens a session. `knownSeq`: last sequence that earlier sessions knew of the log. */
export async function openSession(deps: SessionDeps, knownSeq: number, signal: AbortSignal): Promise<Session> {
  const { bus, keeper, clock, log, inFlightMax } = deps;
  const known = Math.max(knownSeq, keeper.knownSeq());
  const { lastSeq, generation } = await repairLog({ ...deps, nowMs: clock.nowMs }, known, signal);
  deps.waitsFor('waiting for the state to catch up with the feed log');
  const state = await keeper.take(lastSeq, signal);
  clock.atLeast(state.lastRefinedAtMs() ?? 0);
  log.info({ lastSeq, generation }, 'session.opened');
  return { state, feed: createFeedLog(bus, lastSeq, inFlightMax, { notesOf: eventNotes, generationOf: () => generation }) };
}

/** Resolves after a failure once the log holds all that the session has appended; the session then continues. */
export async function resumeSession({ feed }: Session, { waitsFor }: Pick<SessionDeps, 'waitsFor'>): Promise<void> {
  waitsFor('waiting for NATS to confirm the unacknowledged records');
  await feed.recover();
}

/** Gives the state back; it is kept only when the log holds all that it contains. */
export async function endSession({ state, feed }: Session, { keeper, log }: SessionDeps, error: unknown): Promise<void> {
  const isSound = (await feed.settle()) && !(error instanceof LogLostError) && !(error instanceof DamagedStateError);
  log.info({ lastSeq: feed.storedSeq(), isSound }, 'session.ended');
  keeper.give(isSound ? state : null);
}
