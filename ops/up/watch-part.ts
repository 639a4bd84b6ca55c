/** Restarts a part that runs but does not answer. */
import { pause, untilTickMs } from '../process/pause.ts';
import { answersGreeting, type RunningPart, type PartPlan } from './part.ts';

const queryEveryMs = 3_000;
/** Pause after a query without an answer. */
const againAfterMs = 1_000;
/** Much longer than a part that collects garbage or lacks processor time needs. It grows with the part's nice value. */
export const hangsAfterMs = ({ niceness = 0 }: Pick<PartPlan, 'niceness'>): number => 15_000 + niceness * 3_000;

export interface PartWatch {
  readonly name: string;
  /** Returns whether the part answers within `withinMs`. */
  readonly answers: (withinMs: number) => Promise<boolean>;
  readonly hangsAfterMs: number;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

export async function watchPart(part: Pick<RunningPart, 'status' | 'restart'>, watch: PartWatch): Promise<void> {
  const { name, answers, say, signal } = watch;
  let silentSinceMs = performance.now();
  // Failed queries are counted as well as timed, because the time also passes while this process itself is suspended.
  let unanswered = 0;
  while (!signal.aborted) {
    const isReady = part.status().state === 'ready';
    if (unanswered === 0) silentSinceMs = performance.now();
    unanswered = !isReady || (await answers(watch.hangsAfterMs / 2)) ? 0 : unanswered + 1;
    const silentMs = performance.now() - silentSinceMs;
    if (unanswered >= 2 && silentMs > watch.hangsAfterMs && !signal.aborted) {
      say(`${name} has answered nothing for ${Math.round(silentMs / 1_000)} s: restarting it`);
      part.restart();
      unanswered = 0;
    }
    await pause(unanswered === 0 ? untilTickMs(queryEveryMs) : againAfterMs, signal);
  }
}

/** Returns a check that queries `/live` of the part's operations port or, for a server without one, its greeting or `/ping`. */
export function isLive(part: Pick<RunningPart, 'status'>, ready: PartPlan['ready']): PartWatch['answers'] {
  return async (withinMs) => {
    if (ready !== 'line') return answersGreeting(ready, withinMs);
    const { ops, url } = part.status().said;
    const address = typeof ops === 'string' ? `${ops}/live` : `${String(url)}/ping`;
    const answer = fetch(address, { signal: AbortSignal.timeout(withinMs) }).then((response) => response.arrayBuffer());
    return answer.then(() => true, () => false); // prettier-ignore
  };
}
