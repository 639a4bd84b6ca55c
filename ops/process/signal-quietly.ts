/** Signals a process, or with a negative id a process group. Does nothing when it has ended. */
export function signalQuietly(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has ended.
  }
}
