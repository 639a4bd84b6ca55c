/** Recognises a reader that makes no progress by its metrics, whatever its status says: messages wait, and none is processed. */
import { count, seconds } from './format.ts';
import { largestBy, named, sum, sumBy, total, type Metric } from './metrics.ts';

/** Milliseconds without progress, while messages wait, that make a stall. */
const stallMs = 5_000;

interface Work {
  readonly waiting: number;
  /** Counter that changes while the reader makes progress; NaN or a fall, as after a restart, is a change. */
  readonly done: number;
}

function workIn(metrics: readonly Metric[]): Map<string, Work> {
  const work = new Map<string, Work>();
  if (named(metrics, 'tickerwire_raw_pending').length > 0)
    work.set('refine', {
      waiting: sum(largestBy(metrics, 'tickerwire_raw_pending', 'state').values()),
      done: (total(metrics, 'tickerwire_refine_seconds_count') ?? 0) + (total(metrics, 'tickerwire_refine_parked_total') ?? 0),
    });
  const sequences = sumBy(metrics, 'tickerwire_consumer_sequence', 'consumer');
  for (const [consumer, waiting] of largestBy(metrics, 'tickerwire_consumer_lag_records', 'consumer')) {
    const done = sequences.get(consumer);
    if (done !== undefined) work.set(consumer, { waiting, done });
  }
  return work;
}

/** Returns a function to call with each scrape and its monotonic instant in milliseconds. It returns a fault for each stalled reader. */
export function watchStalls(): (metrics: readonly Metric[], atMs: number) => string[] {
  let since = new Map<string, { readonly done: number; readonly atMs: number }>();
  return (metrics, atMs) => {
    const next: typeof since = new Map();
    const faults: string[] = [];
    for (const [name, { waiting, done }] of workIn(metrics)) {
      const before = since.get(name);
      const isMoving = before === undefined || waiting === 0 || before.done !== done;
      next.set(name, isMoving ? { done, atMs } : before);
      if (!isMoving && atMs - before.atMs >= stallMs)
        faults.push(`${name} makes no progress: ${count(waiting)} waiting, none processed for ${seconds((atMs - before.atMs) / 1_000)}`);
    }
    since = next;
    return faults;
  };
}
