/**
 * Identifies a process so that another one can prove it has ended. Host name and process id are not enough, since
 * containers share both; on Linux the boot id, the pid namespace and the start time together are.
 */
import { readFileSync, readlinkSync } from 'node:fs';
import { z } from 'zod';

export const ProcessIdentity = z.object({
  /** The kernel's random/boot_id. */
  boot: z.string().min(1),
  /** The namespace of `pid`; no two that exist on one kernel have the same. */
  pid_namespace: z.string().min(1),
  pid: z.int().positive(),
  /** Clock ticks from boot to start; a later process with the same id has another value. */
  started: z.string().min(1),
});
export type ProcessIdentity = z.infer<typeof ProcessIdentity>;

/** Returns null when the system does not provide it; then no other process can prove that this one has ended. */
export function ownIdentity(): ProcessIdentity | null {
  try {
    const started = startTicks(process.pid);
    return started === null ? null : { ...ownGround(), pid: process.pid, started };
  } catch {
    return null;
  }
}

/** Returns whether the process has certainly ended; false when that cannot be determined here. */
export function isProvenGone(identity: ProcessIdentity): boolean {
  try {
    const { boot, pid_namespace } = ownGround();
    if (identity.boot !== boot || identity.pid_namespace !== pid_namespace) return false;
    return !exists(identity.pid) || (startTicks(identity.pid) ?? identity.started) !== identity.started;
  } catch {
    return false;
  }
}

const ownGround = (): Pick<ProcessIdentity, 'boot' | 'pid_namespace'> => ({
  boot: readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim(),
  pid_namespace: readlinkSync('/proc/self/ns/pid'),
});

/** Asks the kernel by a signal, because /proc may hide the processes of other users. */
function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** Returns the start time, field 22 of proc(5), counted from the last `)`: the command may contain anything. Null: unreadable. */
function startTicks(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}
