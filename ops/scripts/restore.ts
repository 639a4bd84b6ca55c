/** `npm run restore -- --from FOLDER`: restores a backup into empty servers, or into a data folder on which no service runs. */
import { readManifest } from './backup/manifest.ts';
import { checkTarget, clearTarget, putBack, verifyBackup } from './backup/put-back.ts';
import { openTarget } from './backup/target.ts';
import { quietOption, runWords, type CommandLine, type OptionTable, type ReadWords } from './command-line.ts';
import { fromCaller } from './from-caller.ts';
import { showSteps } from './progress.ts';
import { CommandError, withBus, withStore } from './service-config.ts';

const commandLine = {
  name: 'restore',
  words: [],
  options: {
    from: { value: 'FOLDER', isRequired: true, help: 'the folder that npm run backup wrote' },
    'data-dir': {
      value: 'DIR',
      help: 'data folder of a stopped service, or a new one\n(default: the servers of NATS_URL and CLICKHOUSE_URL, or else .data/live)',
    },
    replace: { help: "delete the target's contents first" },
    quiet: quietOption,
  },
  about: `
Verifies every file, then restores the streams with their sequences, accounts, keys and the cursor secret, and fills the tables. A
target that is not empty is refused. A restore that is stopped leaves a service that refuses to start; run the same command again.
Run it, and afterwards the service, with the settings that the service had.`,
} as const satisfies CommandLine<OptionTable>;

const storeLimits = { requestTimeoutMs: 120_000, maxConnections: 8 };
/** Time to stop the servers that were started. */
const stopWithinMs = 10_000;

async function main({ values }: ReadWords<typeof commandLine.options>, stopping: AbortSignal): Promise<void> {
  const { from, 'data-dir': dataDir, replace: isReplacing, quiet } = values;
  const folder = fromCaller(from);
  const manifest = readManifest(folder);
  const progress = showSteps(quiet);
  const { config, name, stop } = await openTarget(dataDir);
  try {
    await withBus(config, 'tickerwire-restore', (bus) =>
      withStore(config, storeLimits, async (store) => {
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
      }),
    );
  } catch (error) {
    throw stopping.aborted ? new CommandError('stopped; the target may be incomplete: run the same command again') : error;
  } finally {
    progress.end();
    await stop();
  }
}

await runWords(commandLine, main, stopWithinMs);
