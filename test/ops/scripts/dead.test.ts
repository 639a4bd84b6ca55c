import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openBus } from '#ops/nats/nats.ts';
import { lettersFrom, replayLetter } from '#ops/scripts/dead.ts';
import { readConfig } from '#schemas/config.ts';
import { DeadLetter } from '#schemas/dead-letter.ts';
import { deadSubject, rawSubject, streams } from '#schemas/subjects.ts';
import { applyStreams } from '#test/support/control-plane.ts';
import { testLog } from '#test/support/log.ts';
import { sharedNats } from '#test/support/shared-servers.ts';
import type { Ended } from '#test/support/run-program.ts';
import { runScript } from './run-script.ts';

const nats = await sharedNats();
const config = readConfig({ NATS_URL: nats.url, RAW_MAX_BYTES: '10000000' });
const bus = await openBus(config, 'test', testLog);
afterAll(() => bus.close());
await applyStreams(bus, config);
beforeEach(async () => {
  for (const stream of [streams.dead, streams.raw]) await bus.jsm.streams.purge(stream);
});

const dead = (...args: string[]): Promise<Ended> => runScript('ops/scripts/dead.ts', args, { NATS_URL: nats.url });

async function park(data: string, changes: Partial<DeadLetter> = {}): Promise<number> {
  const letter = DeadLetter.parse({
    stage: 'refine',
    subject: rawSubject('article'),
    stream_sequence: 7,
    message_id: 'one',
    reason: 'ZodError:\n title is missing',
    deliveries: 5,
    parked_at: new Date().toISOString(),
    data: Buffer.from(data).toString('base64'),
    ...changes,
  });
  return (await bus.js.publish(deadSubject('refine'), JSON.stringify(letter))).seq;
}

const count = async (stream: string): Promise<number> => (await bus.jsm.streams.info(stream)).state.messages;
const lastRaw = async (): Promise<string> => {
  const { state } = await bus.jsm.streams.info(streams.raw);
  return (await bus.jsm.streams.getMessage(streams.raw, { seq: state.last_seq }))!.string();
};

describe('npm run dead', () => {
  test('lists and shows letters, around the holes that deleted ones leave', async () => {
    expect((await dead('list')).out).toBe('no dead letters\n');
    const [first, second, third] = [await park('{"a":1}'), await park('not JSON'), await park('{"c":3}')];
    await bus.jsm.streams.deleteMessage(streams.dead, second);
    const { out } = await dead('list');
    expect(
      out
        .split('\n')
        .filter((line) => line.includes('raw.article'))
        .map((line) => Number(line.split(' ')[0])),
    ).toEqual([first, third]);
    expect(out).toContain('ZodError: title is missing');
    expect(JSON.parse((await dead('show', String(third))).out)).toMatchObject({ seq: third, data: { c: 3 }, deliveries: 5 });
    expect((await dead('show', String(second))).errors).toContain(`no letter ${second}`);
  });

  test('a replay sends the bytes back to their subject and deletes the letter', async () => {
    // The first message is still within the stream's window for repeated ids, but its replay must not count as a repetition.
    await bus.js.publish(rawSubject('article'), 'bytes \u0000 é', { msgID: 'one' });
    const seq = await park('bytes \u0000 é');
    expect(await dead('replay', String(seq))).toMatchObject({ code: 0, out: '1 replayed\n' });
    expect(await count(streams.dead)).toBe(0);
    expect(await count(streams.raw)).toBe(2);
    expect(await lastRaw()).toBe('bytes \u0000 é');
  });

  test('a replay repeated after a crash before the deletion is not a second message', async () => {
    const seq = await park('once');
    const message = (await bus.jsm.streams.getMessage(streams.dead, { seq }))!;
    const letters: DeadLetter[] = [];
    for await (const { letter } of lettersFrom(bus)) letters.push(letter!);
    await replayLetter(bus, { seq, letter: letters[0]! });
    await replayLetter(bus, { seq, letter: DeadLetter.parse(message.json()) }).catch(() => undefined);
    expect(await count(streams.raw)).toBe(1);
  });

  test('a letter that cannot be sent stays', async () => {
    const seq = await park('x', { subject: 'nowhere.at.all' });
    const good = await park('y');
    const { code, out, errors } = await dead('replay', '--all');
    expect(code).toBe(1);
    expect(out).toBe('1 replayed, 1 failed\n');
    expect(errors).toContain('the letters that failed are kept');
    expect(await count(streams.dead)).toBe(1);
    expect(await bus.jsm.streams.getMessage(streams.dead, { seq })).not.toBeNull();
    expect(await bus.jsm.streams.getMessage(streams.dead, { seq: good })).toBeNull();
  });

  test('an unreadable letter is listed, not replayed, and can be discarded', async () => {
    const { seq } = await bus.js.publish(deadSubject('refine'), 'garbage');
    await park('good');
    expect((await dead('list')).out).toContain('(unreadable)');
    expect((await dead('replay', String(seq))).errors).toContain('cannot be read by this release');
    expect(await dead('discard', '--all')).toMatchObject({ code: 0, out: '2 discarded\n' });
    expect(await count(streams.dead)).toBe(0);
    expect(await count(streams.raw)).toBe(0);
  });

  test.each([
    [['replay'], 'name the letters by their numbers'],
    [['show', '1', '2'], 'one letter at a time'],
    [['bury'], 'no command "bury"'],
    [['constructor'], 'no command "constructor"'],
    [[], 'npm run dead -- list'],
  ])('%j is refused in words', async (args, words) => {
    const { code, errors } = await dead(...args);
    expect(code).toBe(2);
    expect(errors).toContain(words);
  });
});
