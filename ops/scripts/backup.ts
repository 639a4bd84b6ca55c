/** `npm run backup -- --to FOLDER`: makes a backup of a running service, found as the other commands find it. */
import { openStore, shownAddress, storeAddress } from '#clickhouse/store.ts';
import { ConfigError } from '#schemas/config.ts';
import { showProgress } from './backup/show-progress.ts';
import { SnapshotError } from './backup/stream-snapshot.ts';
import { takeBackup } from './backup/take.ts';
import { dataDirOption, quietOption, runWords, usageError, type CommandLine, type OptionTable, type ReadWords } from './command-line.ts';
import { fromCaller } from './from-caller.ts';
import { CommandError, serviceConfig, withBus } from './service-config.ts';

const commandLine = {
  name: 'backup',
  words: [],
  options: { to: { value: 'FOLDER', help: 'a folder that is empty or not there yet' }, 'data-dir': dataDirOption, quiet: quietOption },
  about: `
Takes the feed log, accounts with their keys, subscriptions and the key of cursors, sources' positions, documents and deliveries that
wait, and every record that the tables hold. The service goes on running. What lies in the folder is secret: whoever has it can read accounts
and make cursors. Settings and passwords of servers are not in it. Stopped before its end, it removes what it wrote.`,
} as const satisfies CommandLine<OptionTable>;

const requestTimeoutMs = 60_000;
/** Time to stop, for removing what was written. */
const stopWithinMs = 5_000;

async function main({ values }: ReadWords<typeof commandLine.options>, stopping: AbortSignal): Promise<void> {
  const { to, 'data-dir': dataDir, quiet } = values;
  if (to === undefined) throw usageError(commandLine, '--to is missing');
  const folder = fromCaller(to);
  const config = serviceConfig(dataDir);
  const progress = showProgress(quiet);
  await withBus(config, 'tickerwire-backup', async (bus) => {
    const store = openStore({ ...storeAddress(config), requestTimeoutMs, maxConnections: 2 });
    try {
      if (!(await store.ping().catch(() => false))) throw new CommandError(`no ClickHouse answers at ${shownAddress(config.CLICKHOUSE_URL)}`);
      const deps = { bus, store, inboxPrefix: config.NATS_INBOX_PREFIX, now: () => new Date(), onProgress: progress.show, signal: stopping };
      const manifest = await takeBackup(deps, folder).catch((error: unknown) => {
        throw stopping.aborted ? new CommandError('stopped; the unfinished backup was removed') : error;
      });
      const bytes = [...manifest.streams, manifest.records, ...manifest.tables].reduce((sum, file) => sum + file.bytes, 0);
      progress.end();
      process.stdout.write(
        `${folder} has the service up to record ${manifest.log.last_seq} of the feed log, ${manifest.records.count} records in ${bytes} bytes\n`,
      );
    } finally {
      progress.end();
      await store.close();
    }
  });
}

await runWords(commandLine, main, (error) => error instanceof ConfigError || error instanceof SnapshotError, stopWithinMs);
