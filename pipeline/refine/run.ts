/**
 * Runs refine, the single ordered consumer of RAW and the only writer of FEED. One process leads under a lease; others stand
 * by with a warm copy of its state. Failures of NATS keep the state and the session (session.ts); another process's records
 * in the log, lost records or a damaged state file end it.
 */
import type { KV } from '@nats-io/kv';
import type { Logger } from 'pino';
import { LogLostError } from '#ops/feed-log/feed-follower.ts';
import { backoff, pause } from '#ops/process/pause.ts';
import type { Progress } from '#ops/process/progress.ts';
import type { Store } from '#clickhouse/store.ts';
import type { Config } from '#schemas/config.ts';
import { consumers, streams } from '#schemas/subjects.ts';
import { consumeRaw, type ConsumeDeps } from './consume.ts';
import { createLogClock } from './log-clock.ts';
import { endSession, endsSession, openSession, resumeSession, type Session, type SessionDeps } from './session.ts';
import { createStateKeeper } from './state-keeper.ts';
import { DamagedStateError, openStateFile, stateInMemory, type StateFile } from './state/state-file.ts';

export type { RefineMetrics } from './consume.ts';

export interface RefineDeps extends Omit<ConsumeDeps, 'keeper' | 'clock' | 'serverId'> {
  readonly store: Store;
  /** KV bucket feed_log with the list of generations. */
  readonly feedLog: KV;
  readonly leases: KV;
  readonly config: Pick<Config, 'REFINE_IN_FLIGHT'>;
  /** Folder of the state file; null: the state is not stored over a restart. */
  readonly stateDir: string | null;
  readonly progress: Progress;
  /** For tests. */
  readonly monotonicMs?: () => number;
}

export interface Refine {
  /** Does the leader's work; returns once `leading` aborts. */
  readonly lead: (leading: AbortSignal) => Promise<void>;
  /** Keeps the state warm while another process leads; runs beside the lease until `signal` aborts. */
  readonly standBy: (signal: AbortSignal) => Promise<void>;
  /** Writes the state file once more; call it once both have returned. */
  readonly close: () => Promise<void>;
}

const directoryMissing = 'waiting for the symbol directory';
const askEveryMs = 1_000;

export function createRefine(deps: RefineDeps): Refine {
  const { bus, store, feedLog, log, now, monotonicMs } = deps;
  /** Reason of the last wait: after a failure it says more than the failure itself. */
  let awaited = '';
  const progress: Progress = {
    ...deps.progress,
    waitsFor: (reason) => {
      awaited = reason;
      deps.progress.waitsFor(reason);
    },
  };
  const clock = createLogClock({ wallMs: () => now().getTime(), ...(monotonicMs && { monotonicMs }) });
  const file = (deps.stateDir === null ? null : openedIn(deps.stateDir, log)) ?? stateInMemory();
  let isLeading = false;
  const onWait = (reason: string | null): void => {
    if (reason !== null) progress.waitsFor(reason);
  };
  const keeper = createStateKeeper({ bus, store, feedLog, log, file, onWait }, log);
  const sessionDeps: SessionDeps = {
    bus,
    store,
    feedLog,
    leases: deps.leases,
    log,
    inFlightMax: deps.config.REFINE_IN_FLIGHT,
    keeper,
    clock,
    waitsFor: progress.waitsFor,
  };

  async function lead(leading: AbortSignal): Promise<void> {
    isLeading = true;
    let session: Session | null = null;
    /** Last known sequence of a log that has lost records. */
    let knownSeq = 0;
    let failures = 0;
    while (!leading.aborted) {
      let storedSeq = session?.feed.storedSeq();
      try {
        await directoryLoaded(deps, leading);
        const serverId = bus.connection.info?.server_id;
        if (session === null) {
          session = await openSession(sessionDeps, knownSeq, leading);
          knownSeq = 0;
          deps.metrics.stateRebuilt(session.state.seen.size());
        } else await resumeSession(session, sessionDeps);
        storedSeq ??= session.feed.storedSeq();
        await consumeRaw(session, { ...deps, progress, keeper, clock, serverId }, leading);
      } catch (error) {
        if (leading.aborted) break;
        // A try without progress is followed by a longer wait, however long it took.
        const hasWritten = session !== null && storedSeq !== undefined && session.feed.storedSeq() > storedSeq;
        failures = hasWritten ? 1 : failures + 1;
        log.warn({ err: error, failures, endsSession: endsSession(error) }, 'refine.restarted');
        deps.progress.waitsFor(`${awaited}: ${error instanceof Error ? error.message : String(error)}`);
        if (session !== null && endsSession(error)) {
          if (error instanceof LogLostError) knownSeq = session.feed.storedSeq();
          await endSession(session, sessionDeps, error);
          session = null;
          if (error instanceof DamagedStateError) file.clear();
        }
        await pause(backoff(failures - 1, 100, 10_000), leading);
      }
    }
    if (session !== null) await endSession(session, sessionDeps, null);
    isLeading = false;
    progress.idle();
  }

  const standBy = (signal: AbortSignal): Promise<void> => {
    if (!isLeading) progress.idle();
    return keeper.standBy(signal);
  };
  return { lead, standBy, close: keeper.close };
}

/** Resolves once a symbol directory is loaded, as every decision needs one. It counts as a wait only while documents are queued. */
async function directoryLoaded(
  { bus, directory, progress }: Pick<RefineDeps, 'bus' | 'directory' | 'progress'>,
  leading: AbortSignal,
): Promise<void> {
  const loaded = directory(leading).then(() => true);
  progress.waitsFor(directoryMissing);
  while (!(await Promise.race([loaded, pause(askEveryMs, leading).then(() => false)]))) {
    // If NATS does not answer, its own check reports that.
    const raw = await bus.jsm.consumers.info(streams.raw, consumers.refine).catch(() => null);
    if (raw === null) continue;
    if (raw.num_pending + raw.num_ack_pending === 0) progress.idle();
    else progress.waitsFor(directoryMissing);
  }
}

/** Leads without standing by, until `signal` aborts. */
export async function runRefine(deps: RefineDeps, signal: AbortSignal): Promise<void> {
  const refine = createRefine(deps);
  try {
    await refine.lead(signal);
  } finally {
    await refine.close();
  }
}

/** Opens the state file; returns null when the state cannot be stored over a restart. */
function openedIn(stateDir: string, log: Logger): StateFile | null {
  try {
    const file = openStateFile(stateDir);
    if (file === null) log.warn({ stateDir }, 'state_file.all_places_held');
    return file;
  } catch (error) {
    log.warn({ err: error, stateDir }, 'state_file.unusable');
    return null;
  }
}
