/** `npm run rebuild`: makes the tables anew from the feed log of a running service, found as the other commands find it. */
import { parseArgs } from 'node:util';
import { ConfigError } from '#schemas/config.ts';
import { rebuild, RebuildRefusedError } from '#pipeline/write/rebuild.ts';
import { bar } from './bar.ts';
import { CommandError, runCommand, serviceConfig, withBus } from './service-config.ts';

const usage = `npm run rebuild [-- --data-dir DIR] [--quiet]

Makes every table anew, in a database beside the live one, and then swaps the two. Records come from the feed log; what that
has lost (its begin, to retention) comes from the tables as they are. Readers see the old tables until the swap; the service
goes on running.

  --data-dir DIR   the service that npm run demo or npm start runs on this folder
                   (default: NATS_URL, or else the service that runs on its usual folder)
`;

function parse() {
  try {
    return parseArgs({
      options: { 'data-dir': { type: 'string' }, quiet: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h', default: false } },
    }).values;
  } catch (error) {
    throw new CommandError(`${(error as Error).message.split('. ')[0]}\n\n${usage}`);
  }
}

async function main(): Promise<void> {
  const options = parse();
  if (options.help) return void process.stdout.write(usage);
  const config = serviceConfig(options['data-dir']);
  // Asked first, for the work itself waits for NATS without end.
  await withBus(config, 'tickerwire-rebuild-check', () => Promise.resolve());
  const isTerminal = process.stderr.isTTY && !options.quiet;
  const { lastSeq, gaps } = await rebuild(config, ({ done, total }) => {
    if (!options.quiet) process.stderr.write(isTerminal ? `\r${bar(done, total, 'records')}` : `${bar(done, total, 'records')}\n`);
  });
  const lost = gaps === 0 ? '' : `; ${gaps} record${gaps === 1 ? '' : 's'} that neither log nor tables held ${gaps === 1 ? 'is a gap' : 'are gaps'}`;
  process.stdout.write(`${isTerminal ? '\n' : ''}the tables are made anew up to record ${lastSeq} of the feed log${lost}\n`);
}

await runCommand(main, (error) => error instanceof ConfigError || error instanceof RebuildRefusedError);
