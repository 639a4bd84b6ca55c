/**
 * Milliseconds since 1970 as the wall clock told them when the process began, monotonic from then on: for how long something is kept
 * or waited for, where a clock that is set forward or back must change nothing.
 */
export const steadyNowMs = (): number => performance.timeOrigin + performance.now();
