/** Runs work for many receivers in turn. Slow receivers share half of the running places, so that they never take those of the rest. */
import { withJitter } from '#ops/process/pause.ts';

interface QueuedWork {
  readonly run: () => Promise<void>;
  /** Called when the queue is full, with the milliseconds after which to bring the work again. */
  readonly postpone: (afterMs: number) => void;
}

interface ReceiverQueue {
  running: number;
  waiting: QueuedWork[];
  /** Moving average of the milliseconds that a piece of work took; null before the first. */
  meanMs: number | null;
}

const perReceiverMax = 2;
/** Milliseconds after which work is slow. */
const slowAfterMs = 1_000;
/** Maximum expected milliseconds in a queue. Work beyond it is postponed: the caller brings it again later. */
const waitMs = 2_000;
const waitingMax = 64;
/** Assumed milliseconds of a new receiver's first work. */
const assumedMs = 500;
const postponeMs = { least: 250, most: 15_000 };
/** Number of queues from which on idle ones are dropped. */
const queuesMax = 50_000;

export function createReceiverQueues(runningMax: number) {
  const queues = new Map<string, ReceiverQueue>();
  /** Queues with waiting work, in the order of their turns. */
  const turns = new Set<ReceiverQueue>();
  const half = Math.max(1, Math.floor(runningMax / 2));
  let [running, slowRunning] = [0, 0];

  const isSlow = ({ meanMs }: ReceiverQueue): boolean => meanMs !== null && meanMs > slowAfterMs;
  const runningMaxOf = (queue: ReceiverQueue): number => (queue.meanMs === null || isSlow(queue) ? 1 : perReceiverMax);
  const hasPlace = (queue: ReceiverQueue): boolean =>
    queue.running < runningMaxOf(queue) && running < runningMax && (isSlow(queue) ? slowRunning < half : running - slowRunning < half);
  const room = (queue: ReceiverQueue): number =>
    isSlow(queue) ? 0 : Math.min(waitingMax, Math.max(1, Math.floor((waitMs * perReceiverMax) / Math.max(1, queue.meanMs ?? assumedMs))));

  const postpone = (queue: ReceiverQueue, work: QueuedWork): void => {
    const expectedMs = ((queue.waiting.length + queue.running) * (queue.meanMs ?? assumedMs)) / runningMaxOf(queue);
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
      // The queue goes to the end of the order, or out of it when nothing waits.
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
    /** Calls `run` or `postpone` of the work, at once or later, unless `clear` is called first. */
    take: (receiver: string, work: QueuedWork): void => {
      const queue = queueOf(receiver);
      if (queue.waiting.length === 0 && hasPlace(queue)) begin(queue, work);
      else if (queue.waiting.length < room(queue)) {
        queue.waiting.push(work);
        turns.add(queue);
      } else postpone(queue, work);
    },
    /** Drops work that has not begun. */
    clear: (): void => {
      for (const queue of turns) queue.waiting = [];
      turns.clear();
    },
    running: (): number => running,
  };
}
