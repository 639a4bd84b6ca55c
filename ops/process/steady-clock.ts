/**
 * Returns ms since 1970 from a clock that does not jump: the wall clock at the process's start plus the monotonic time since. Lifetimes and
 * waits use it.
 */
export const steadyNowMs = (): number => performance.timeOrigin + performance.now();
