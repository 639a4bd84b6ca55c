/** Processor time of this process: what others do on the machine does not count. A thread's own clock stands still between two ticks. */

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

export function cpuTime(work: () => void): number {
  const from = cpuMs();
  work();
  return cpuMs() - from;
}

/** The least of several: a collection of garbage, a cold cache and a compilation come on top of what the work takes, and not each time. */
export const leastCpuTime = (work: () => void, times: number): number => Math.min(...Array.from({ length: times }, () => cpuTime(work)));
