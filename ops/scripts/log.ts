/** `npm run log -- …`: shows a record of the feed log, or skips it: its bytes become a dead letter and readers find a gap. */
import type { DeadLetter } from '#schemas/dead-letter.ts';
import { readFeedRecord } from '#schemas/feed-log.ts';
import { deadSubject, streams } from '#schemas/subjects.ts';
import { feedBounds } from '../feed-log/feed-follower.ts';
import type { Bus } from '../nats/nats.ts';
import { dataDirOption, entryOf, runWords, unknownCommand, usageError, type CommandLine, type OptionTable, type ReadWords } from './command-line.ts';
import { CommandError, serviceConfig, withBus } from './service-config.ts';

const commandLine = {
  name: 'log',
  words: ['show SEQ', 'skip SEQ'],
  options: { 'data-dir': dataDirOption },
  about: `
  show  prints one record of the log with its headers, and whether it can be read
  skip  stores the bytes of an unreadable record as a dead letter and deletes the record: readers then find a gap`,
} as const satisfies CommandLine<OptionTable>;

const publishTimeoutMs = 5_000;

async function find(bus: Bus, seq: number) {
  const message = await bus.jsm.streams.getMessage(streams.feed, { seq });
  if (message !== null) {
    const headers = Object.fromEntries(message.header.keys().map((name) => [name, message.header.get(name)]));
    return { subject: message.subject, headers, data: message.data };
  }
  const { firstSeq, lastSeq } = await feedBounds(bus);
  throw new CommandError(`the feed log has no record ${seq}; it has ${firstSeq} to ${lastSeq}, possibly with gaps`);
}

async function show(bus: Bus, seq: number): Promise<void> {
  const { subject, headers, data } = await find(bus, seq);
  const parsed = readFeedRecord(data);
  const reading = parsed.ok ? { readable: true, strange: parsed.strange, record: parsed.record } : { readable: false, reason: parsed.reason };
  const bytes = parsed.ok ? {} : { text: Buffer.from(data).toString() };
  process.stdout.write(`${JSON.stringify({ seq, subject, headers, ...reading, ...bytes }, null, 2)}\n`);
}

/** Skips a record that cannot be parsed. Refuses any other record, because deleting it would lose it. */
async function skip(bus: Bus, seq: number): Promise<void> {
  const { subject, headers, data } = await find(bus, seq);
  const parsed = readFeedRecord(data);
  if (parsed.ok) throw new CommandError(`record ${seq} is readable and is not skipped`);
  const letter: DeadLetter = {
    stage: 'feed',
    subject,
    stream_sequence: seq,
    message_id: headers['Nats-Msg-Id'] ?? '',
    reason: `skipped in the feed log: ${parsed.reason}`.slice(0, 2_000),
    deliveries: 1,
    parked_at: new Date().toISOString(),
    data: Buffer.from(data).toString('base64'),
  };
  await bus.js.publish(deadSubject('feed'), JSON.stringify(letter), { msgID: `feed-${seq}`, timeout: publishTimeoutMs });
  await bus.jsm.streams.deleteMessage(streams.feed, seq, false);
  process.stdout.write(`record ${seq} was skipped; its bytes are now a dead letter (npm run dead -- list)\n`);
}

async function main({ values, words: [verb = '', seq = '', ...more] }: ReadWords<typeof commandLine.options>): Promise<void> {
  const work = entryOf({ show, skip }, verb);
  if (work === undefined) throw unknownCommand(commandLine, verb);
  if (!/^[1-9]\d*$/.test(seq) || more.length > 0) throw usageError(commandLine, 'name one record by its number');
  await withBus(serviceConfig(values['data-dir']), 'tickerwire-log', (bus) => work(bus, Number(seq)));
}

if (import.meta.main) await runWords(commandLine, main);
