/** Room in RAW for history: half of its bytes are the live stages', and what refine has not read yet stays short, so that live filings never queue behind the past. */
import type { Bus } from '#ops/runtime/nats.ts';
import { consumers, streams } from '#schemas/subjects.ts';
import { insist } from '../../../retry.ts';
import { pause } from '../../schedule.ts';
import type { Logger } from 'pino';

const bytesShare = 0.5;
const unreadMax = 2_000;
/** How long what was found holds: at EDGAR's pace some filings more. */
const freshMs = 1_000;

export interface RoomOptions {
  readonly log: Logger;
  /** Called once a wait begins. */
  readonly onFull: (why: string) => void;
}

/** Resolves when there is room, or `signal` aborts. */
export function createRoom(bus: Bus, { log, onFull }: RoomOptions): (signal: AbortSignal) => Promise<void> {
  let [lookedAtMs, why]: [number, string | null] = [-Infinity, null];
  let looking: Promise<void> | null = null;

  async function look(signal: AbortSignal): Promise<void> {
    const [stream, consumer] = await insist(
      'ask what RAW holds',
      () => Promise.all([bus.jsm.streams.info(streams.raw), bus.jsm.consumers.info(streams.raw, consumers.refine)]),
      { log, signal },
    );
    const { max_bytes: bytesMax } = stream.config;
    const wasFull = why !== null;
    why =
      bytesMax > 0 && stream.state.bytes > bytesMax * bytesShare
        ? `RAW holds ${stream.state.bytes} bytes; half of its ${bytesMax} are left to the live stages`
        : consumer.num_pending > unreadMax
          ? `refine has ${consumer.num_pending} messages before it`
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
