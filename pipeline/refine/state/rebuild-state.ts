/**
 * Builds refine's state: from the state file and the newer records of the log, else from the whole log, and from the table for records before
 * the log's first sequence. A file that contradicts the log is emptied.
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
import { ARTICLES_MAX, recentWindowMs } from '../recent/recent-articles.ts';
import { createState, type RefineState } from './state.ts';
import { windowStart } from './window-start.ts';
import type { StateFile } from './state-file.ts';

export interface StateDeps {
  readonly bus: Bus;
  readonly store: Store;
  readonly feedLog: KV;
  readonly log: Logger;
  readonly file: StateFile;
  /** Reports what the build waits for; null when the wait is over. */
  readonly onWait: (reason: string | null) => void;
}

const windowBounds = { windowMs: recentWindowMs, entriesMax: ARTICLES_MAX };

export async function buildState(deps: StateDeps, signal: AbortSignal): Promise<RefineState> {
  const startedAtMs = performance.now();
  const { lastSeq } = await feedBounds(deps.bus);
  const state = (await fromFile(deps, lastSeq, signal)) ?? (await fromLog(deps, signal));
  const { seq } = state.position();
  deps.log.info(
    {
      seq,
      seen: state.seen.size(),
      knownEvents: state.knownEvents.size(),
      recent: state.recent.size(),
      durationMs: Math.round(performance.now() - startedAtMs),
    },
    'state.rebuilt',
  );
  return state;
}

/** Advances the state to `untilSeq` of the log, or until `signal` aborts. Throws LogLostError when the log has lost applied records. */
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
    for (const message of batch) state.applyMessage(message, true);
    onBatch?.();
  }
}

const generationsOf = async ({ feedLog }: StateDeps): Promise<GenerationList> => (await readGenerations(feedLog)).generations;

const followOptions = (deps: StateDeps, signal: AbortSignal): Pick<FollowOptions, 'generations' | 'onWait' | 'signal'> => ({
  generations: () => generationsOf(deps),
  onWait: deps.onWait,
  signal,
});

/** Returns the state from the file and the log, or null when the file has none that can be used. */
async function fromFile(deps: StateDeps, lastSeq: number, signal: AbortSignal): Promise<RefineState | null> {
  const { file, log } = deps;
  const position = file.position();
  if (position === null) return null;
  try {
    deps.onWait('waiting for the state file to be read');
    if (position.seq > lastSeq || resolvePosition(await generationsOf(deps), position) < position.seq)
      throw new LogLostError(`the feed log has lost records that the state file at ${position.seq} contains`);
    const saved = file.read();
    if (saved === null) return null;
    const state = createState({ file, saved });
    if (saved.window === null) await rebuildWindow(state, { ...(await feedBounds(deps.bus)), lastSeq: position.seq }, deps, signal);
    const startedAtMs = performance.now();
    deps.onWait(`reading the feed log from ${position.seq + 1}, where the state file ends`);
    await followState(state, deps, { untilSeq: lastSeq }, signal);
    signal.throwIfAborted();
    log.info({ fileSeq: position.seq, lastSeq, followedMs: Math.round(performance.now() - startedAtMs) }, 'state_file.loaded');
    deps.onWait(null);
    return state;
  } catch (error) {
    if (signal.aborted || !deps.bus.isConnected()) throw error;
    log.warn({ err: error, position, lastSeq }, 'state_file.ignored');
    return null;
  }
}

/** Rebuilds the window alone, because other code made the file's window, or because the log begins within the window. */
async function rebuildWindow(state: RefineState, bounds: FeedBounds, deps: StateDeps, signal: AbortSignal): Promise<void> {
  if (bounds.lastSeq < bounds.firstSeq) return;
  deps.onWait('rebuilding the window of recent articles, because this release reads articles differently');
  const fromSeq = await windowStart(deps.bus, bounds, windowBounds, signal);
  for await (const batch of followFeed(deps.bus, { ...followOptions(deps, signal), fromSeq, untilSeq: bounds.lastSeq }))
    batch.forEach(state.applyRecent);
}

async function fromLog(deps: StateDeps, signal: AbortSignal): Promise<RefineState> {
  const { bus, log } = deps;
  deps.file.clear();
  const bounds = await feedBounds(bus);
  const { firstSeq, lastSeq } = bounds;
  // One attempt reads all records before the first sequence, so a store that fails leaves no partial state.
  const state = await retryUntilStopped('read records that the feed log no longer has', () => fromTable(deps, firstSeq, signal), { log, signal });
  deps.onWait(`reading the feed log, ${lastSeq - firstSeq + 1} records`);
  const windowFrom = lastSeq < firstSeq ? firstSeq : await windowStart(bus, bounds, windowBounds, signal);
  if (windowFrom === firstSeq && firstSeq > 1)
    await rebuildWindow(state, { firstSeq: Math.max(2, firstSeq - ARTICLES_MAX), lastSeq: firstSeq - 1 }, deps, signal);
  const options = followOptions(deps, signal);
  for await (const batch of followFeed(bus, { ...options, fromSeq: firstSeq, untilSeq: windowFrom - 1, headersOnly: true }))
    for (const message of batch) state.applyMessage(message, false);
  for await (const batch of followFeed(bus, { ...options, fromSeq: windowFrom, untilSeq: lastSeq }))
    for (const message of batch) state.applyMessage(message, true);
  signal.throwIfAborted();
  deps.onWait(null);
  return state;
}

/** Returns the state before the log's first sequence, from the table. A log that begins at 1 has dropped nothing. */
async function fromTable(deps: StateDeps, firstSeq: number, signal: AbortSignal): Promise<RefineState> {
  const state = createState({ file: deps.file });
  if (firstSeq === 1) return state;
  deps.onWait(`waiting for ClickHouse to return the records before ${firstSeq}, which the feed log no longer has`);
  for await (const { documents, form4, toSeq } of identitiesBelow(deps.store, firstSeq)) {
    signal.throwIfAborted();
    const records = form4.map(({ record }) => record);
    state.applyStored(documents, records, toSeq);
  }
  return state;
}
