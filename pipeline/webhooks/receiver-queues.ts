/**
 * Schedules work for many receivers concurrently, at most two pieces per receiver, in turns. Work waits here only when its turn is near;
 * otherwise it is postponed by a time after which the caller brings it again. Slow receivers share half of the places, so that the others
 * keep theirs however many of them hang.
 */
import { withJitter } from '#ops/process/pause.ts';

export interface QueuedWork {
  readonly run: () => Promise<void>;
  /** Called when the queue is full, with the milliseconds after which to bring the work again. */
  readonly postpone: (afterMs: number) => void;
}

export interface ReceiverQueues {
  /** Calls one of the two functions, at once or later, unless `clear` is called first. */
  readonly take: (receiver: string, work: QueuedWork) => void;
  /** Drops work that has not begun. */
  readonly clear: () => void;
  readonly running: () => number;
}

interface ReceiverQueue {
  running: number;
  waiting: QueuedWork[];
  /** Running mean of its work's milliseconds; null before the first. */
  meanMs: number | null;
}

const perReceiverMax = 2;
/** Milliseconds after which work is slow; other receivers must not wait for a receiver of slow work. */
const slowAfterMs = 1_000;
/** A queue takes as much work as it completes in these milliseconds. */
const waitMs = 2_000;
const waitingMax = 64;
/** Assumed milliseconds of a new receiver's work, which keeps its queue short. */
const supposedMs = 500;
const postponeMs = { least: 250, most: 15_000 };
/** Idle queues are dropped when there are more. */
const queuesMax = 50_000;

/** Returns the queues; `runningMax`: pieces of work that run at once, over all receivers. */
export function createReceiverQueues({ runningMax }: { readonly runningMax: number }): ReceiverQueues {
  const queues = new Map<string, ReceiverQueue>();
  /** Queues with waiting work, in turn. */
  const turns = new Set<ReceiverQueue>();
  const half = Math.max(1, Math.floor(runningMax / 2));
  let [running, slowRunning] = [0, 0];

  const isSlow = ({ meanMs }: ReceiverQueue): boolean => meanMs !== null && meanMs > slowAfterMs;
  const runningMaxOf = (queue: ReceiverQueue): number => (queue.meanMs === null || isSlow(queue) ? 1 : perReceiverMax);
  const hasPlace = (queue: ReceiverQueue): boolean =>
    queue.running < runningMaxOf(queue) && running < runningMax && (isSlow(queue) ? slowRunning < half : running - slowRunning < half);
  const room = (queue: ReceiverQueue): number =>
    isSlow(queue) ? 0 : Math.min(waitingMax, Math.max(1, Math.floor((waitMs * perReceiverMax) / Math.max(1, queue.meanMs ?? supposedMs))));

  const postpone = (queue: ReceiverQueue, work: QueuedWork): void => {
    const expectedMs = ((queue.waiting.length + queue.running) * (queue.meanMs ?? supposedMs)) / runningMaxOf(queue);
    work.postpone(withJitter(Math.min(postponeMs.most, Math.max(postponeMs.least, expectedMs))));
  };

  const begin = (queue: ReceiverQueue, work: QueuedWork): void => {
    const startedAtMs = performance.now();
    let countsAsSlow = isSlow(queue);
    running += 1;
    queue.running += 1;
    if (countsAsSlow) slowRunning += 1;
    const timer = setTimeout(() => {
      if (countsAsSlow) return;
      countsAsSlow = true;
      slowRunning += 1;
      queue.meanMs = Math.max(queue.meanMs ?? 0, performance.now() - startedAtMs);
      turns.delete(queue);
      const waiting = queue.waiting;
      queue.waiting = [];
      for (const one of waiting) postpone(queue, one);
      turn();
    }, slowAfterMs);
    void work.run().finally(() => {
      clearTimeout(timer);
      const tookMs = performance.now() - startedAtMs;
      queue.meanMs = queue.meanMs === null ? tookMs : (queue.meanMs + tookMs) / 2;
      running -= 1;
      queue.running -= 1;
      if (countsAsSlow) slowRunning -= 1;
      turn();
    });
  };

  function turn(): void {
    for (const queue of turns) {
      if (!hasPlace(queue)) continue;
      const work = queue.waiting.shift();
      // Moves the queue to the end of the turns, or out of them when nothing waits.
      turns.delete(queue);
      if (queue.waiting.length > 0) turns.add(queue);
      if (work !== undefined) begin(queue, work);
      if (running >= runningMax) return;
    }
  }

  const queueOf = (receiver: string): ReceiverQueue => {
    const known = queues.get(receiver);
    if (known !== undefined) return known;
    if (queues.size >= queuesMax) for (const [key, queue] of queues) if (queue.running === 0 && queue.waiting.length === 0) queues.delete(key);
    const queue: ReceiverQueue = { running: 0, waiting: [], meanMs: null };
    queues.set(receiver, queue);
    return queue;
  };

  return {
    take: (receiver, work) => {
      const queue = queueOf(receiver);
      if (queue.waiting.length === 0 && hasPlace(queue)) begin(queue, work);
      else if (queue.waiting.length < room(queue)) {
        queue.waiting.push(work);
        turns.add(queue);
      } else postpone(queue, work);
    },
    clear: () => {
      for (const queue of turns) queue.waiting = [];
      turns.clear();
    },
    running: () => running,
  };
}
