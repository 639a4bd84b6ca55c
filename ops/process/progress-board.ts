/** The progress of several units of one part: ready while each is, else the first that is not, by name. */
import { createProgress, type Progress, type ProgressState } from './progress.ts';

export interface ProgressBoard {
  /** Adds a unit that starts idle. Without a name: the part itself. `ownMs` replaces the usual time without progress. */
  readonly add: (name?: string, ownMs?: number) => Progress;
  readonly state: () => ProgressState;
}

/** Faults are reported within 10 s: a failing effect is known after 2 s at most, and may last this long. */
export const stalledAfterMs = 5_000;

/** Returns an empty board, which is `ok`. */
export function createProgressBoard(options: { readonly stalledAfterMs?: number; readonly monotonicMs?: () => number } = {}): ProgressBoard {
  const entries: { readonly name: string; readonly progress: Progress }[] = [];
  return {
    add: (name = '', ownMs) => {
      const progress = createProgress({ stalledAfterMs, ...options, ...(ownMs !== undefined && { stalledAfterMs: ownMs }) });
      progress.idle();
      entries.push({ name, progress });
      return progress;
    },
    state: () => {
      const troubles = entries.flatMap(({ name, progress }) => {
        const state = progress.state();
        return state === 'ok' ? [] : [name === '' ? state : `${name}: ${state}`];
      });
      const [first, ...others] = troubles;
      if (first === undefined) return 'ok';
      return others.length === 0 ? first : `${first} (and ${others.length} more)`;
    },
  };
}
