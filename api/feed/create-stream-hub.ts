/**
 * Streams of the feed: every reader gets each matching row as it enters the log. A stream is a position in the log, like a poller's cursor. It
 * reads on from there, from the tail or the tables, as fast as its reader takes what is written, so no row waits in memory for a slow
 * reader. One timer serves all streams.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Logger } from '#ops/process/log.ts';
import type { LogPosition } from '#schemas/generation.ts';
import type { Caller } from '../auth/caller.ts';
import { ApiError, apiError, unavailable } from '../errors.ts';
import { rateLimited } from '../quota/grant.ts';
import type { LiveReader } from '../reply/result.ts';
import { gather } from './delta.ts';
import type { Stories } from './page.ts';
import type { ReadQuery } from './parameters.ts';
import { continueAfter, horizonMs, inOneGeneration, positionAt } from './position.ts';
import type { DeltaRows, FeedRequest } from './feed-request.ts';
import { streamName, type StreamHub } from './stream-hub.ts';
import { firstRows, requestOf, sourcesOf, type StreamDeps } from './stream-rows.ts';
import { behindText, endText, heartbeatText, newsEvent, openingText } from './stream-text.ts';

const tickEveryMs = 50;
const heartbeatMs = 15_000;
const chargeMs = 60_000;
/** A revoked key stops working within 2 s, here too. */
const checkMs = 1_000;
/** Streams that are served before other work gets a turn. */
const streamsATurn = 200;
/** A reader is too slow if it takes nothing of what was written for this long. */
const takenWithinMs = 10_000;
/** A reader that had every row is too slow if it lacks rows for this long. */
const caughtUpWithinMs = 30_000;
/** Longest time for which the tail may not follow the log. */
const followingWithinMs = 10_000;
/** Events that streams of equal filters share. */
const eventsKept = 500;

interface Stream {
  readonly read: ReadQuery;
  readonly reader: LiveReader;
  request: FeedRequest;
  /** Everything up to here was examined, and written where it matches. */
  position: LogPosition;
  isReading: boolean;
  /** Since when the socket's buffer is full; null: it is not. */
  blockedAtMs: number | null;
  /** When the reader last had every row; null: not yet. */
  caughtUpAtMs: number | null;
  heartbeatAtMs: number;
  checkAtMs: number;
  chargeAtMs: number;
}

/** Creates the hub, without a stream. Causes of internal errors are logged. */
export function createStreamHub(deps: StreamDeps, log: Logger): StreamHub {
  const { tail, generations, cursors, quota, steadyMs, isFollowing, pricingUrl } = deps;
  const streams = new Set<Stream>();
  const events = new LRUCache<string, Buffer>({ max: eventsKept });
  let timer: NodeJS.Timeout | null = null;
  let isTicking = false;
  let servedState = '';
  let followedAtMs = 0;

  const idOf = ({ request, position }: Stream): string => cursors.write('delta', request.binding, position);

  const isOpen = (stream: Stream): boolean => streams.has(stream) && !stream.reader.body.destroyed;
  const end = (stream: Stream, text: string): void => {
    const { body } = stream.reader;
    if (streams.delete(stream) && !body.destroyed) body.end(text);
  };
  const endBy = (stream: Stream, error: unknown): void => {
    if (!isOpen(stream)) return;
    const { requestId } = stream.reader;
    const known = error instanceof ApiError ? error : apiError('internal', 'Internal error. Connect again.', {});
    const cause = known === error ? known.cause : error;
    if (cause !== undefined) log.error({ request_id: requestId, err: cause }, 'stream.failed');
    end(stream, endText(idOf(stream), known, requestId));
  };

  const eventOf = ({ request }: Stream, row: DeltaRows['rows'][number], position: LogPosition, sources: Stories | null): Buffer => {
    const made = (): Buffer => newsEvent(cursors.write('delta', request.binding, position), row, sources);
    if (sources !== null) return made();
    // A correction is a revision for one watchlist and a retraction for another, and their bindings are equal.
    const key = `${request.binding} ${position.generation} ${position.seq} ${row.version} ${row.kind ?? ''}`;
    let event = events.get(key);
    if (event === undefined) {
      event = made();
      events.set(key, event);
    }
    return event;
  };

  /** Writes rows until the socket's buffer is full. Returns whether all were written. */
  const write = (stream: Stream, { rows, position }: DeltaRows, sources: Stories | null): boolean => {
    for (const row of rows) {
      const after = positionAt(row.seq, deps);
      const isTaken = stream.reader.body.write(eventOf(stream, row, after, sources));
      stream.position = after;
      if (isTaken) continue;
      stream.blockedAtMs = steadyMs();
      return false;
    }
    stream.position = position;
    return true;
  };

  const serve = (stream: Stream): void => {
    while (isOpen(stream) && !stream.isReading && stream.blockedAtMs === null) {
      const start = continueAfter(stream.position, deps);
      if (start instanceof Promise || start.seq !== stream.position.seq) return endBy(stream, logLost());
      // After a repair the tail begins again, which may take longer than a stream waits for it: the reader is told of the repair at once.
      if (!isFollowing()) return;
      const found = gather(stream.position, stream.request, 0, deps);
      if (found instanceof Promise || stream.request.isCollapsed) return readOn(stream, found);
      if (!write(stream, found, null) || isCaughtUp(stream)) return;
    }
  };
  /** Returns whether the stream has examined the whole tail; more rows may have come while the tables were read. */
  const isCaughtUp = (stream: Stream): boolean => {
    if (stream.position.seq < tail.lastSeq()) return false;
    stream.caughtUpAtMs = steadyMs();
    return true;
  };
  const readOn = (stream: Stream, found: DeltaRows | Promise<DeltaRows>): void => {
    stream.isReading = true;
    const read = async () => {
      const gathered = await found;
      return { gathered, sources: await sourcesOf(gathered, stream.request, deps) };
    };
    Promise.resolve(inOneGeneration(generations, read)).then(
      ({ gathered, sources }) => {
        stream.isReading = false;
        if (isOpen(stream) && write(stream, gathered, sources) && !isCaughtUp(stream)) serve(stream);
      },
      (error: unknown) => endBy(stream, error),
    );
  };

  /** Returns the caller as its account is now; throws where the key or the plan is another than when the stream began. */
  const callerNow = ({ reader, request }: Stream): Caller => {
    const caller = reader.authenticate();
    if (caller.plan !== request.caller.plan) throw unavailable('plan_changed', 'The plan of the account changed. Connect again.', undefined, 1);
    return caller;
  };

  /** Takes the request that a further minute costs, and looks again at the saved symbols. */
  const charge = async (stream: Stream): Promise<void> => {
    try {
      const caller = callerNow(stream);
      const grant = await quota.take(caller, streamName);
      if (grant.refusedBy !== null) throw rateLimited(grant, caller, pricingUrl);
      stream.request = requestOf(stream.read, stream.request.cursor, caller, deps);
    } catch (error) {
      endBy(stream, error);
    }
  };

  /** Ends a stream whose reader is too slow, or whose key or plan changed; writes heartbeats; charges minutes. */
  const checkTimes = (stream: Stream, nowMs: number): void => {
    const { blockedAtMs, caughtUpAtMs, isReading } = stream;
    if (blockedAtMs === null && !isReading && caughtUpAtMs !== null) stream.caughtUpAtMs = nowMs;
    const isUntaken = blockedAtMs !== null && nowMs - blockedAtMs > takenWithinMs;
    const isBehind = caughtUpAtMs !== null && blockedAtMs !== null && nowMs - caughtUpAtMs > caughtUpWithinMs;
    if (isUntaken || isBehind) return end(stream, behindText(idOf(stream)));
    if (nowMs - followedAtMs > followingWithinMs)
      return endBy(stream, unavailable('not_following', 'This process has not caught up with the feed yet. Connect again in a few seconds.'));
    if (nowMs >= stream.checkAtMs) {
      stream.checkAtMs = nowMs + checkMs;
      try {
        callerNow(stream);
      } catch (error) {
        return endBy(stream, error);
      }
    }
    if (nowMs >= stream.heartbeatAtMs) {
      stream.heartbeatAtMs += heartbeatMs;
      if (blockedAtMs === null) stream.reader.body.write(heartbeatText(idOf(stream)));
    }
    if (nowMs < stream.chargeAtMs) return;
    stream.chargeAtMs += chargeMs;
    void charge(stream);
  };

  /** Serves what is new in the tail to every stream, and checks its times. */
  const tick = async (): Promise<void> => {
    if (isTicking) return;
    isTicking = true;
    const nowMs = steadyMs();
    if (isFollowing()) followedAtMs = nowMs;
    const state = `${tail.lastSeq()} ${generations.newest()} ${isFollowing()}`;
    const isNew = state !== servedState;
    servedState = state;
    let served = 0;
    for (const stream of streams) {
      if (isNew) serve(stream);
      if (isOpen(stream)) checkTimes(stream, nowMs);
      served += 1;
      if (served % streamsATurn === 0) await nextTurn();
    }
    isTicking = false;
    if (streams.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  };

  const begin = (read: ReadQuery, request: FeedRequest, first: DeltaRows, sources: Stories | null, reader: LiveReader): void => {
    const nowMs = steadyMs();
    const { rows } = first;
    // Its generation is that of the log now: the one in the reader's cursor may be lost.
    const position = positionAt(first.position.seq, deps);
    const times = {
      heartbeatAtMs: nowMs + heartbeatMs,
      checkAtMs: nowMs + checkMs,
      chargeAtMs: nowMs + chargeMs,
      blockedAtMs: null,
      caughtUpAtMs: null,
    };
    const stream: Stream = { read, reader, request, position, isReading: false, ...times };
    streams.add(stream);
    const { body } = reader;
    body.on('close', () => streams.delete(stream));
    body.on('drain', () => {
      stream.blockedAtMs = null;
      serve(stream);
    });
    body.write(openingText(request.symbolNote));
    for (const row of rows) body.write(eventOf(stream, row, positionAt(row.seq, deps), sources));
    if (!body.write(heartbeatText(idOf(stream)))) stream.blockedAtMs = nowMs;
    if (timer === null) {
      followedAtMs = nowMs;
      timer = setInterval(() => void tick(), tickEveryMs).unref();
    }
    serve(stream);
  };

  return {
    open: async (read, lastEventId, caller) => {
      if (deps.isStopping()) throw stopping();
      const request = requestOf(read, lastEventId ?? read.cursor, caller, deps);
      const horizon = horizonMs(caller.plan, deps.nowMs());
      const { first, sources } = await inOneGeneration(generations, async () => {
        const found = await firstRows(request, horizon, deps);
        return { first: found, sources: await sourcesOf(found, request, deps) };
      });
      return { begin: (reader) => begin(read, request, first, sources, reader) };
    },
    count: () => streams.size,
    stop: () => {
      for (const stream of streams) endBy(stream, stopping());
    },
  };
}

const stopping = (): ApiError => unavailable('stopping', 'This process is stopping. Connect again.', undefined, 1);
const logLost = (): ApiError => unavailable('log_lost', 'The feed log was repaired. Connect again. Some rows may be repeated, but none is missing.');
