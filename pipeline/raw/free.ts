/**
 * Deletes documents of RAW that refine has read, by age and when RAW is nearly full. The others stay, because after a restart of NATS refine
 * reads the last ones again. Runs in the active process of refine.
 */
import type { Logger } from 'pino';
import { firstLine } from '#ops/process/health-watch.ts';
import type { Bus } from '#ops/nats/nats.ts';
import { pause, untilTickMs } from '#ops/process/pause.ts';
import type { Progress } from '#ops/process/progress.ts';
import type { Config } from '#schemas/config.ts';
import { deleteRefined, lastBefore, rawState, seqToLeave, type RawState } from './usage.ts';

interface FreeRawDeps {
  readonly bus: Bus;
  readonly config: Pick<Config, 'RAW_MAX_AGE_HOURS'>;
  readonly progress: Progress;
  readonly now: () => Date;
  readonly log: Logger;
}

/** Milliseconds between two checks. While RAW has room, documents are deleted only by age, once a minute. */
const everyMs = { roomy: 5_000, filled: 1_000 };
/** Above `fullShare` of its maximum size, RAW is freed down to `leftShare`. */
const fullShare = 0.75;
const leftShare = 0.6;
/** Above this share ingest may have to wait (admission.ts). */
const waitingShare = 0.9;
/** Minimum age in milliseconds beyond RAW_MAX_AGE_HOURS before documents are deleted, so that they are deleted in batches. */
const ageStepMs = 60_000;

/** Runs until `signal` aborts. A failure shows in `progress` and is retried. */
export async function freeRaw(deps: FreeRawDeps, signal: AbortSignal): Promise<void> {
  const { bus, progress, log } = deps;
  let before: RawState | null = null;
  while (!signal.aborted) {
    try {
      const state = await rawState(bus);
      const freed = await deleteRefined(bus, state, Math.max(await oldSeq(state, deps), roomSeq(state)));
      if (freed > 0) log.debug({ freed, readSeq: state.readSeq }, 'raw.freed');
      const isFull = freed === 0 && state.bytes > state.bytesMax * waitingShare && state.unread > 0;
      if (isFull && before?.readSeq === state.readSeq) progress.waitsFor(`RAW is full; ${state.unread} documents are not refined yet`);
      else {
        progress.moved();
        progress.idle();
      }
      before = state;
    } catch (error) {
      if (signal.aborted) return;
      progress.waitsFor(`refined documents cannot be deleted from RAW: ${firstLine(error)}`);
      log.warn({ err: error }, 'raw.not_freed');
    }
    const isRoomy = before !== null && before.bytes <= before.bytesMax * leftShare;
    await pause(untilTickMs(isRoomy ? everyMs.roomy : everyMs.filled), signal);
  }
}

/** Returns the last sequence that is too old; 0 when none is. */
async function oldSeq({ messages, firstAt, firstSeq, readSeq }: RawState, { bus, config, now }: FreeRawDeps): Promise<number> {
  const cutMs = now().getTime() - config.RAW_MAX_AGE_HOURS * 3_600_000;
  if (messages === 0 || firstSeq > readSeq || firstAt.getTime() > cutMs - ageStepMs) return 0;
  return lastBefore(bus, new Date(cutMs));
}

/** Returns the last sequence to delete to make room; 0 when there is room. */
const roomSeq = (state: RawState): number => (state.bytes > state.bytesMax * fullShare ? seqToLeave(state, state.bytesMax * leftShare) : 0);
