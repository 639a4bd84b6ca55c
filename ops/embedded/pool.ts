/** A fixed number of sessions with a bounded queue. A caller can leave the queue, but a running statement is not interrupted. */
import { engineError } from './errors.ts';
import type { EngineSession, Outcome, SessionQuery } from './session.ts';

export interface Pool {
  /** Runs one statement. Throws the engine's error, 202 when the queue is full, or 236 when `signal` aborts first or the pool stops. */
  readonly run: (work: SessionQuery, signal: AbortSignal) => Promise<Outcome>;
  /** Refuses waiting callers. Resolves when the last running statement has ended and all sessions are closed. */
  readonly stop: () => Promise<void>;
}

interface Waiter {
  readonly take: (session: EngineSession) => void;
  readonly refuse: (reason: Error) => void;
}

export function openPool(sessions: readonly EngineSession[], waitersMax: number): Pool {
  const free = [...sessions];
  const waiters = new Set<Waiter>();
  let stopped = false;

  const release = (session: EngineSession): void => {
    const [next] = waiters;
    if (next === undefined) {
      free.push(session);
      return;
    }
    waiters.delete(next);
    next.take(session);
  };

  /** Returns a free session whose settings match, or else the one that was idle longest. */
  const takeFree = (work: SessionQuery | null): EngineSession | undefined => {
    const ready = work === null ? -1 : free.findLastIndex((session) => session.isReadyFor(work));
    return ready === -1 ? free.shift() : free.splice(ready, 1)[0];
  };

  const acquire = (work: SessionQuery | null, signal: AbortSignal): Promise<EngineSession> => {
    const session = takeFree(work);
    if (session !== undefined) return Promise.resolve(session);
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        take: (given) => {
          signal.removeEventListener('abort', onAbort);
          resolve(given);
        },
        refuse: reject,
      };
      const onAbort = (): void => {
        waiters.delete(waiter);
        reject(engineError('ABORTED', 'The client went away'));
      };
      signal.addEventListener('abort', onAbort, { once: true });
      waiters.add(waiter);
    });
  };

  const run = async (work: SessionQuery, signal: AbortSignal): Promise<Outcome> => {
    if (stopped) throw engineError('ABORTED', 'The server is stopping', 503);
    if (waiters.size >= waitersMax) throw engineError('TOO_MANY_SIMULTANEOUS_QUERIES', `Too many simultaneous queries. Waiting: ${waitersMax}`);
    const session = await acquire(work, signal);
    try {
      return await session.run(work);
    } finally {
      release(session);
    }
  };

  const stop = async (): Promise<void> => {
    stopped = true;
    for (const waiter of waiters) waiter.refuse(engineError('ABORTED', 'The server is stopping', 503));
    waiters.clear();
    const ended = await Promise.all(sessions.map(() => acquire(null, new AbortController().signal)));
    for (const session of ended) session.close();
  };
  return { run, stop };
}
