/** `npm run admin -- …`: accounts, their plans and keys, and their subscriptions, for an operator. */
import { once } from 'node:events';
import { ConfigError } from '#schemas/config.ts';
import { buckets } from '#schemas/subjects.ts';
import { AccountError } from '../accounts/account-entries.ts';
import { openBucket } from '../nats/streams.ts';
import type { Answer, Listing } from './admin/command.ts';
import { chosen, commandLine } from './admin/request.ts';
import { applyFromCommandLine } from './apply.ts';
import { usageOf } from './command-line.ts';
import { runCommand, serviceConfig, withBus } from './service-config.ts';

async function print(answer: Answer | Listing, isJson: boolean): Promise<void> {
  if ('text' in answer) return void process.stdout.write(`${isJson ? JSON.stringify(answer.json) : answer.text}\n`);
  // A reader that stops early, such as `head`, has closed the pipe.
  process.stdout.once('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  const write = async (text: string): Promise<void> => {
    if (!process.stdout.write(text)) await once(process.stdout, 'drain');
  };
  const line = (cells: readonly string[]): string =>
    `${cells
      .map((cell, at) => cell.padEnd(answer.columns[at]?.width ?? 0))
      .join('  ')
      .trimEnd()}\n`;
  const rows = answer.rows[Symbol.asyncIterator]();
  // Fetched before anything is printed, so that a list that fails at once prints nothing.
  let row = await rows.next();
  await write(isJson ? '[' : line(answer.columns.map(({ title }) => title)));
  for (let before = ''; row.done !== true; before = ',', row = await rows.next())
    await write(isJson ? `${before}${JSON.stringify(row.value.json)}\n` : line(row.value.cells));
  if (isJson) await write(']\n');
}

/** Returns the message with `--data-dir` added to the commands that it names in backquotes, when this command has one. */
const onSameFolder = (message: string, dataDir: string | undefined): string =>
  dataDir === undefined ? message : message.replaceAll(/`(npm run [^`]+)`/g, (_, named: string) => `\`${named} --data-dir ${dataDir}\``);

await runCommand(
  async () => {
    const [first, ...rest] = process.argv.slice(2);
    if (first === 'apply') return applyFromCommandLine(rest);
    const request = chosen(process.argv.slice(2));
    if (request === null) return void process.stdout.write(usageOf(commandLine));
    const { command, words, values, dataDir, isJson } = request;
    const config = serviceConfig(dataDir);
    if ('runAlone' in command) return print(await command.runAlone({ words, values }, config), isJson);
    await withBus(config, 'tickerwire-admin', async (bus) => {
      const bucket = await openBucket(bus, buckets.accounts);
      const answer = await command.run(bucket, { words, values }, new Date(), { bus, config }).catch((error: unknown) => {
        throw error instanceof AccountError ? new AccountError(onSameFolder(error.message, dataDir)) : error;
      });
      await print(answer, isJson);
    });
  },
  (error) => error instanceof AccountError || error instanceof ConfigError,
);
