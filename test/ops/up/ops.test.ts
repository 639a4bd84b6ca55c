import { afterEach, expect, test } from 'vitest';
import type { OpsServer } from '#ops/process/ops-server.ts';
import { startOps } from '#ops/up/ops.ts';
import type { RunningPart, PartStatus } from '#ops/up/part.ts';

let ops: OpsServer | null = null;
afterEach(async () => ops?.stop());

const partIn = (name: string, state: PartStatus['state']): RunningPart => ({
  name,
  status: () => ({ state, pid: null, startedAt: null, restarts: 0, said: {} }),
  firstReady: Promise.resolve(),
  restart: () => undefined,
  stop: () => Promise.resolve(),
});

async function readyWith(parts: readonly RunningPart[]): Promise<{ status: number; body: unknown }> {
  ops = await startOps({ host: '127.0.0.1', names: [], port: 0, mode: 'demo', startedAt: new Date(), parts: () => parts });
  const answer = await fetch(`${ops.url}/ready`);
  return { status: answer.status, body: await answer.json() };
}

test('without the shared cache the whole is ready, and says what it does without', async () => {
  const { status, body } = await readyWith([partIn('redis', 'ready'), partIn('cache', 'waiting')]);
  expect(status).toBe(200);
  expect(body).toMatchObject({ ready: true, checks: { redis: 'ok' }, degraded: { cache: 'waiting' } });
});

test('without the counters it is not', async () => {
  const { status, body } = await readyWith([partIn('redis', 'waiting'), partIn('cache', 'ready')]);
  expect(status).toBe(503);
  expect(body).toMatchObject({ ready: false, checks: { redis: 'waiting' } });
});
