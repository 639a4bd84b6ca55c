/** Limits history in RAW: half of its bytes (refined documents give way), and a short backlog, so that live filings never wait. */
import type { Bus } from '#ops/nats/nats.ts';
import { rawState, unreadBytes } from '../../../raw-space.ts';
import { retryUntilStopped } from '#ops/process/retry.ts';
import { pause } from '../../schedule.ts';
import type { Logger } from 'pino';

const bytesShare = 0.5;
const unreadMax = 2_000;
/** Milliseconds that a query's result counts; at EDGAR's pace some filings pass meanwhile. */
const freshMs = 1_000;

export interface RoomOptions {
  readonly log: Logger;
  /** Called when a wait begins. */
  readonly onFull: (why: string) => void;
}

/** Returns a function that resolves when there is room, or when `signal` aborts. */
export function createRoom(bus: Bus, { log, onFull }: RoomOptions): (signal: AbortSignal) => Promise<void> {
  let [lookedAtMs, why]: [number, string | null] = [-Infinity, null];
  let looking: Promise<void> | null = null;

  async function look(signal: AbortSignal): Promise<void> {
    const state = await retryUntilStopped('read the state of RAW', () => rawState(bus), { log, signal });
    const [bytes, { bytesMax, unread }] = [Math.round(unreadBytes(state)), state];
    const wasFull = why !== null;
    why =
      bytes > bytesMax * bytesShare
        ? `waiting for room in RAW: ${bytes} of its ${bytesMax} bytes are not refined yet, and half is reserved for live documents`
        : unread > unreadMax
          ? `waiting for refine, which has ${unread} unread messages`
          : null;
    lookedAtMs = performance.now();
    if (why !== null && !wasFull) onFull(why);
  }

  return async (signal) => {
    while (!signal.aborted) {
      if (performance.now() - lookedAtMs > freshMs) await (looking ??= look(signal).finally(() => (looking = null)));
      if (why === null) return;
      await pause(freshMs, signal);
    }
  };
}
