/**
 * Streams of the feed: every reader gets each matching row as it enters the log. A stream is only a position in the log, like a poller's
 * cursor. It reads its next rows from the tail or the tables when its reader has taken the last ones, so no row waits in memory for a slow
 * reader. One timer serves all streams.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Logger } from '#ops/process/log.ts';
import type { LogPosition } from '#schemas/generation.ts';
import type { Caller } from '../auth/caller.ts';
import type { StreamHub } from '../deps.ts';
import { ApiError, apiError, unavailable } from '../errors.ts';
import { rateLimited } from '../quota/grant.ts';
import type { LiveReader } from '../reply/result.ts';
import { gather } from './delta.ts';
import type { OutletsByStory } from './page.ts';
import type { ReadQuery } from './parameters.ts';
import { continueAfter, horizonMs, inOneGeneration, positionAt } from './position.ts';
import type { DeltaRows, FeedRequest } from './feed-request.ts';
import { firstRows, outletsOf, requestOf, streamName, type StreamDeps } from './stream-rows.ts';
import { behindText, endText, heartbeatText, newsEvent, openingText } from './stream-text.ts';

const tickEveryMs = 50;
const heartbeatMs = 15_000;
const chargeMs = 60_000;
/** Time between two checks of a stream's key and plan; a revoked key must stop working within 2 s. */
const checkMs = 1_000;
/** Number of streams to serve before the event loop runs other work. */
const streamsATurn = 200;
/** A stream ends if its socket's buffer stays full for this long. */
const takenWithinMs = 10_000;
/** A stream ends if its reader had every row once, and then lacks rows for this long. */
const caughtUpWithinMs = 30_000;
/** Streams end if the tail does not follow the log for this long. */
const followingWithinMs = 10_000;
/** Number of cached events, which streams with equal filters share. */
const eventsKept = 500;

interface Stream {
  readonly read: ReadQuery;
  readonly reader: LiveReader;
  request: FeedRequest;
  /** Every record up to this position was examined, and each matching row written. */
  position: LogPosition;
  isReading: boolean;
  /** When the socket's buffer became full, in steady milliseconds; null while it has room. */
  blockedAtMs: number | null;
  /** When the reader last had every row, in steady milliseconds; null before the first time. */
  caughtUpAtMs: number | null;
  heartbeatAtMs: number;
  checkAtMs: number;
  chargeAtMs: number;
}

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

  const eventOf = ({ request }: Stream, row: DeltaRows['rows'][number], position: LogPosition, outlets: OutletsByStory | null): Buffer => {
    const render = (): Buffer => newsEvent(cursors.write('delta', request.binding, position), row, outlets);
    if (outlets !== null) return render();
    // Callers with different watchlists have equal bindings, but a correction may be a revision for one and a retraction for the other.
    const key = `${request.binding} ${position.generation} ${position.seq} ${row.version} ${row.kind ?? ''}`;
    const event = events.get(key) ?? render();
    events.set(key, event);
    return event;
  };

  const write = (stream: Stream, { rows, position }: DeltaRows, outlets: OutletsByStory | null): boolean => {
    for (const row of rows) {
      const after = positionAt(row.seq, deps);
      const isTaken = stream.reader.body.write(eventOf(stream, row, after, outlets));
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
      // This check precedes `isFollowing`: after a repair of the log the tail loads again, and readers must not wait for that.
      const start = continueAfter(stream.position, deps);
      if (start instanceof Promise || start.seq !== stream.position.seq) return endBy(stream, logLost());
      if (!isFollowing()) return;
      const found = gather(stream.position, stream.request, 0, deps);
      if (found instanceof Promise || stream.request.isCollapsed) return readOn(stream, found);
      if (!write(stream, found, null) || isCaughtUp(stream)) return;
    }
  };
  const isCaughtUp = (stream: Stream): boolean => {
    if (stream.position.seq < tail.lastSeq()) return false;
    stream.caughtUpAtMs = steadyMs();
    return true;
  };
  const readOn = (stream: Stream, found: DeltaRows | Promise<DeltaRows>): void => {
    stream.isReading = true;
    const read = async () => {
      const gathered = await found;
      return { gathered, outlets: await outletsOf(gathered, stream.request, deps) };
    };
    Promise.resolve(inOneGeneration(generations, read)).then(
      ({ gathered, outlets }) => {
        stream.isReading = false;
        if (isOpen(stream) && write(stream, gathered, outlets) && !isCaughtUp(stream)) serve(stream);
      },
      (error: unknown) => endBy(stream, error),
    );
  };

  /** Returns the caller with its present account. Throws if the key was revoked or the plan changed. */
  const callerNow = ({ reader, request }: Stream): Caller => {
    const caller = reader.authenticate();
    if (caller.plan !== request.caller.plan) throw unavailable('plan_changed', 'The plan of the account changed. Connect again.', undefined, 1);
    return caller;
  };

  /** Charges one request for the next minute, and reads the caller's saved symbols again. */
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

  /** Ends a stream if its reader is too slow or its key or plan changed. Writes heartbeats and charges minutes. */
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
      stream.heartbeatAtMs = nowMs + heartbeatMs;
      if (blockedAtMs === null) stream.reader.body.write(heartbeatText(idOf(stream)));
    }
    if (nowMs < stream.chargeAtMs) return;
    // Minutes in which the process was suspended are not charged.
    stream.chargeAtMs = nowMs + chargeMs;
    void charge(stream);
  };

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
      try {
        if (isNew) serve(stream);
        if (isOpen(stream)) checkTimes(stream, nowMs);
      } catch (error) {
        endBy(stream, error);
      }
      served += 1;
      if (served % streamsATurn === 0) await nextTurn();
    }
    isTicking = false;
    if (streams.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  };

  const begin = (read: ReadQuery, request: FeedRequest, first: DeltaRows, outlets: OutletsByStory | null, reader: LiveReader): void => {
    const nowMs = steadyMs();
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
    for (const row of first.rows) body.write(eventOf(stream, row, positionAt(row.seq, deps), outlets));
    if (!body.write(heartbeatText(idOf(stream)))) stream.blockedAtMs = nowMs;
    if (timer === null) {
      followedAtMs = nowMs;
      timer = setInterval(() => void tick(), tickEveryMs).unref();
    }
    if (deps.isStopping()) return endBy(stream, stopping());
    serve(stream);
  };

  return {
    open: async (read, lastEventId, caller) => {
      if (deps.isStopping()) throw stopping();
      const request = requestOf(read, lastEventId ?? read.cursor, caller, deps);
      const horizon = horizonMs(caller.plan, deps.nowMs());
      const { first, outlets } = await inOneGeneration(generations, async () => {
        const found = await firstRows(request, horizon, deps);
        return { first: found, outlets: await outletsOf(found, request, deps) };
      });
      return { begin: (reader) => begin(read, request, first, outlets, reader) };
    },
    count: () => streams.size,
    stop: () => {
      for (const stream of streams) endBy(stream, stopping());
    },
  };
}

const stopping = (): ApiError => unavailable('stopping', 'This process is stopping. Connect again.', undefined, 1);
const logLost = (): ApiError => unavailable('log_lost', 'The feed log was repaired. Connect again. Some rows may be repeated, but none is missing.');
