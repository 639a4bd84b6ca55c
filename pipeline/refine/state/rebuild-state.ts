/**
 * Refine's state at the end of the log: from a snapshot and what came since, else from all of the log, and from the table below
 * the log's first sequence. There is no second source of truth: a snapshot that the log contradicts is no snapshot.
 */
import type { KV } from '@nats-io/kv';
import type { Logger } from 'pino';
import { readGenerations } from '#ops/feed-log/generations.ts';
import { feedBounds, followFeed, LogLostError, type FeedBounds, type FollowOptions } from '#ops/feed-log/feed-follower.ts';
import type { Bus } from '#ops/nats/nats.ts';
import { identitiesBelow } from '#clickhouse/identities-below.ts';
import type { Store } from '#clickhouse/store.ts';
import { resolvePosition, type GenerationList } from '#schemas/generation.ts';
import { retryUntilStopped } from '#ops/process/retry.ts';
import { ARTICLES_MAX } from '../recent/recent-articles.ts';
import type { HeldSnapshot, Snapshots } from '../snapshot/snapshots.ts';
import { createState, recentWindowMs, type RefineState, type StateOptions } from '../state.ts';
import { windowStart } from '../window-start.ts';

export interface StateDeps {
  readonly bus: Bus;
  readonly store: Store;
  /** Bucket feed_log. */
  readonly feedLog: KV;
  readonly log: Logger;
  /** Null: nothing is kept over a restart. */
  readonly snapshots: Snapshots | null;
  /** What it waits for just now; null: it goes on. */
  readonly onWait: (reason: string | null) => void;
}

const windowBounds = { windowMs: recentWindowMs, entriesMax: ARTICLES_MAX };

/** The state at the log's end as it is now. */
export async function buildState(deps: StateDeps, signal: AbortSignal): Promise<RefineState> {
  const startedAtMs = performance.now();
  const { lastSeq } = await feedBounds(deps.bus);
  const state = (await fromSnapshots(deps, lastSeq, signal)) ?? (await fromLog(deps, signal));
  const { seq } = state.position();
  deps.log.info(
    {
      seq,
      seen: state.seen.size(),
      heldEvents: state.heldEvents.size(),
      recent: state.recent.size(),
      durationMs: Math.round(performance.now() - startedAtMs),
    },
    'state.rebuilt',
  );
  return state;
}

/** Moves the state on with the log: up to `untilSeq`, or for as long as `signal` lets it. Throws LogLostError where the log has lost what the state knows. */
export async function followState(
  state: RefineState,
  deps: StateDeps,
  { untilSeq, onBatch }: { readonly untilSeq?: number; readonly onBatch?: () => void },
  signal: AbortSignal,
): Promise<void> {
  const position = state.position();
  const options = {
    fromSeq: position.seq + 1,
    ...(position.seq > 0 && { generation: position.generation }),
    ...(untilSeq !== undefined && { untilSeq }),
  };
  for await (const batch of followFeed(deps.bus, { ...followOptions(deps, signal), ...options })) {
    for (const message of batch) state.applyRead(message, true);
    onBatch?.();
  }
}

const historyOf =
  ({ feedLog }: Pick<StateDeps, 'feedLog'>): (() => Promise<GenerationList>) =>
  async () =>
    (await readGenerations(feedLog)).history;

const followOptions = (deps: StateDeps, signal: AbortSignal): Pick<FollowOptions, 'history' | 'onWait' | 'signal'> => ({
  history: historyOf(deps),
  onWait: deps.onWait,
  signal,
});

const optionsOf = ({ snapshots, log }: StateDeps): StateOptions => ({
  ...(snapshots !== null && { files: snapshots.files }),
  onTrouble: (error) => log.warn({ err: error }, 'seen.file_failed'),
});

/** Null: none of them is of this log. */
async function fromSnapshots(deps: StateDeps, lastSeq: number, signal: AbortSignal): Promise<RefineState | null> {
  const { snapshots, log } = deps;
  for (const held of (await snapshots?.held()) ?? []) {
    signal.throwIfAborted();
    let state: RefineState | null = null;
    try {
      deps.onWait('its snapshot to be read');
      const { position } = held;
      if (position.seq > lastSeq || resolvePosition(await historyOf(deps)(), position) < position.seq)
        throw new LogLostError(`the log has lost what the snapshot at ${position.seq} knows`);
      state = await fromSnapshot(held, deps, signal);
      const [{ seq }, startedAtMs] = [state.position(), performance.now()];
      deps.onWait(`the feed log to be read from ${seq + 1} on, where its snapshot ends`);
      await followState(state, deps, { untilSeq: lastSeq }, signal);
      signal.throwIfAborted();
      log.info({ snapshotSeq: seq, lastSeq, followedMs: Math.round(performance.now() - startedAtMs) }, 'snapshot.taken_up');
      deps.onWait(null);
      return state;
    } catch (error) {
      state?.close();
      if (signal.aborted || !deps.bus.isConnected()) throw error;
      log.warn({ err: error, position: held.position, lastSeq }, 'snapshot.ignored');
    }
  }
  return null;
}

async function fromSnapshot(held: HeldSnapshot, deps: StateDeps, signal: AbortSignal): Promise<RefineState> {
  const taken = await held.read();
  const state = createState({ ...optionsOf(deps), kept: taken });
  if (taken.window === null) {
    const { firstSeq } = await feedBounds(deps.bus);
    await foldWindow(state, { firstSeq, lastSeq: taken.position.seq }, deps, signal);
  }
  return state;
}

/** Other code made the window of the snapshot: it alone is folded anew, from the records that the rest knows already. */
async function foldWindow(state: RefineState, bounds: FeedBounds, deps: StateDeps, signal: AbortSignal): Promise<void> {
  if (bounds.lastSeq < bounds.firstSeq) return;
  deps.onWait('the window of recent articles to be made again, for this release reads articles otherwise');
  const fromSeq = await windowStart(deps.bus, bounds, windowBounds, signal);
  for await (const batch of followFeed(deps.bus, { ...followOptions(deps, signal), fromSeq, untilSeq: bounds.lastSeq }))
    batch.forEach(state.applyRecent);
}

async function fromLog(deps: StateDeps, signal: AbortSignal): Promise<RefineState> {
  const { bus, log } = deps;
  await deps.snapshots?.discard();
  const bounds = await feedBounds(bus);
  const { firstSeq, lastSeq } = bounds;
  // Everything below the first sequence is read at once, so that a store that goes away in between does not leave half of it.
  const state = await retryUntilStopped('read what the feed log has let go', () => fromTable(deps, firstSeq, signal), { log, signal });
  try {
    deps.onWait(`the feed log to be read, ${lastSeq - firstSeq + 1} records`);
    const windowFrom = lastSeq < firstSeq ? firstSeq : await windowStart(bus, bounds, windowBounds, signal);
    if (windowFrom === firstSeq && firstSeq > 1)
      await foldWindow(state, { firstSeq: Math.max(2, firstSeq - ARTICLES_MAX), lastSeq: firstSeq - 1 }, deps, signal);
    const options = followOptions(deps, signal);
    for await (const batch of followFeed(bus, { ...options, fromSeq: firstSeq, untilSeq: windowFrom - 1, headersOnly: true }))
      for (const message of batch) state.applyRead(message, false);
    for await (const batch of followFeed(bus, { ...options, fromSeq: windowFrom, untilSeq: lastSeq }))
      for (const message of batch) state.applyRead(message, true);
    signal.throwIfAborted();
    deps.onWait(null);
    return state;
  } catch (error) {
    state.close();
    throw error;
  }
}

/** What stands below the log's first sequence. A log that begins at 1 has let nothing go. */
async function fromTable(deps: StateDeps, firstSeq: number, signal: AbortSignal): Promise<RefineState> {
  const state = createState(optionsOf(deps));
  if (firstSeq === 1) return state;
  deps.onWait(`ClickHouse, for the records before ${firstSeq} that the feed log has let go`);
  try {
    for await (const { documents, form4, toSeq } of identitiesBelow(deps.store, firstSeq)) {
      signal.throwIfAborted();
      state.applyHeld(
        documents,
        form4.map(({ record }) => record),
        toSeq,
      );
    }
    return state;
  } catch (error) {
    state.close();
    throw error;
  }
}
