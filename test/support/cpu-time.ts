/** Processor time of this process, so that others on the machine do not count. A thread's own clock does not advance between two ticks. */

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

export function cpuTime(work: () => void): number {
  const from = cpuMs();
  work();
  return cpuMs() - from;
}

/** Returns the least of several runs: garbage collections, cold caches and compilations add time, but not in each run. */
export const leastCpuTime = (work: () => void, times: number): number => Math.min(...Array.from({ length: times }, () => cpuTime(work)));
