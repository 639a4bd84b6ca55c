/** The progress of several units of one part. The part is ready while every unit is; otherwise the state names the first fault. */
import { createProgress, type Progress, type ProgressState } from './progress.ts';

export interface ProgressBoard {
  /** Adds a unit that starts idle. The name is omitted for the part itself. `ownMs` replaces `stalledAfterMs`. */
  readonly add: (name?: string, ownMs?: number) => Progress;
  readonly state: () => ProgressState;
}

/** Default time in ms without progress until a unit counts as stalled, so that faults are reported within 10 s. */
export const stalledAfterMs = 5_000;

export function createProgressBoard(options: { readonly monotonicMs?: () => number } = {}): ProgressBoard {
  const entries: { readonly name: string; readonly progress: Progress }[] = [];
  return {
    add: (name = '', ownMs = stalledAfterMs) => {
      const progress = createProgress({ ...options, stalledAfterMs: ownMs });
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
