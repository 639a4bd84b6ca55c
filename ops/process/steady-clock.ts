/**
 * Returns milliseconds since 1970 by the wall clock at the process's start, monotonic from then on. Use it for lifetimes and waits, which
 * must not change when the machine's clock is set.
 */
export const steadyNowMs = (): number => performance.timeOrigin + performance.now();
