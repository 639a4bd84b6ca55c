import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { until } from '#test/support/until.ts';
import { earlyInTheMinute, startProcesses, total, type Processes, type QuotaProcess } from './processes.ts';

let ground: Processes;
beforeEach(async () => {
  ground = await startProcesses();
  await earlyInTheMinute();
});
afterEach(() => ground.stop());

const atOnce = (processes: readonly QuotaProcess[], account: string, calls: number, limits?: { perMinute?: number; perDay?: number }) =>
  total(processes.map(({ granted }) => granted(account, calls, limits)));
describe('while Redis is unreachable', () => {
  test('all processes together grant the limit of a minute, and say so', async () => {
    const processes = await ground.start(4);
    await ground.redisGone();
    expect(await atOnce(processes, 'one', 40)).toBe(20);
    expect(await atOnce(processes, 'one', 40)).toBe(0);
    for (const { quota } of processes) expect(quota.trouble()).toBe('unavailable; each of 4 API processes grants its share of the quotas');
    ground.shift(60);
    expect(await atOnce(processes, 'one', 40)).toBe(20);
  });

  test('the shares do not depend on what Redis counted', async () => {
    const processes = await ground.start(2);
    expect(await processes[0]!.granted('known', 18)).toBe(18);
    await ground.redisGone();
    expect(await atOnce(processes, 'known', 40)).toBe(20);
  });

  test('the day is shared like the minute, and does not restart with the next minute', async () => {
    const processes = await ground.start(2);
    await ground.redisGone();
    expect(await atOnce(processes, 'daily', 40, { perMinute: 100, perDay: 10 })).toBe(10);
    ground.shift(60);
    expect(await atOnce(processes, 'daily', 40, { perMinute: 100, perDay: 10 })).toBe(0);
  });

  test('the remainder of the division is not granted, and a limit below the number of processes is granted once by each', async () => {
    const processes = await ground.start(3);
    await ground.redisGone();
    expect(await atOnce(processes, 'rest', 40, { perMinute: 20 })).toBe(18);
    expect(await atOnce(processes, 'few', 40, { perMinute: 1 })).toBe(3);
    expect(await atOnce(processes, 'none', 40, { perMinute: 0 })).toBe(0);
  });
});

describe('when Redis is back', () => {
  test('Redis counts again, and another outage in the same minute grants no second share', async () => {
    const processes = await ground.start(2);
    await ground.redisGone();
    expect(await atOnce(processes, 'often', 40)).toBe(20);
    await ground.redisBack();
    await Promise.all(processes.map(({ quota, granted }) => until('it to count', async () => (await granted('other', 1), quota.trouble() === null))));
    // This Redis loses everything when it is restarted.
    expect(await atOnce(processes, 'often', 40)).toBe(20);
    expect((await processes[0]!.quota.use('often', 1))?.days).toMatchObject([{ calls: 20, refused: 60 }]);
    await ground.redisGone();
    expect(await atOnce(processes, 'often', 40)).toBe(0);
  });
});
