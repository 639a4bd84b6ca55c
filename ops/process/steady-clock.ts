/** Returns epoch ms from the wall clock at the process's start plus the monotonic time since, which does not jump. */
export const steadyNowMs = (): number => performance.timeOrigin + performance.now();
