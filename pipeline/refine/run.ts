/**
 * Runs refine, the single ordered consumer of RAW and the only writer of FEED. One process leads under a lease; standby processes keep a warm
 * copy of its state. A session of the leader lasts until the log has records of another writer or has lost some, the state file is damaged, or
 * the lease is lost. A failure of NATS without lost records does not end it.
 */
import type { Logger } from 'pino';
import { LogLostError } from '#ops/feed-log/feed-follower.ts';
import { backoff, pause } from '#ops/process/pause.ts';
import type { Progress } from '#ops/process/progress.ts';
import { consumers, streams } from '#schemas/subjects.ts';
import { consumeRaw, type Session } from './consume.ts';
import { createFeedLogWriter, ForeignRecordError, recordsInFlightMax } from './feed/feed-log-writer.ts';
import { eventHeaders } from './form4/known-event.ts';
import { createLogClock } from './log-clock.ts';
import type { RefineDeps } from './refine-deps.ts';
import { repairLog } from './repair.ts';
import { createStateKeeper, isStateLost } from './state/state-keeper.ts';
import { DamagedStateError, openStateFile, stateInMemory, type StateFile } from './state/state-file.ts';

export interface Refine {
  /** Does the work of the leader; resolves once `leading` aborts. */
  readonly lead: (leading: AbortSignal) => Promise<void>;
  /** Keeps the state warm while another process leads; resolves once `signal` aborts. */
  readonly standBy: (signal: AbortSignal) => Promise<void>;
  /** Writes the state file a last time. It must run after `lead` and `standBy` have resolved. */
  readonly close: () => Promise<void>;
}

const directoryMissing = 'waiting for the symbol directory';
const checkEveryMs = 1_000;

/** Returns whether an error ends the session. Others come from the network or the server and are transient. */
const endsSession = (error: unknown): boolean => isStateLost(error) || error instanceof ForeignRecordError;

export function createRefine(deps: RefineDeps): Refine {
  const { bus, store, feedLog, leases, log, now } = deps;
  /** Reason of the last wait, which is reported with a failure. */
  let awaited = '';
  const progress: Progress = {
    ...deps.progress,
    waitsFor: (reason) => {
      awaited = reason;
      deps.progress.waitsFor(reason);
    },
  };
  const clock = createLogClock({ wallMs: () => now().getTime() });
  const file = (deps.stateDir === null ? null : openedIn(deps.stateDir, log)) ?? stateInMemory();
  let isLeading = false;
  const onWait = (reason: string | null): void => {
    if (reason !== null) progress.waitsFor(reason);
  };
  const keeper = createStateKeeper({ bus, store, feedLog, log, file, onWait }, log);

  async function lead(leading: AbortSignal): Promise<void> {
    isLeading = true;
    let session: Session | null = null;
    /** Last known sequence of a log that lost records; 0 otherwise. */
    let knownSeq = 0;
    let failures = 0;
    while (!leading.aborted) {
      let storedSeq = session?.feed.storedSeq();
      try {
        await directoryLoaded(deps, leading);
        const serverId = bus.connection.info?.server_id;
        if (session === null) {
          session = await openSession(knownSeq, leading);
          knownSeq = 0;
          deps.metrics.stateRebuilt(session.state.seen.size());
        } else {
          // After a failure the session continues once the log has all records that it appended.
          progress.waitsFor('waiting for NATS to confirm the unacknowledged records');
          await session.feed.recover();
        }
        storedSeq ??= session.feed.storedSeq();
        await consumeRaw(session, { ...deps, progress, keeper, clock, serverId }, leading);
      } catch (error) {
        if (leading.aborted) break;
        // A try that stores nothing is followed by a longer wait, however long it took.
        const hasWritten = session !== null && storedSeq !== undefined && session.feed.storedSeq() > storedSeq;
        failures = hasWritten ? 1 : failures + 1;
        log.warn({ err: error, failures, endsSession: endsSession(error) }, 'refine.restarted');
        deps.progress.waitsFor(`${awaited}: ${error instanceof Error ? error.message : String(error)}`);
        if (session !== null && endsSession(error)) {
          if (error instanceof LogLostError) knownSeq = session.feed.storedSeq();
          await endSession(session, error);
          session = null;
          if (error instanceof DamagedStateError) file.clear();
        }
        await pause(backoff(failures - 1, 100, 10_000), leading);
      }
    }
    if (session !== null) await endSession(session, null);
    isLeading = false;
    progress.idle();
  }

  /** Repairs the log and opens a session. `knownSeq` is the last sequence that earlier sessions knew. */
  async function openSession(knownSeq: number, signal: AbortSignal): Promise<Session> {
    const repair = { bus, store, feedLog, leases, log, nowMs: clock.nowMs, waitsFor: progress.waitsFor };
    const { lastSeq, generation } = await repairLog(repair, Math.max(knownSeq, keeper.knownSeq()), signal);
    progress.waitsFor('waiting for the state to catch up with the feed log');
    const state = await keeper.take(lastSeq, signal);
    clock.atLeast(state.lastRefinedAtMs() ?? 0);
    log.info({ lastSeq, generation }, 'session.opened');
    return { state, feed: createFeedLogWriter(bus, lastSeq, recordsInFlightMax, { extraHeaders: eventHeaders, generationOf: () => generation }) };
  }

  /** Gives the state back to the keeper, or null when the log lacks records that the state contains. */
  async function endSession({ state, feed }: Session, error: unknown): Promise<void> {
    const isSound = (await feed.settle()) && !isStateLost(error);
    log.info({ lastSeq: feed.storedSeq(), isSound }, 'session.ended');
    keeper.give(isSound ? state : null);
  }

  const standBy = (signal: AbortSignal): Promise<void> => {
    if (!isLeading) progress.idle();
    return keeper.standBy(signal);
  };
  return { lead, standBy, close: keeper.close };
}

/** Resolves once a symbol directory is loaded, which every decision needs. It is reported as a wait only while documents are queued. */
async function directoryLoaded(
  { bus, directory, progress }: Pick<RefineDeps, 'bus' | 'directory' | 'progress'>,
  leading: AbortSignal,
): Promise<void> {
  const loaded = directory(leading).then(() => true);
  progress.waitsFor(directoryMissing);
  while (!(await Promise.race([loaded, pause(checkEveryMs, leading).then(() => false)]))) {
    // When NATS does not answer, its own check reports that.
    const raw = await bus.jsm.consumers.info(streams.raw, consumers.refine).catch(() => null);
    if (raw === null) continue;
    if (raw.num_pending + raw.num_ack_pending === 0) progress.idle();
    else progress.waitsFor(directoryMissing);
  }
}

/** Returns the opened state file, or null when the state cannot be kept over a restart. */
function openedIn(stateDir: string, log: Logger): StateFile | null {
  try {
    const file = openStateFile(stateDir);
    if (file === null) log.warn({ stateDir }, 'state_file.all_places_in_use');
    return file;
  } catch (error) {
    log.warn({ err: error, stateDir }, 'state_file.unusable');
    return null;
  }
}
