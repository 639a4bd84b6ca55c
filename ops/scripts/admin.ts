/** `npm run admin -- …`: runs one operator's command on accounts, plans, keys or connections, and prints its answer. */
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { buckets } from '#schemas/subjects.ts';
import { openBucket } from '../nats/streams.ts';
import { usageOf } from './command-line.ts';
import { runCommand, serviceConfig, withBus } from './service-config.ts';
import type { Answer, Table } from './admin/command.ts';
import { chosen, commandLine, type ChosenCommand } from './admin/request.ts';

/** Runs the command in `argv`. Throws a CommandError, ConfigError or AccountError with a message for the operator. */
export async function runAdmin(argv: readonly string[], environment: NodeJS.ProcessEnv, out: Writable): Promise<void> {
  const request = chosen(argv);
  if (request === null) return void out.write(usageOf(commandLine));
  try {
    await runChosen(request, environment, out);
  } catch (error) {
    if (error instanceof Error) error.message = onSameFolder(error.message, request.dataDir);
    throw error;
  }
}

async function runChosen({ command, words, values, dataDir, isJson }: ChosenCommand, environment: NodeJS.ProcessEnv, out: Writable): Promise<void> {
  const config = serviceConfig(dataDir, environment);
  if ('runAlone' in command) return print(await command.runAlone({ words, values }, config), isJson, out);
  await withBus(config, 'tickerwire-admin', async (bus) => {
    const accounts = await openBucket(bus, buckets.accounts);
    await print(await command.run(accounts, { words, values }, new Date(), { bus, config }), isJson, out);
  });
}

async function print(answer: Answer | Table, isJson: boolean, out: Writable): Promise<void> {
  if ('text' in answer) return void out.write(`${isJson ? JSON.stringify(answer.json) : answer.text}\n`);
  const write = async (text: string): Promise<void> => {
    if (!out.write(text)) await once(out, 'drain');
  };
  const line = (cells: readonly string[]): string =>
    `${cells
      .map((cell, at) => cell.padEnd(answer.columns[at]?.width ?? 0))
      .join('  ')
      .trimEnd()}\n`;
  const rows = answer.rows[Symbol.asyncIterator]();
  // The first row is fetched before anything is printed, so that a list that fails at once prints nothing.
  let row = await rows.next();
  await write(isJson ? '[' : line(answer.columns.map(({ title }) => title)));
  for (let before = ''; row.done !== true; before = ',', row = await rows.next())
    await write(isJson ? `${before}${JSON.stringify(row.value.json)}\n` : line(row.value.cells));
  if (isJson) await write(']\n');
}

/** Returns the message with `--data-dir` added to the commands in backquotes, when this command was given that option. */
const onSameFolder = (message: string, dataDir: string | undefined): string =>
  dataDir === undefined ? message : message.replaceAll(/`(npm run [^`]+)`/g, (_, named: string) => `\`${named} --data-dir ${dataDir}\``);

if (import.meta.main) await runCommand(() => runAdmin(process.argv.slice(2), process.env, process.stdout));
