/**
 * Throttles the publication of old documents to RAW: refine reads RAW in order, and news and live filings must not wait behind a backlog.
 */
import type { Bus } from '#ops/nats/nats.ts';
import { pause } from '#ops/process/pause.ts';
import { consumers, streams } from '#schemas/subjects.ts';

/** Resolves when an old document may be published, or when `signal` aborts. Returns a function to call once it is stored or refused. */
export type HistoryTurn = (signal: AbortSignal) => Promise<() => void>;

/** History adds documents only while refine has at most this many unread: some tens of milliseconds of its work. */
const unreadMax = 6;
/** Milliseconds; refine reads two or three headlines meanwhile. */
const looksEveryMs = 20;
/** Milliseconds after which a wait is reported. */
const longAfterMs = 1_000;

/** Returns the turn in which history is published. `onLongWait`: called with the reason once documents wait for long because refine does not read. */
export function createHistoryTurn(bus: Bus, onLongWait: (why: string) => void = () => undefined): HistoryTurn {
  /** Documents that may be published before RAW is queried again. */
  let left = 0;
  let inFlight = 0;
  /** When documents began to wait; null while there is room. */
  let waitsSinceMs: number | null = null;
  let isReported = false;
  let looking: Promise<void> | null = null;

  const look = async (signal: AbortSignal): Promise<void> => {
    // RAW's counts may include some of these already. No publish begins during the query.
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
    await pause(looksEveryMs, signal);
  };

  return async (signal) => {
    while (left <= 0 && !signal.aborted) await (looking ??= look(signal).finally(() => (looking = null)));
    left -= 1;
    inFlight += 1;
    return () => {
      inFlight -= 1;
    };
  };
}
