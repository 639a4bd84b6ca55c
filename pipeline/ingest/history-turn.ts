/** Throttles the publication of old documents: refine reads RAW in order, so a backlog of old documents would delay news and live filings. */
import type { Bus } from '#ops/nats/nats.ts';
import { pause } from '#ops/process/pause.ts';
import { consumers, streams } from '#schemas/subjects.ts';

/** Resolves when an old document may be published, with a function to call once it is stored or refused, or when `signal` aborts. */
export type HistoryTurn = (signal: AbortSignal) => Promise<() => void>;

/** Maximum number of unread documents in RAW while old ones are added; refine processes them in some tens of milliseconds. */
const unreadMax = 6;
/** Milliseconds between two queries of RAW; refine processes two or three headlines in that time. */
const queryEveryMs = 20;
const longAfterMs = 1_000;

/** Returns the throttle. `onLongWait` is called with the reason once documents have waited for a second because refine reads none. */
export function createHistoryTurn(bus: Bus, onLongWait: (why: string) => void = () => undefined): HistoryTurn {
  /** Number of documents that may be published before RAW is queried again. */
  let left = 0;
  let inFlight = 0;
  /** Start of the present wait; null while there is room. */
  let waitsSinceMs: number | null = null;
  let isReported = false;
  let querying: Promise<void> | null = null;

  const queryRaw = async (signal: AbortSignal): Promise<void> => {
    // The counts of RAW may already include some documents in flight. None is published during the query.
    const before = inFlight;
    const { num_pending: pending, num_ack_pending: taken } = await bus.jsm.consumers.info(streams.raw, consumers.refine);
    left = unreadMax - pending - taken - before;
    if (left > 0) {
      [waitsSinceMs, isReported] = [null, false];
      return;
    }
    waitsSinceMs ??= performance.now();
    if (!isReported && performance.now() - waitsSinceMs > longAfterMs) {
      isReported = true;
      onLongWait(`waiting for refine, which has ${pending + taken} unread messages`);
    }
    await pause(queryEveryMs, signal);
  };

  return async (signal) => {
    while (left <= 0 && !signal.aborted) await (querying ??= queryRaw(signal).finally(() => (querying = null)));
    left -= 1;
    inFlight += 1;
    return () => {
      inFlight -= 1;
    };
  };
}
