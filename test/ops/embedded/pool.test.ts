import { expect, test } from 'vitest';
import { openPool } from '#ops/embedded/pool.ts';
import type { EngineSession, Outcome, SessionQuery } from '#ops/embedded/session.ts';

const work: SessionQuery = {
  text: 'SELECT 1',
  format: 'CSV',
  database: 'default',
  settings: new Map(),
  params: new Map(),
  leavesState: false,
};
const outcome: Outcome = { bytes: new Uint8Array(), rows: 0, resultBytes: 0, elapsedSeconds: 0 };
const never = new AbortController().signal;

/** Returns a session whose statements end when the test ends them. */
function heldSession(): { session: EngineSession; end: () => void; started: () => number; isClosed: () => boolean } {
  const ends: (() => void)[] = [];
  let started = 0;
  let closed = false;
  const run = (): Promise<Outcome> => {
    started += 1;
    return new Promise((resolve) => ends.push(() => resolve(outcome)));
  };
  return {
    session: { run, isReadyFor: () => false, close: () => void (closed = true) },
    end: () => ends.shift()?.(),
    started: () => started,
    isClosed: () => closed,
  };
}

test('the line in front of the sessions is bounded, and served in order', async () => {
  const held = heldSession();
  const pool = openPool([held.session], 2);
  const served: number[] = [];
  const asked = [1, 2, 3].map((n) => pool.run(work, never).then(() => served.push(n)));
  await expect(pool.run(work, never)).rejects.toMatchObject({ code: 202 });
  for (let n = 1; n <= 3; n += 1) {
    await expect.poll(held.started, { timeout: 10_000 }).toBe(n);
    held.end();
  }
  await Promise.all(asked);
  expect(served).toEqual([1, 2, 3]);
});

test('a caller that gives up makes room in the line', async () => {
  const held = heldSession();
  const pool = openPool([held.session], 1);
  const first = pool.run(work, never);
  const leaving = new AbortController();
  const second = pool.run(work, leaving.signal);
  leaving.abort();
  await expect(second).rejects.toMatchObject({ code: 236 });
  const third = pool.run(work, never);
  held.end();
  await first;
  await expect.poll(held.started, { timeout: 10_000 }).toBe(2);
  held.end();
  await third;
});

test('a stop refuses waiting statements, waits for the running one, then closes', async () => {
  const held = heldSession();
  const pool = openPool([held.session], 5);
  const running = pool.run(work, never);
  const waiting = pool.run(work, never);
  waiting.catch(() => undefined);
  const stopped = pool.stop();
  await expect(waiting).rejects.toMatchObject({ status: 503 });
  await expect(pool.run(work, never)).rejects.toMatchObject({ status: 503 });
  expect(held.isClosed()).toBe(false);
  held.end();
  await running;
  await stopped;
  expect(held.isClosed()).toBe(true);
});
