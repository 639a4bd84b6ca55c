/**
 * Settles as `work` does, or rejects with `late()` after `timeoutMs`; the work itself continues. An answer that arrived while the process
 * was busy still counts, because sockets are read between the timer and the check phase of the event loop.
 */
export function withTimeout<T>(timeoutMs: number, work: Promise<T>, late = (): Error => new Error(`no answer within ${timeoutMs} ms`)): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(late());
    const timer = setTimeout(() => setImmediate(giveUp), timeoutMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
