/** Queries a store every two seconds, so that readiness reports a fault within seconds. */
import { untilTickMs } from './pause.ts';
import { withTimeout } from './with-timeout.ts';

export interface HealthWatch {
  readonly state: () => 'ok' | string;
  readonly whileHeard: WhileHeard;
  readonly stop: () => void;
}

/** Runs work that needs a store. Rejects when the store stops answering. */
export type WhileHeard = <T>(work: () => Promise<T>) => Promise<T>;

const everyMs = 2_000;
/** Timeout of one query. A client that only the watch uses needs no longer one. */
export const watchTimeoutMs = 2_500;
const silenceCode = 'ESILENT';
/** Time without an answer after which the store counts as silent. A single lost answer is no outage. */
const silentAfterMs = 4_000;

/** Starts the watch. `ask` resolves when the store works. `isAnswer` returns true for errors that the store itself sent. */
export function watchHealth(ask: () => Promise<unknown>, isAnswer: (error: unknown) => boolean = () => false): HealthWatch {
  let reason: string | null = 'not checked yet';
  let answeredAtMs = Number.NEGATIVE_INFINITY;
  let heardAtMs = performance.now();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const late = new Error(`no answer within ${watchTimeoutMs / 1_000} s`);
  const waiting = new Set<() => void>();
  const isSilent = (): boolean => reason !== null && performance.now() - heardAtMs >= silentAfterMs;
  const look = async (): Promise<void> => {
    try {
      await withTimeout(watchTimeoutMs, ask(), () => late);
      answeredAtMs = heardAtMs = performance.now();
      reason = null;
    } catch (error) {
      if (error !== late && isAnswer(error)) heardAtMs = performance.now();
      reason = firstLine(error);
      if (isSilent()) for (const giveUp of waiting) giveUp();
    }
    if (!isStopped) timer = setTimeout(() => void look(), untilTickMs(everyMs)).unref();
  };
  void look();
  return {
    state: () => (reason === null || performance.now() - answeredAtMs < silentAfterMs ? 'ok' : `does not answer: ${reason}`),
    whileHeard: (work) =>
      new Promise((resolve, reject) => {
        const giveUp = (): void => reject(Object.assign(new Error('the store is silent'), { code: silenceCode }));
        if (isSilent()) return giveUp();
        waiting.add(giveUp);
        Promise.try(work)
          .then(resolve, reject)
          .finally(() => waiting.delete(giveUp));
      }),
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

export const firstLine = (error: unknown): string => (error instanceof Error ? (error.message.split('\n')[0] ?? '').slice(0, 200) : String(error));
