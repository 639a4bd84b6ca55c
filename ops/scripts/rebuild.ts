/** `npm run rebuild`: rebuilds the tables from the feed log of a running service, found as the other commands find it. */
import { ConfigError } from '#schemas/config.ts';
import { ControlPlaneError } from '#schemas/control-plane.ts';
import { rebuild, RebuildRefusedError, type RebuildProgress } from '#pipeline/write/rebuild.ts';
import { bar } from './bar.ts';
import { dataDirOption, quietOption, runWords, type CommandLine, type OptionTable, type ReadWords } from './command-line.ts';
import { CommandError, serviceConfig, withBus } from './service-config.ts';

const commandLine = {
  name: 'rebuild',
  words: [],
  options: { 'data-dir': dataDirOption, quiet: quietOption },
  about: `
Makes every table anew, in a database beside the live one, and then swaps the two. Records come from the feed log; what that
has lost (its begin, to retention) comes from the tables as they are. Readers see the old tables until the swap; the service
goes on running. Stopped before the swap, it has changed nothing.`,
} as const satisfies CommandLine<OptionTable>;

/** Time to stop, for the batch that is being inserted. */
const stopWithinMs = 10_000;

async function main({ values: options }: ReadWords<typeof commandLine.options>, stopping: AbortSignal): Promise<void> {
  const config = serviceConfig(options['data-dir']);
  // Fails early without NATS; the rebuild itself would wait for it for ever.
  await withBus(config, 'tickerwire-rebuild-check', () => Promise.resolve());
  const isTerminal = process.stderr.isTTY && !options.quiet;
  const show = ({ done, total }: RebuildProgress): void => {
    if (!options.quiet) process.stderr.write(isTerminal ? `\r${bar(done, total, 'records')}` : `${bar(done, total, 'records')}\n`);
  };
  const { lastSeq, gaps } = await rebuild(config, show, stopping).catch((error: unknown) => {
    throw stopping.aborted ? new CommandError(`${isTerminal ? '\n' : ''}stopped; the tables are unchanged`) : error;
  });
  const lost = gaps === 0 ? '' : `; ${gaps} record${gaps === 1 ? '' : 's'} that neither log nor tables held ${gaps === 1 ? 'is a gap' : 'are gaps'}`;
  process.stdout.write(`${isTerminal ? '\n' : ''}the tables were rebuilt up to record ${lastSeq} of the feed log${lost}\n`);
}

const isExpected = (error: unknown): boolean => [ConfigError, ControlPlaneError, RebuildRefusedError].some((kind) => error instanceof kind);

await runWords(commandLine, main, isExpected, stopWithinMs);
