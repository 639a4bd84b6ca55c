import { expect, test } from 'vitest';
import { watchPart } from '#ops/up/watch-part.ts';
import { until } from '#test/support/until.ts';

/** Watches a part that gives these answers in order, and then always answers. */
function watched(answers: readonly (() => Promise<boolean>)[], hangsAfterMs: number) {
  const stop = new AbortController();
  const seen = { asked: 0, restarts: 0, said: [] as string[] };
  const part = {
    status: () => ({ state: 'ready' as const, pid: 1, startedAt: null, restarts: 0, said: {} }),
    restart: () => void (seen.restarts += 1),
  };
  const watching = watchPart(part, {
    name: 'part',
    answers: () => answers[seen.asked++]?.() ?? Promise.resolve(true),
    hangsAfterMs,
    say: (line) => seen.said.push(line),
    signal: stop.signal,
  });
  return { seen, stop: () => (stop.abort(), watching) };
}

const silence = async (): Promise<boolean> => false;

test('one lost answer restarts nothing, however late it is noticed', async () => {
  const { seen, stop } = watched([silence], 0);
  await until('three questions', () => seen.asked >= 3);
  await stop();
  expect(seen.restarts).toBe(0);
});

test('a part that refuses at once is restarted only after its time', async () => {
  const { seen, stop } = watched([silence, silence, silence], 60_000);
  await until('five questions', () => seen.asked >= 5);
  await stop();
  expect(seen.restarts).toBe(0);
});

test('a part that stays silent is started again, once', async () => {
  const { seen, stop } = watched([silence, silence], 0);
  await until('four questions', () => seen.asked >= 4);
  await stop();
  expect(seen.restarts).toBe(1);
  expect(seen.said).toEqual(['part has answered nothing for 1 s: restarting it']);
});
