/** `npm run backup -- --to FOLDER`: writes a backup of a running service. */
import { bytesText } from '../process/amounts.ts';
import { takeBackup } from './backup/take.ts';
import { dataDirOption, quietOption, runWords, type CommandLine, type OptionTable, type ReadWords } from './command-line.ts';
import { fromCaller } from './from-caller.ts';
import { showSteps } from './progress.ts';
import { CommandError, serviceConfig, withBus, withStore } from './service-config.ts';

const commandLine = {
  name: 'backup',
  words: [],
  options: {
    to: { value: 'FOLDER', isRequired: true, help: 'an empty or new folder' },
    'data-dir': dataDirOption,
    quiet: quietOption,
  },
  about: `
Saves the feed log, accounts with their keys and subscriptions, the cursor secret, the watermarks of the sources, documents and
deliveries that wait, and every record of the tables, while the service runs. Keep the folder secret: with it anybody can
read accounts and forge cursors. Settings and the servers' passwords are not in it. A backup that is stopped removes its files.`,
} as const satisfies CommandLine<OptionTable>;

const storeLimits = { requestTimeoutMs: 60_000, maxConnections: 2 };
/** Time to remove what was written. */
const stopWithinMs = 5_000;

async function main({ values }: ReadWords<typeof commandLine.options>, stopping: AbortSignal): Promise<void> {
  const { to, 'data-dir': dataDir, quiet } = values;
  const folder = fromCaller(to);
  const config = serviceConfig(dataDir);
  const progress = showSteps(quiet);
  await withBus(config, 'tickerwire-backup', (bus) =>
    withStore(config, storeLimits, async (store) => {
      const deps = { bus, store, inboxPrefix: config.NATS_INBOX_PREFIX, now: () => new Date(), onProgress: progress.show, signal: stopping };
      const manifest = await takeBackup(deps, folder).catch((error: unknown) => {
        throw stopping.aborted ? new CommandError('stopped; the unfinished backup was removed') : error;
      });
      const bytes = [...manifest.streams, manifest.records, ...manifest.tables].reduce((sum, file) => sum + file.bytes, 0);
      progress.end();
      process.stdout.write(
        `${folder} has the service up to record ${manifest.log.last_seq} of the feed log, ${manifest.records.count} records in ${bytesText(bytes)}\n`,
      );
    }),
  ).finally(progress.end);
}

await runWords(commandLine, main, stopWithinMs);
