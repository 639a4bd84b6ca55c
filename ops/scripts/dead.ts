/** `npm run dead -- …`: lists, shows, replays and discards dead letters. A letter is deleted when its stream has acknowledged the replay. */
import { DeadLetter } from '#schemas/dead-letter.ts';
import { parseJson } from '#schemas/json-text.ts';
import { streams } from '#schemas/subjects.ts';
import type { Bus } from '../nats/nats.ts';
import {
  dataDirOption,
  entryOf,
  nextCommand,
  runWords,
  UsageError,
  unknownCommand,
  usageError,
  type CommandLine,
  type OptionTable,
  type ReadWords,
} from './command-line.ts';
import { CommandError, serviceConfig, withBus } from './service-config.ts';
import { table } from './table.ts';

const commandLine = {
  name: 'dead',
  words: ['list', 'show SEQ', 'replay SEQ...|--all', 'discard SEQ...|--all'],
  options: { all: { help: 'all letters' }, 'data-dir': dataDirOption },
  about: `
  list     lists the dead letters, each with its origin, time and reason
  show     prints one letter as JSON
  replay   sends letters back to their streams and then deletes them
  discard  deletes letters`,
} as const satisfies CommandLine<OptionTable>;

const unreadableLetter = (seq: number): string => `letter ${seq} cannot be read by this release: use the release that wrote it, or discard it`;

export interface StoredLetter {
  readonly seq: number;
  /** Null when this release cannot parse the letter. */
  readonly letter: DeadLetter | null;
}

const publishTimeoutMs = 5_000;

export async function* lettersFrom(bus: Bus): AsyncGenerator<StoredLetter, void, void> {
  const { state } = await bus.jsm.streams.info(streams.dead);
  for (let seq = state.first_seq; seq <= state.last_seq; seq += 1) {
    // Deleted letters leave holes. "next_by_subj" (NATS API, STREAM.MSG.GET) finds the first letter at or after the sequence.
    const query = { seq, next_by_subj: 'dead.>' };
    const message = await bus.jsm.streams.getMessage(streams.dead, query);
    if (message === null || message.seq > state.last_seq) return;
    seq = message.seq;
    yield { seq, letter: parseLetter(message.data) };
  }
}

async function readLetter(bus: Bus, seq: number, dataDir: string | undefined): Promise<StoredLetter> {
  const message = await bus.jsm.streams.getMessage(streams.dead, { seq });
  if (message === null) throw new CommandError(`no letter ${seq}; ${nextCommand('dead', ['list'], dataDir)} shows them`);
  return { seq, letter: parseLetter(message.data) };
}

const parseLetter = (data: Uint8Array): DeadLetter | null => DeadLetter.safeParse(parseJson(Buffer.from(data).toString())).data ?? null;

/**
 * Publishes a letter to its original subject and deletes it. The message id differs from the original's, or the stream would drop the
 * message as a duplicate. It is the same for each replay of a letter, so that a replay after a crash between the two steps adds no message.
 */
export async function replayLetter(bus: Bus, { seq, letter }: StoredLetter): Promise<void> {
  if (letter === null) throw new CommandError(unreadableLetter(seq));
  // Only refine writes to the feed log.
  if (letter.subject.startsWith('feed.')) throw new CommandError(`letter ${seq} is a record of the feed log, which cannot be replayed; show it`);
  await bus.js.publish(letter.subject, Buffer.from(letter.data, 'base64'), {
    msgID: `replay-${letter.stage}-${seq}-${letter.parked_at}`,
    timeout: publishTimeoutMs,
  });
  await discardLetter(bus, seq);
}

const discardLetter = (bus: Bus, seq: number): Promise<boolean> => bus.jsm.streams.deleteMessage(streams.dead, seq, false);

async function list(bus: Bus): Promise<void> {
  const rows: string[][] = [];
  for await (const { seq, letter } of lettersFrom(bus))
    rows.push(
      letter === null
        ? [String(seq), '', '', '', '', '(unreadable)']
        : [String(seq), letter.parked_at, letter.stage, letter.subject, String(letter.deliveries), oneLine(letter.reason)],
    );
  process.stdout.write(rows.length === 0 ? 'no dead letters\n' : `${table(['seq', 'parked', 'stage', 'subject', 'deliveries', 'reason'], rows)}\n`);
}

const reasonLengthMax = 160;
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').slice(0, reasonLengthMax);

async function show(bus: Bus, seq: number, dataDir: string | undefined): Promise<void> {
  const { letter } = await readLetter(bus, seq, dataDir);
  if (letter === null) throw new CommandError(unreadableLetter(seq));
  const text = Buffer.from(letter.data, 'base64').toString('utf8');
  process.stdout.write(`${JSON.stringify({ seq, ...letter, data: parseJson(text) ?? text }, null, 2)}\n`);
}

interface Work {
  readonly chosen: readonly number[] | 'all';
  readonly dataDir: string | undefined;
  readonly done: string;
  readonly act: (letter: StoredLetter) => Promise<unknown>;
}

/** Calls `act` for each chosen letter in turn. Letters that fail are reported and kept. */
async function each(bus: Bus, { chosen, dataDir, done, act }: Work): Promise<void> {
  let [succeeded, failed] = [0, 0];
  const attempt = async (find: () => Promise<StoredLetter> | StoredLetter): Promise<void> => {
    try {
      await act(await find());
      succeeded += 1;
    } catch (error) {
      failed += 1;
      process.stderr.write(`${(error as Error).message}\n`);
    }
  };
  if (chosen === 'all') for await (const letter of lettersFrom(bus)) await attempt(() => letter);
  else for (const seq of chosen) await attempt(() => readLetter(bus, seq, dataDir));
  process.stdout.write(`${succeeded} ${done}${failed === 0 ? '' : `, ${failed} failed`}\n`);
  if (failed > 0) throw new CommandError('the letters that failed are kept; the lines above say why');
}

function sequences(words: readonly string[], isAll: boolean): readonly number[] | 'all' {
  if (isAll === words.length > 0) throw usageError(commandLine, 'name the letters by their numbers, or give --all');
  if (isAll) return 'all';
  return words.map((word) => {
    if (!/^[1-9]\d*$/.test(word)) throw new UsageError(`"${word}" is not the number of a letter`);
    return Number(word);
  });
}

async function main({ values, words: [verb = '', ...words] }: ReadWords<typeof commandLine.options>): Promise<void> {
  const { all, 'data-dir': dataDir } = values;
  const verbs: Readonly<Record<string, () => (bus: Bus) => Promise<void>>> = {
    list: () => list,
    show: () => {
      const chosen = sequences(words, all);
      if (chosen === 'all' || chosen.length !== 1) throw usageError(commandLine, 'show one letter at a time');
      return (bus) => show(bus, chosen[0]!, dataDir);
    },
    replay: () => {
      const chosen = sequences(words, all);
      return (bus) => each(bus, { chosen, dataDir, done: 'replayed', act: (letter) => replayLetter(bus, letter) });
    },
    discard: () => {
      const chosen = sequences(words, all);
      return (bus) => each(bus, { chosen, dataDir, done: 'discarded', act: ({ seq }) => discardLetter(bus, seq) });
    },
  };
  const chosen = entryOf(verbs, verb);
  if (chosen === undefined) throw unknownCommand(commandLine, verb);
  const work = chosen();
  await withBus(serviceConfig(dataDir), 'tickerwire-dead', work);
}

if (import.meta.main) await runWords(commandLine, main);
