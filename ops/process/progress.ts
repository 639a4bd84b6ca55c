/**
 * Readiness as progress: a part with pending input that has processed nothing for `stalledAfterMs` is not ready and reports what it waits
 * for. An idle part is ready.
 */

/** `ok`, or one line that describes the fault. */
export type ProgressState = 'ok' | string;

export interface Progress {
  /** Reports that something was done: a record stored, a document published, a page read. */
  readonly moved: () => void;
  /** Reports that there is nothing to do, until `moved` or `waitsFor`. */
  readonly idle: () => void;
  /** Reports pending input that cannot proceed: `ok` for `stalledAfterMs`, then this reason. */
  readonly waitsFor: (reason: string) => void;
  /** Reports the end of the work: not `ok` again until `moved`. */
  readonly failed: (reason: string) => void;
  readonly state: () => ProgressState;
  /** Milliseconds without progress; 0 while idle. */
  readonly stillForMs: () => number;
}

/** Returns a progress that counts as moved at its creation. */
export function createProgress(options: { readonly stalledAfterMs: number; readonly monotonicMs?: () => number }): Progress {
  const { stalledAfterMs, monotonicMs = () => performance.now() } = options;
  let movedAtMs = monotonicMs();
  let reason = 'not started yet';
  let isIdle = false;
  let failure: string | null = null;
  const stillForMs = (): number => (isIdle ? 0 : monotonicMs() - movedAtMs);
  return {
    moved: () => {
      movedAtMs = monotonicMs();
      isIdle = false;
      failure = null;
      reason = 'cause unknown';
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
