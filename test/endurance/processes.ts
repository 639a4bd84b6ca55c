/** Memory and open files of each process of a running service, as Linux reports them. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Demo } from '#test/support/demo.ts';

export interface Held {
  readonly memoryBytes: number;
  readonly openFiles: number;
}

/** Parts that grow by nature: upstream records all that it served, for the accounting of a run. */
const growing: ReadonlySet<string> = new Set(['upstream']);

/** Returns the figures by part; a part that is restarting is left out. */
export function heldByProcesses(demo: Demo): Map<string, Held> {
  const held = new Map<string, Held>();
  for (const [name, pid] of Object.entries(demo.run().pids)) {
    if (pid === null || growing.has(name)) continue;
    try {
      const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
      if (kilobytes !== undefined) held.set(name, { memoryBytes: Number(kilobytes) * 1_024, openFiles: readdirSync(`/proc/${pid}/fd`).length });
    } catch {
      // It ended between the two reads.
    }
  }
  return held;
}
