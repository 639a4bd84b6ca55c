/**
 * Returns milliseconds since 1970 by the wall clock at the process's start, monotonic from then on. For durations of keeping and waiting,
 * which a clock that is set forward or back must not change.
 */
export const steadyNowMs = (): number => performance.timeOrigin + performance.now();
