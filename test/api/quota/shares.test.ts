import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { earlyInTheMinute, startProcesses, total, type Processes, type QuotaProcess } from './processes.ts';

let ground: Processes;
beforeEach(async () => {
  ground = await startProcesses();
  await earlyInTheMinute();
}, 60_000);
afterEach(() => ground.stop());

const atOnce = (processes: readonly QuotaProcess[], account: string, calls: number, limits?: { perMinute?: number; perDay?: number }) =>
  total(processes.map(({ granted }) => granted(account, calls, limits)));
const dayCounter = async (process: QuotaProcess, account: string): Promise<number> =>
  Number(await process.redis.hget(`quota:{${account}}:day`, 'used'));

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

  test('a process grants its share of what Redis last said is left', async () => {
    const processes = await ground.start(2);
    expect(await processes[0]!.granted('known', 12)).toBe(12);
    expect(await processes[1]!.granted('known', 4)).toBe(4);
    await ground.redisGone();
    // The first process knows of 12 calls, the second of 16.
    expect(await processes[0]!.granted('known', 40)).toBe(4);
    expect(await processes[1]!.granted('known', 40)).toBe(2);
  });

  test('the day is shared like the minute, and does not begin again with the next one', async () => {
    const processes = await ground.start(2);
    await ground.redisGone();
    expect(await atOnce(processes, 'daily', 40, { perMinute: 100, perDay: 10 })).toBe(10);
    ground.shift(60);
    expect(await atOnce(processes, 'daily', 40, { perMinute: 100, perDay: 10 })).toBe(0);
  });

  test('a rest of the division is not granted, and a limit below the number of processes is granted once by each', async () => {
    const processes = await ground.start(3);
    await ground.redisGone();
    expect(await atOnce(processes, 'rest', 40, { perMinute: 20 })).toBe(18);
    expect(await atOnce(processes, 'few', 40, { perMinute: 1 })).toBe(3);
    expect(await atOnce(processes, 'none', 40, { perMinute: 0 })).toBe(0);
  });
});

describe('when Redis is back', () => {
  test('it counts what was granted of the day without it, once', async () => {
    const processes = await ground.start(2);
    await ground.redisGone();
    expect(await atOnce(processes, 'owing', 6)).toBe(12);
    await ground.redisBack();
    ground.shift(2);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    for (const { granted } of processes) await granted('owing', 1, { perMinute: 100 });
    expect(await dayCounter(processes[0]!, 'owing')).toBe(14);
    await processes[0]!.granted('owing', 1, { perMinute: 100 });
    expect(await dayCounter(processes[0]!, 'owing')).toBe(15);
    for (const { quota } of processes) expect(quota.trouble()).toBeNull();
  });

  test('counters that it lost do not begin at zero for those that a process had counted', async () => {
    const [process] = await ground.start(1);
    expect(await process!.granted('counted', 15)).toBe(15);
    await process!.redis.flushall();
    expect(await process!.granted('counted', 40)).toBe(5);
    expect(await dayCounter(process!, 'counted')).toBe(20);
  });
});
