import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { earlyInTheMinute, startProcesses, total, type Processes, type QuotaProcess } from './processes.ts';
import { until } from '#test/support/until.ts';

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

describe('while Redis is away', () => {
  test('all processes together grant what is left of the minute, also those that had not heard of the account', async () => {
    const processes = await ground.startLongAgo(3);
    expect(await processes[0]!.granted('known', 5)).toBe(5);
    await ground.redisGone();
    expect(await atOnce(processes, 'known', 40)).toBe(15);
    expect(await atOnce(processes, 'unheard', 40)).toBe(20);
    expect(await atOnce(processes, 'known', 40)).toBe(0);
    for (const { quota } of processes) expect(quota.trouble()).toBe('away: each of 3 API processes counts its share of the quotas');
  });

  test('the day is shared like the minute', async () => {
    const processes = await ground.startLongAgo(2);
    expect(await processes[0]!.granted('daily', 7, { perMinute: 100, perDay: 10 })).toBe(7);
    await ground.redisGone();
    expect(await atOnce(processes, 'daily', 40, { perMinute: 100, perDay: 10 })).toBe(3);
    ground.shift(60);
    expect(await atOnce(processes, 'daily', 40, { perMinute: 100, perDay: 10 })).toBe(0);
  });

  test('limits below the number of processes are neither exceeded nor lost', async () => {
    const processes = await ground.startLongAgo(3);
    await ground.redisGone();
    for (const perMinute of [1, 2, 4])
      for (let at = 0; at < 5; at += 1) expect(await atOnce(processes, `few${perMinute}${at}`, 5, { perMinute })).toBe(perMinute);
  });

  test('API_PROCESSES counts those that are not heard of', async () => {
    const processes = await ground.startLongAgo(2, { processesMin: 4 });
    await ground.redisGone();
    // Those may have granted to anyone until now, whoever asks again.
    expect(await atOnce(processes, 'four', 40)).toBe(0);
    expect(await atOnce(processes, 'four', 40)).toBe(0);
    ground.shift(60);
    expect(await atOnce(processes, 'four', 40)).toBe(10);
  });

  test('all that have come just now share, once they count one another', async () => {
    const processes = [await ground.start(), await ground.start(), await ground.start()];
    await ground.redisGone();
    expect(await atOnce(processes, 'young', 40)).toBe(20);
    expect(await atOnce(processes, 'young', 40)).toBe(0);
  });

  test('one that joins has no share of the minute, and one of the next', async () => {
    const processes = await ground.startLongAgo(2);
    await ground.redisGone();
    expect(await atOnce(processes, 'joined', 40)).toBe(20);
    const joined = await ground.start();
    const all = [...processes, joined];
    await until('all to know', () => all.every(({ peers }) => peers.count() === 3));
    expect(await joined.granted('joined', 10)).toBe(0);
    expect(await atOnce(all, 'later', 40)).toBeLessThanOrEqual(20);
    ground.shift(60);
    expect(await atOnce(all, 'joined', 40)).toBe(20);
    expect(await joined.granted('joined', 1)).toBe(0);
  });

  test('one that stops leaves its share of the minute ungranted, and the rest to the others in the next', async () => {
    const [one, two, three] = (await ground.startLongAgo(3)) as [QuotaProcess, QuotaProcess, QuotaProcess];
    expect(await three.granted('stopped', 5)).toBe(5);
    await ground.redisGone();
    three.peers.stop();
    for (const { bus } of [three, one, two]) await bus.connection.flush();
    // Of 15 that are left a third is not granted by anyone.
    expect(await atOnce([one, two], 'stopped', 40)).toBe(10);
    ground.shift(60);
    await until('it to be forgotten', () => one.peers.count() === 2 && two.peers.count() === 2);
    expect(await atOnce([one, two], 'stopped', 40)).toBe(20);
  });

  test('what one that vanished had granted is not granted again: in that minute only accounts are served that are known', async () => {
    const [one, two] = (await ground.startLongAgo(2)) as [QuotaProcess, QuotaProcess];
    expect(await two.granted('itsown', 15)).toBe(15);
    expect(await one.granted('known', 4)).toBe(4);
    await two.vanish();
    await ground.redisGone();
    expect(await one.granted('itsown', 20)).toBe(0);
    expect(await one.granted('itsown', 20)).toBe(0);
    expect(await one.granted('known', 20)).toBe(8);
    ground.shift(60);
    expect(await one.granted('itsown', 20)).toBe(10);
  });

  test('without NATS, too, each keeps to its share', async () => {
    const processes = await ground.startLongAgo(2);
    expect(await processes[0]!.granted('both', 4)).toBe(4);
    await Promise.all([ground.nats.kill(), ground.redisGone()]);
    await until('it to be noticed', () => processes.every(({ bus }) => !bus.isConnected()));
    // The one that has not heard of the account cannot ask.
    expect(await atOnce(processes, 'both', 40)).toBe(8);
    ground.shift(60);
    expect(await atOnce(processes, 'both', 40)).toBe(20);
    await ground.nats.restart();
  });
});

test('what is no message of another process is nothing', async () => {
  const [one, two] = (await ground.startLongAgo(2)) as [QuotaProcess, QuotaProcess];
  const { connection } = one.bus;
  const heard = connection.subscribe('api.presence', { max: 1 });
  let id = '';
  for await (const message of heard) ({ id } = message.json<{ id: string }>());
  const garbage = [
    '',
    '{',
    'null',
    '[]',
    '[{}]',
    '{"id":7}',
    `{"id":"x","counters":true,"shares":0,"kind":"hello","usage":{}}`,
    '[{"accountId":"a","calls":-1}]',
    '\u0000',
  ];
  for (const text of garbage) {
    for (const subject of ['api.presence', 'api.usage']) connection.publish(subject, text);
    expect((await connection.request(`api.take.${id}`, text)).json()).toSatisfy(
      (answer) => answer === null || (Array.isArray(answer) && answer.length === 0),
    );
  }
  expect([one.peers.count(), two.peers.count()]).toEqual([2, 2]);
  expect(await atOnce([one, two], 'garbage', 40)).toBe(20);
});

describe('when Redis comes back', () => {
  test('empty, in the same minute: no account gets more than its minute, and the day is told what was granted', async () => {
    const processes = await ground.startLongAgo(2);
    const [one, two] = processes as [QuotaProcess, QuotaProcess];
    expect(await one.granted('back', 6)).toBe(6);
    await ground.redisGone();
    expect(await one.granted('back', 3)).toBe(3);
    await ground.redisBack();
    expect(await atOnce(processes, 'back', 40)).toBe(11);
    expect(await two.granted('back', 10)).toBe(0);
    expect(await dayCounter(one, 'back')).toBe(0);
    ground.shift(60);
    expect(await one.granted('other', 1)).toBe(1);
    expect(one.quota.trouble()).toBeNull();
    // Without a call of the account, by both, each for its own.
    await until('the day to be told', async () => (await dayCounter(one, 'back')) === 20);
  });

  test('restarted between two calls, it is found to have lost what it counted', async () => {
    const processes = await ground.startLongAgo(2);
    expect(await processes[0]!.granted('restarted', 20)).toBe(20);
    await ground.redisGone();
    await ground.redisBack();
    // Several turns at once, before it is known.
    const turns = [0, 1, 2].map(async () => atOnce(processes, 'restarted', 40));
    expect(await Promise.all(turns)).toEqual([0, 0, 0]);
    expect(await atOnce(processes, 'unheard', 40)).toBe(20);
    // One of the two may know it from the other, before Redis has told it.
    await until('both to say it', () =>
      processes.every(
        ({ quota }) => quota.trouble() === 'here, but what it had counted was lost: each of 2 API processes counts its share of the quotas',
      ),
    );
  });

  test('counters that are emptied under a live connection count each call once', async () => {
    const [one] = (await ground.startLongAgo(1)) as [QuotaProcess];
    expect(await one.granted('emptied', 3)).toBe(3);
    await one.redis.flushall();
    expect(await one.granted('emptied', 1)).toBe(1);
    expect(await dayCounter(one, 'emptied')).toBe(4);
    expect(await one.granted('emptied', 40)).toBe(16);
  });

  test('one process alone counts on at once, from what it knows', async () => {
    const [one] = (await ground.startLongAgo(1)) as [QuotaProcess];
    expect(await one.granted('alone', 5)).toBe(5);
    await ground.redisGone();
    expect(await one.granted('alone', 5)).toBe(5);
    await ground.redisBack();
    expect(await one.granted('alone', 40)).toBe(10);
    expect(one.quota.trouble()).toBeNull();
    expect(await dayCounter(one, 'alone')).toBe(20);
    expect(await one.granted('alone', 1)).toBe(0);
  });
});

describe('where one process does not reach Redis', () => {
  test('another counts for it, exactly', async () => {
    const [one] = (await ground.startLongAgo(1)) as [QuotaProcess];
    const cut = await ground.start({ redisUrl: 'redis://127.0.0.1:1' });
    await until('them to know one another', () => cut.peers.count() === 2 && one.peers.count() === 2);
    expect(await atOnce([one, cut], 'cut', 100)).toBe(20);
    expect(await dayCounter(one, 'cut')).toBe(20);
    expect(await cut.granted('cut', 1)).toBe(0);
    // On a busy machine an answer may come later than it is waited for: the share counts that call.
    await until('the other to have counted the last one', async () => {
      expect(await cut.granted('cut', 1)).toBe(0);
      return cut.quota.trouble() === 'away: another API process counts the quotas for this one';
    });
    expect(one.quota.trouble()).toBeNull();
    expect(cut.quota.isLocal()).toBe(false);
  });

  test('and where Redis stands still, nobody waits for long and nobody gets more', async () => {
    const processes = await ground.startLongAgo(2);
    expect(await processes[1]!.granted('still', 8)).toBe(8);
    process.kill(ground.redis.pid(), 'SIGSTOP');
    const granted = await atOnce(processes, 'still', 40).finally(() => process.kill(ground.redis.pid(), 'SIGCONT'));
    expect(granted).toBeLessThanOrEqual(12);
    await until('it to answer', () => processes[0]!.redis.ping().then(() => true, () => false)); // prettier-ignore
    expect(granted + (await atOnce(processes, 'still', 40))).toBeLessThanOrEqual(12);
  });
});
