/** Measures the processor time of this process, which other processes do not affect. The clock of a thread would be too coarse. */

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

export function cpuTime(work: () => void): number {
  const from = cpuMs();
  work();
  return cpuMs() - from;
}

/** Returns the minimum of several runs: garbage collections, cold caches and compilations add time to some runs. */
export const leastCpuTime = (work: () => void, times: number): number => Math.min(...Array.from({ length: times }, () => cpuTime(work)));
