import { beforeEach, describe, expect, test } from 'vitest';
import { feedBounds } from '#ops/feed-log/feed-follower.ts';
import { lettersFrom, replayLetter } from '#ops/scripts/dead.ts';
import { streams } from '#schemas/subjects.ts';
import { appendBytes, appendRecords, emptyLog } from '#test/support/feed-log.ts';
import { dropRecord } from '#test/support/records.ts';
import { sharedBus } from '#test/support/shared-servers.ts';
import type { Ended } from '#test/support/run-program.ts';
import { runScript } from './run-script.ts';

const { nats, bus } = await sharedBus();
beforeEach(async () => {
  await emptyLog(bus);
  await bus.jsm.streams.purge(streams.dead);
  await appendRecords(bus, [dropRecord('one')], 7);
  await appendBytes(bus, '{"type":"drop"}');
  await appendRecords(bus, [dropRecord('three')], 7);
});

const log = (...args: string[]): Promise<Ended> => runScript('ops/scripts/log.ts', args, { NATS_URL: nats.url });

describe('npm run log', () => {
  test('shows a record with its headers, and why it cannot be read', async () => {
    const readable = JSON.parse((await log('show', '1')).out) as object;
    expect(readable).toMatchObject({ seq: 1, headers: { 'Tw-Epoch': '7' }, readable: true, strange: [], record: { identity: 'one' } });
    const unreadable = JSON.parse((await log('show', '2')).out) as object;
    expect(unreadable).toMatchObject({ seq: 2, readable: false, reason: 'a drop whose v: missing', text: '{"type":"drop"}' });
  });

  test('skips an unreadable record: its bytes become a dead letter that cannot be replayed', async () => {
    expect(await log('skip', '2')).toMatchObject({ code: 0, errors: '' });
    expect(await bus.jsm.streams.getMessage(streams.feed, { seq: 2 })).toBeNull();
    expect(await feedBounds(bus)).toEqual({ firstSeq: 1, lastSeq: 3 });
    const letters = await Array.fromAsync(lettersFrom(bus));
    expect(letters).toMatchObject([{ letter: { stage: 'feed', stream_sequence: 2, data: Buffer.from('{"type":"drop"}').toString('base64') } }]);
    await expect(replayLetter(bus, letters[0]!)).rejects.toThrow('cannot be replayed');
    expect((await feedBounds(bus)).lastSeq).toBe(3);
  });

  test('deletes no readable record, and names what it cannot find', async () => {
    expect(await log('skip', '1')).toMatchObject({ code: 1, errors: 'record 1 is readable and is not skipped\n' });
    expect(await bus.jsm.streams.getMessage(streams.feed, { seq: 1 })).not.toBeNull();
    expect(await log('show', '9')).toMatchObject({ code: 1, errors: 'the feed log has no record 9; it has 1 to 3, possibly with gaps\n' });
    expect((await log('show')).errors).toContain('name one record by its number');
    for (const verb of ['drop', 'toString'])
      expect(await log(verb, '1')).toMatchObject({ code: 2, errors: expect.stringContaining(`no command "${verb}"`) });
  });
});
