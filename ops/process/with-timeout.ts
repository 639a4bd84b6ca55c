/** A timeout for a promise: the wait ends, the work itself continues. */

/**
 * Settles as `work` does; rejects after `timeoutMs` with `late`. An answer that arrived while this process was busy still counts: sockets
 * are read between a timer and the check phase.
 */
export function withTimeout<T>(timeoutMs: number, work: Promise<T>, late = (): Error => new Error(`no answer within ${timeoutMs} ms`)): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(late());
    const timer = setTimeout(() => setImmediate(giveUp), timeoutMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
