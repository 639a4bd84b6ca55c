/**
 * Readiness as progress: a part with pending input that has processed nothing for `stalledAfterMs` is not ready and
 * reports what it waits for. An idle part is ready.
 */

/** `ok`, or one line that says what is wrong. */
export type ProgressState = 'ok' | string;

export interface Progress {
  /** Something was done: a record stored, a document published, a page read. */
  readonly moved: () => void;
  /** There is nothing to do; stays so until `moved` or `waitsFor`. */
  readonly idle: () => void;
  /** There is something to do and it cannot go on: `ok` for `stalledAfterMs`, then this reason. */
  readonly waitsFor: (reason: string) => void;
  /** It has ended and will do nothing more: never `ok` again until `moved`. */
  readonly failed: (reason: string) => void;
  readonly state: () => ProgressState;
  /** Milliseconds since the last `moved` or `idle`. */
  readonly stillForMs: () => number;
}

export function createProgress(options: { readonly stalledAfterMs: number; readonly monotonicMs?: () => number }): Progress {
  const { stalledAfterMs, monotonicMs = () => performance.now() } = options;
  let movedAtMs = monotonicMs();
  let reason = 'it has not begun';
  let isIdle = false;
  let failure: string | null = null;
  const stillForMs = (): number => (isIdle ? 0 : monotonicMs() - movedAtMs);
  return {
    moved: () => {
      movedAtMs = monotonicMs();
      isIdle = false;
      failure = null;
      reason = 'nothing moves, and it does not say why';
    },
    idle: () => {
      movedAtMs = monotonicMs();
      isIdle = true;
    },
    waitsFor: (why) => {
      if (isIdle) movedAtMs = monotonicMs();
      isIdle = false;
      reason = why;
    },
    failed: (why) => {
      failure = why;
    },
    state: () => {
      if (failure !== null) return failure;
      const stillMs = stillForMs();
      return stillMs < stalledAfterMs ? 'ok' : `no progress for ${Math.floor(stillMs / 1_000)} s: ${reason}`;
    },
    stillForMs,
  };
}
