/** `npm run rebuild`: rebuilds the tables of a running service from its feed log. */
import { rebuild, RebuildRefusedError } from '#pipeline/write/rebuild.ts';
import { dataDirOption, quietOption, runWords, type CommandLine, type OptionTable, type ReadWords } from './command-line.ts';
import { showSteps } from './progress.ts';
import { CommandError, serviceConfig, withBus } from './service-config.ts';

const commandLine = {
  name: 'rebuild',
  words: [],
  options: { 'data-dir': dataDirOption, quiet: quietOption },
  about: `
Fills new tables in a second database, then swaps the two. Records come from the feed log; those that the log no longer has come from
the present tables. Readers see the present tables until the swap, and the service runs on. A rebuild that is stopped before the
swap changes nothing.`,
} as const satisfies CommandLine<OptionTable>;

/** Time to finish the batch that is being inserted. */
const stopWithinMs = 10_000;

async function main({ values: options }: ReadWords<typeof commandLine.options>, stopping: AbortSignal): Promise<void> {
  const config = serviceConfig(options['data-dir']);
  // This fails early when NATS does not answer. The rebuild itself would wait without a limit.
  await withBus(config, 'tickerwire-rebuild-check', () => Promise.resolve());
  const progress = showSteps(options.quiet);
  const { lastSeq, gaps } = await rebuild(config, ({ done, total }) => progress.show(done, total, 'records'), stopping)
    .finally(progress.end)
    .catch((error: unknown) => {
      if (stopping.aborted) throw new CommandError('stopped; the tables are unchanged');
      throw error instanceof RebuildRefusedError ? new CommandError(error.message) : error;
    });
  const lost = gaps === 0 ? '' : `; ${gaps} record${gaps === 1 ? '' : 's'} that neither log nor tables have ${gaps === 1 ? 'is a gap' : 'are gaps'}`;
  process.stdout.write(`the tables were rebuilt up to record ${lastSeq} of the feed log${lost}\n`);
}

await runWords(commandLine, main, stopWithinMs);
