/** `npm run restore -- --from FOLDER`: restores a backup into empty servers, or into a data folder on which no service runs. */
import { openStore, shownAddress, storeAddress } from '#clickhouse/store.ts';
import { ConfigError } from '#schemas/config.ts';
import { ClaimError } from '../up/claim.ts';
import { CredentialsError } from '../up/credentials.ts';
import { DamagedBackupError } from './backup/files.ts';
import { readManifest, type Manifest } from './backup/manifest.ts';
import { checkTarget, clearTarget, putBack, verifyBackup } from './backup/put-back.ts';
import { showProgress, type ShownProgress } from './backup/show-progress.ts';
import { SnapshotError } from './backup/stream-snapshot.ts';
import { openTarget, type Target } from './backup/target.ts';
import { quietOption, runWords, usageError, type CommandLine, type OptionTable, type ReadWords } from './command-line.ts';
import { fromCaller } from './from-caller.ts';
import { CommandError, withBus } from './service-config.ts';

const commandLine = {
  name: 'restore',
  words: [],
  options: {
    from: { value: 'FOLDER', help: 'the folder that npm run backup wrote' },
    'data-dir': {
      value: 'DIR',
      help: 'data folder of a stopped service, or a new one\n(default: the servers of NATS_URL and CLICKHOUSE_URL, or else .data/live)',
    },
    replace: { help: "delete the target's contents first" },
    quiet: quietOption,
  },
  about: `
Verifies every file, then puts back streams with their sequences, accounts, keys and the key of cursors, and makes the tables. A target that
holds something is refused. Stopped before its end it leaves half a service that refuses to start; the same command begins anew.
Start the service afterwards as ever, with the settings that it had.`,
} as const satisfies CommandLine<OptionTable>;

const requestTimeoutMs = 120_000;
/** Time to stop, for the servers that were started. */
const stopWithinMs = 10_000;

async function main({ values }: ReadWords<typeof commandLine.options>, stopping: AbortSignal): Promise<void> {
  const { from, 'data-dir': dataDir, replace, quiet } = values;
  if (from === undefined) throw usageError(commandLine, '--from is missing');
  const folder = fromCaller(from);
  const manifest = readManifest(folder);
  const progress = showProgress(quiet);
  const target = await openTarget(dataDir);
  try {
    await restoreInto(target, { folder, manifest, isReplacing: replace, progress, stopping });
  } catch (error) {
    throw stopping.aborted ? new CommandError('stopped; the target may be incomplete: run the same command again') : error;
  } finally {
    progress.end();
    await target.stop();
  }
}

interface Wish {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly isReplacing: boolean;
  readonly progress: ShownProgress;
  readonly stopping: AbortSignal;
}

async function restoreInto({ config, name }: Target, { folder, manifest, isReplacing, progress, stopping }: Wish): Promise<void> {
  await withBus(config, 'tickerwire-restore', async (bus) => {
    const store = openStore({ ...storeAddress(config), requestTimeoutMs, maxConnections: 8 });
    try {
      if (!(await store.ping().catch(() => false))) throw new CommandError(`no ClickHouse answers at ${shownAddress(config.CLICKHOUSE_URL)}`);
      const deps = { bus, store, config, isReplacing, now: () => new Date(), onProgress: progress.show, signal: stopping };
      await checkTarget(deps);
      await verifyBackup(folder, manifest, deps);
      await clearTarget(deps);
      const { lastSeq, isReplicated } = await putBack(deps, folder, manifest);
      progress.end();
      if (!isReplicated) process.stderr.write('not every NATS server has a full copy yet: wait before you stop one of them\n');
      process.stdout.write(
        `${name}: restored as of ${manifest.began_at}, up to record ${lastSeq} of the feed log. Keys revoked since then are valid again: revoke them again\n`,
      );
    } finally {
      await store.close();
    }
  });
}

const expected = [ConfigError, ClaimError, CredentialsError, DamagedBackupError, SnapshotError] as const;
await runWords(commandLine, main, (error) => expected.some((kind) => error instanceof kind), stopWithinMs);
