/** Ends a part that runs but does not answer, so that it is restarted. */
import { pause, untilTickMs } from '../process/pause.ts';
import { answersGreeting, type RunningPart, type PartPlan } from './part.ts';

const queryEveryMs = 3_000;
/** The pause after a query without answer. */
const againAfterMs = 1_000;
/** Far more than a part needs that collects garbage or is short of processor time; the higher its nice value, the longer. */
export const hangsAfterMs = ({ niceness = 0 }: Pick<PartPlan, 'niceness'>): number => 15_000 + niceness * 3_000;

export interface PartWatch {
  readonly name: string;
  /** Returns whether the part answers within `withinMs`. */
  readonly answers: (withinMs: number) => Promise<boolean>;
  readonly hangsAfterMs: number;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

/** Resolves after `signal` aborted. */
export async function watchPart(part: Pick<RunningPart, 'status' | 'restart'>, watch: PartWatch): Promise<void> {
  const { name, answers, say, signal } = watch;
  let silentSinceMs = performance.now();
  // Counted in addition to the time, which continues while this process itself is suspended.
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

/** Queries `/live` of the part's operations port; for a server without one, its ready greeting or its `/ping`. */
export function isLive(part: Pick<RunningPart, 'status'>, ready: PartPlan['ready']): PartWatch['answers'] {
  return async (withinMs) => {
    if (ready !== 'line') return answersGreeting(ready, withinMs);
    const { ops, url } = part.status().said;
    const address = typeof ops === 'string' ? `${ops}/live` : `${String(url)}/ping`;
    const answer = fetch(address, { signal: AbortSignal.timeout(withinMs) }).then((response) => response.arrayBuffer());
    return answer.then(() => true, () => false); // prettier-ignore
  };
}
