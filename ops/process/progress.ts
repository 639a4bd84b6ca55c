/** Readiness by progress: a unit with pending input that has processed nothing for `stalledAfterMs` is not ready. An idle unit is ready. */

/** `ok`, or one line about the fault. */
export type ProgressState = 'ok' | string;

export interface Progress {
  /** Reports progress, for example a record stored or a document published. */
  readonly moved: () => void;
  /** Reports that there is no input, until `moved` or `waitsFor` is called. */
  readonly idle: () => void;
  /** Reports input that waits. The state becomes this reason after `stalledAfterMs`. */
  readonly waitsFor: (reason: string) => void;
  /** Reports a failure. The state is this reason until `moved` is called. */
  readonly failed: (reason: string) => void;
  readonly state: () => ProgressState;
  /** Returns the time in ms without progress; 0 while idle. */
  readonly stillForMs: () => number;
}

/** Returns a progress, which counts as moved at its creation. */
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
