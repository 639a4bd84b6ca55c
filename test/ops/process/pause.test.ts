import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { untilTickMs } from '#ops/process/pause.ts';

test('waits that begin at different moments end at the same one', async () => {
  const ends: number[] = [];
  for (let at = 0; at < 20; at += 1) {
    const waitMs = untilTickMs(60_000);
    expect(waitMs).toBeGreaterThan(0);
    expect(waitMs).toBeLessThanOrEqual(60_000);
    ends.push(Math.round((performance.now() + waitMs) / 60_000) * 60_000 - (performance.now() + waitMs));
    await sleep(3);
  }
  // All on one tick, but for the time between the two readings of the clock.
  for (const distanceMs of ends) expect(Math.abs(distanceMs)).toBeLessThan(1_000);
});
