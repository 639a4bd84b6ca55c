/**
 * One session of refine's leader: from the repair of the log until the log is another writer's or has lost records, or this process no
 * longer leads. It has the state and the writing end of the log. A failure of NATS that loses nothing ends neither.
 */
import type { StateKeeper } from './state-keeper.ts';
import type { LogClock } from './log-clock.ts';
import type { RefineState } from './state.ts';
import { LogLostError } from '#ops/feed-log/feed-follower.ts';
import { eventNotes } from './form4/held-event.ts';
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

/** Returns whether a session is over with this error; any other is the network's or the server's, and passes. */
export const endsSession = (error: unknown): boolean =>
  error instanceof ForeignRecordError || error instanceof LogLostError || error instanceof DamagedStateError;

/** `knownSeq`: up to where sessions before this one knew the log. */
export async function openSession(deps: SessionDeps, knownSeq: number, signal: AbortSignal): Promise<Session> {
  const { bus, keeper, clock, log, inFlightMax } = deps;
  const known = Math.max(knownSeq, keeper.knownSeq());
  const { lastSeq, generation } = await repairLog({ ...deps, nowMs: clock.nowMs }, known, signal);
  deps.waitsFor('its state to catch up with the feed log');
  const state = await keeper.take(lastSeq, signal);
  clock.atLeast(state.lastRefinedAtMs() ?? 0);
  log.info({ lastSeq, generation }, 'session.opened');
  return { state, feed: createFeedLog(bus, lastSeq, inFlightMax, { notesOf: eventNotes, generationOf: () => generation }) };
}

/** Resolves after a failure once the log holds all that the session has appended, and the session goes on. */
export async function resumeSession({ feed }: Session, { waitsFor }: Pick<SessionDeps, 'waitsFor'>): Promise<void> {
  waitsFor('NATS to tell what became of the records under way');
  await feed.recover();
}

/** Gives the state back: as it is where the log holds all that it says. */
export async function endSession({ state, feed }: Session, { keeper, log }: SessionDeps, error: unknown): Promise<void> {
  const isSound = (await feed.settle()) && !(error instanceof LogLostError) && !(error instanceof DamagedStateError);
  log.info({ lastSeq: feed.storedSeq(), isSound }, 'session.ended');
  keeper.give(isSound ? state : null);
}
