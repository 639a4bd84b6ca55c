/**
 * Schedules work for many receivers concurrently, at most two pieces per receiver, in turns. Work waits here only when its turn is near;
 * otherwise it is handed back with a time after which to bring it again. Slow receivers share half of the places, so that the others keep
 * theirs however many of them hang.
 */
import { withJitter } from '#ops/process/pause.ts';

export interface LaneWork {
  readonly run: () => Promise<void>;
  /** Called when the turn is far off, with the milliseconds after which to bring the work again. */
  readonly handBack: (afterMs: number) => void;
}

export interface Lanes {
  /** Calls one of the two functions, at once or later, unless `clear` is called first. */
  readonly take: (receiver: string, work: LaneWork) => void;
  /** Drops work that has not begun. */
  readonly clear: () => void;
  readonly running: () => number;
}

interface ReceiverLane {
  running: number;
  waiting: LaneWork[];
  /** Running mean of its work's milliseconds; null before the first. */
  meanMs: number | null;
}

const perLaneMax = 2;
/** Milliseconds after which work is slow; other receivers must not wait for a receiver of slow work. */
const slowAfterMs = 1_000;
/** A lane queues as much work as it completes in these milliseconds. */
const waitMs = 2_000;
const waitingMax = 64;
/** Assumed milliseconds of a new receiver's work, which keeps its queue short. */
const supposedMs = 500;
const handBackMs = { least: 250, most: 15_000 };
/** Idle lanes are dropped when there are more. */
const lanesMax = 50_000;

export function createLanes({ runningMax }: { readonly runningMax: number }): Lanes {
  const lanes = new Map<string, ReceiverLane>();
  /** Lanes with waiting work, in turn. */
  const turns = new Set<ReceiverLane>();
  const half = Math.max(1, Math.floor(runningMax / 2));
  let [running, slowRunning] = [0, 0];

  const isSlow = ({ meanMs }: ReceiverLane): boolean => meanMs !== null && meanMs > slowAfterMs;
  const laneMax = (lane: ReceiverLane): number => (lane.meanMs === null || isSlow(lane) ? 1 : perLaneMax);
  const hasPlace = (lane: ReceiverLane): boolean =>
    lane.running < laneMax(lane) && running < runningMax && (isSlow(lane) ? slowRunning < half : running - slowRunning < half);
  const room = (lane: ReceiverLane): number =>
    isSlow(lane) ? 0 : Math.min(waitingMax, Math.max(1, Math.floor((waitMs * perLaneMax) / Math.max(1, lane.meanMs ?? supposedMs))));

  const handBack = (lane: ReceiverLane, work: LaneWork): void => {
    const expectedMs = ((lane.waiting.length + lane.running) * (lane.meanMs ?? supposedMs)) / laneMax(lane);
    work.handBack(withJitter(Math.min(handBackMs.most, Math.max(handBackMs.least, expectedMs))));
  };

  const begin = (lane: ReceiverLane, work: LaneWork): void => {
    const startedAtMs = performance.now();
    let countsAsSlow = isSlow(lane);
    running += 1;
    lane.running += 1;
    if (countsAsSlow) slowRunning += 1;
    const timer = setTimeout(() => {
      if (countsAsSlow) return;
      countsAsSlow = true;
      slowRunning += 1;
      lane.meanMs = Math.max(lane.meanMs ?? 0, performance.now() - startedAtMs);
      turns.delete(lane);
      const waiting = lane.waiting;
      lane.waiting = [];
      for (const one of waiting) handBack(lane, one);
      turn();
    }, slowAfterMs);
    void work.run().finally(() => {
      clearTimeout(timer);
      const tookMs = performance.now() - startedAtMs;
      lane.meanMs = lane.meanMs === null ? tookMs : (lane.meanMs + tookMs) / 2;
      running -= 1;
      lane.running -= 1;
      if (countsAsSlow) slowRunning -= 1;
      turn();
    });
  };

  function turn(): void {
    for (const lane of turns) {
      if (!hasPlace(lane)) continue;
      const work = lane.waiting.shift();
      // Moves the lane to the end of the turns, or out of them when nothing waits.
      turns.delete(lane);
      if (lane.waiting.length > 0) turns.add(lane);
      if (work !== undefined) begin(lane, work);
      if (running >= runningMax) return;
    }
  }

  const laneOf = (receiver: string): ReceiverLane => {
    const known = lanes.get(receiver);
    if (known !== undefined) return known;
    if (lanes.size >= lanesMax) for (const [key, lane] of lanes) if (lane.running === 0 && lane.waiting.length === 0) lanes.delete(key);
    const lane: ReceiverLane = { running: 0, waiting: [], meanMs: null };
    lanes.set(receiver, lane);
    return lane;
  };

  return {
    take: (receiver, work) => {
      const lane = laneOf(receiver);
      if (lane.waiting.length === 0 && hasPlace(lane)) begin(lane, work);
      else if (lane.waiting.length < room(lane)) {
        lane.waiting.push(work);
        turns.add(lane);
      } else handBack(lane, work);
    },
    clear: () => {
      for (const lane of turns) lane.waiting = [];
      turns.clear();
    },
    running: () => running,
  };
}
