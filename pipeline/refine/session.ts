/**
 * One session of refine's leader: from reading the log's end until the log is another writer's, or this process no longer leads.
 * It has the state and the writing end of the log. What goes wrong with NATS meanwhile costs neither: records under way are
 * looked up, and those that the log has lost are put back, from memory or from the table.
 */
import type { KV } from '@nats-io/kv';
import type { Logger } from 'pino';
import type { Bus } from '#ops/runtime/nats.ts';
import type { Store } from '#clickhouse/store.ts';
import { beginEpoch, ForeignEpochError, withdrawEpoch } from './begin-epoch.ts';
import { eventNotes } from './form4/held-event.ts';
import { createFeedLog, ForeignRecordError, LogRewoundError, type FeedLog } from './feed/feed-log-writer.ts';
import type { LogClock } from './log-clock.ts';
import { DamagedRunError } from './seen/run.ts';
import { noteSession, serverLife, settleLog, type SettleDeps } from './settle-log.ts';
import type { StateKeeper } from './state-keeper.ts';
import type { RefineState } from './state.ts';

export interface Session {
  readonly state: RefineState;
  readonly feed: FeedLog;
  /** The epoch that it has begun; null: none yet. */
  readonly epoch: () => number | null;
}

export interface SessionDeps {
  readonly bus: Bus;
  readonly store: Store;
  /** Bucket feed_log. */
  readonly feedLog: KV;
  readonly log: Logger;
  readonly inFlightMax: number;
  readonly keeper: StateKeeper;
  readonly clock: LogClock;
  readonly waitsFor: (reason: string) => void;
}

/** Records that are lost everywhere were already decided upon: the state is of a log that no longer exists. */
export class LostRecordsError extends Error {}

/** Whether a session is over with this error; any other is the network's or the server's, and passes. */
export const endsSession = (error: unknown): boolean =>
  error instanceof ForeignRecordError || error instanceof ForeignEpochError || error instanceof LostRecordsError || error instanceof DamagedRunError;

const settleDeps = ({ clock, ...deps }: SessionDeps): SettleDeps => ({ ...deps, nowMs: clock.nowMs });

export async function openSession(deps: SessionDeps, signal: AbortSignal): Promise<Session> {
  const { bus, feedLog, keeper, clock, log, inFlightMax } = deps;
  const settled = await settleLog(settleDeps(deps), await keeper.knownSeq(), signal);
  const { lastSeq, last } = settled;
  deps.waitsFor('its state to catch up with the feed log');
  const state = await keeper.take(lastSeq, signal);
  clock.atLeast(state.lastRefinedAtMs() ?? 0);
  let epoch: number | null = null;
  let { epochs: known, newestEpoch: sinceId } = settled;
  const feed = createFeedLog(bus, lastSeq, inFlightMax, {
    ...(last !== undefined && { last }),
    notesOf: eventNotes,
    beginEpoch: async (afterSeq) => {
      const begun = await beginEpoch({ bus, feedLog, nowMs: clock.nowMs }, afterSeq, { known, sinceId });
      known = begun.history;
      sinceId = begun.epoch.id;
      epoch = begun.epoch.id;
      log.info({ epoch, afterSeq }, 'epoch.begun');
      return epoch;
    },
  });
  log.info({ lastSeq }, 'session.opened');
  return { state, feed, epoch: () => epoch };
}

/** After a failure: once it resolves, the log holds all that the session has appended, and the session goes on. */
export async function resumeSession({ feed }: Session, deps: SessionDeps, signal: AbortSignal): Promise<void> {
  const { bus, feedLog, log, waitsFor } = deps;
  waitsFor('NATS to tell what became of the records under way');
  const { life } = await serverLife(bus);
  try {
    await feed.recover();
  } catch (error) {
    if (!(error instanceof LogRewoundError)) throw error;
    log.error({ err: error, lastSeq: error.lastSeq, storedSeq: feed.storedSeq(), keptFromSeq: feed.keptFromSeq() }, 'log.rewound');
    let { lastSeq } = error;
    // Records no longer in memory are most likely in the table.
    if (feed.keptFromSeq() > lastSeq + 1) ({ lastSeq } = await settleLog(settleDeps(deps), feed.storedSeq(), signal));
    if (feed.keptFromSeq() > lastSeq + 1) throw new LostRecordsError(`records ${lastSeq + 1} to ${feed.keptFromSeq() - 1} of the feed log are lost`);
    await feed.restore(lastSeq);
    log.warn({ fromSeq: lastSeq + 1, toSeq: feed.lastSeq() }, 'log.restored');
  }
  await noteSession(feedLog, life);
}

/** Gives the state back: as it is where the log holds all that it says. */
export async function endSession({ state, feed, epoch }: Session, deps: SessionDeps, error: unknown): Promise<void> {
  const { bus, feedLog, keeper, clock, log } = deps;
  const isStored = await feed.settle();
  const begun = epoch();
  if (begun !== null && !isStored && feed.keptFromSeq() > feed.storedSeq())
    await withdrawEpoch({ bus, feedLog, nowMs: clock.nowMs }, begun).catch((failure: unknown) =>
      log.warn({ err: failure, epoch: begun }, 'epoch.not_withdrawn'),
    );
  const isSound = isStored && !(error instanceof LostRecordsError) && !(error instanceof DamagedRunError);
  log.info({ lastSeq: feed.storedSeq(), isSound }, 'session.ended');
  keeper.give(isSound ? state : null);
}
