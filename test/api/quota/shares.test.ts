import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { until } from '#test/support/until.ts';
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

const today = async ({ quota }: QuotaProcess, account: string) => (await quota.use(account, 1))?.days[0];

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

/** Makes calls one after the other until Redis counts them again; returns how many there were. */
async function callsUntilCounted({ granted, quota }: QuotaProcess, account: string, perMinute = 100): Promise<number> {
  let calls = 0;
  await until('Redis to count', async () => {
    calls += 1;
    await granted(account, 1, { perMinute });
    return quota.trouble() === null;
  });
  return calls;
}

describe('when Redis is back', () => {
  test('it counts what was granted of the day without it, once', async () => {
    const processes = await ground.start(2);
    await ground.redisGone();
    expect(await atOnce(processes, 'owing', 6)).toBe(12);
    await ground.redisBack();
    const after = await Promise.all(processes.map((process) => callsUntilCounted(process, 'owing')));
    const counted = 12 + after[0]! + after[1]!;
    expect(await dayCounter(processes[0]!, 'owing')).toBe(counted);
    await processes[0]!.granted('owing', 1, { perMinute: 100 });
    expect(await dayCounter(processes[0]!, 'owing')).toBe(counted + 1);
  });

  test('the calls of the day are those of its operations and keys, with what was granted and refused without it', async () => {
    const [process] = await ground.start(1);
    // This server forgets everything when it is restarted, the names of these calls too.
    await process!.granted('summed', 2);
    await ground.redisGone();
    expect(await process!.granted('summed', 40)).toBe(18);
    await ground.redisBack();
    const named = 18 + (await callsUntilCounted(process!, 'summed'));
    expect(await today(process!, 'summed')).toMatchObject({
      calls: named + 2,
      refused: 22,
      by_operation: [
        { operation: 'listNews', calls: named },
        { operation: 'unknown', calls: 2 },
      ],
      by_key: [
        { key_hint: null, calls: named },
        { key_hint: 'unknown', calls: 2 },
      ],
    });
  });

  test('the calls of a day that ended without it are in the history of that day, and not of the next one', async () => {
    const [process] = await ground.start(1);
    await ground.redisGone();
    ground.shift(-86_400);
    expect(await process!.granted('overnight', 7)).toBe(7);
    ground.shift(86_400);
    await ground.redisBack();
    const calls = await callsUntilCounted(process!, 'overnight');
    expect((await process!.quota.use('overnight', 2))?.days).toMatchObject([
      { calls: 7, by_operation: [{ operation: 'listNews', calls: 7 }] },
      { calls, by_operation: [{ operation: 'listNews', calls }] },
    ]);
  });

  test('calls that it counted after this process had given up are counted once', async () => {
    const [process] = await ground.start(1);
    await process!.redis.call('CLIENT', 'PAUSE', '2000', 'ALL');
    // The first call is sent and the next ones are not; later ones are sent again into the pause.
    for (let call = 0; call < 3; call += 1) expect(await process!.granted('slow', 1)).toBe(1);
    const calls = 3 + (await callsUntilCounted(process!, 'slow'));
    expect(await today(process!, 'slow')).toMatchObject({ calls, by_operation: [{ operation: 'listNews', calls }] });
  });

  test('calls that it refused after this process had given up are counted once', async () => {
    const [process] = await ground.start(1);
    expect(await process!.granted('late', 20)).toBe(20);
    await process!.redis.call('CLIENT', 'PAUSE', '700', 'ALL');
    const refused = await callsUntilCounted(process!, 'late', 20);
    expect(await today(process!, 'late')).toMatchObject({ calls: 20, refused });
  });

  test('counters that it lost do not begin at zero for those that a process had counted', async () => {
    const [process] = await ground.start(1);
    expect(await process!.granted('counted', 15)).toBe(15);
    await process!.redis.flushall();
    expect(await process!.granted('counted', 40)).toBe(5);
    expect(await dayCounter(process!, 'counted')).toBe(20);
  });
});
