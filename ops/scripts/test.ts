/**
 * `npm test -- [vitest's arguments]`: runs the suite, and at the end or on a stop signal ends all processes that its tests have started.
 * `--chaos`, `--endurance` and `--wrappers` run the long tests.
 */
import { fileURLToPath } from 'node:url';
import { invocationOf } from './command-line.ts';
import { summaryOf } from './commands.ts';
import { rejectWhenStopped, scratchEndMs, useScratch } from './scratch.ts';
import { CommandError, runCommand } from './service-config.ts';
import { startGroup } from './test/process-group.ts';

const suite = fileURLToPath(new URL('test/run-suite.ts', import.meta.url));

const usages: Readonly<Record<string, string>> = {
  '--chaos': `${invocationOf('test:chaos')}\n\n${summaryOf('test:chaos')}\n\n  CHAOS_KILLS=N         how many kills (default 60; 0: none)\n  CHAOS_POWER_LOSSES=N  how many times NATS is killed and its store put back (default 12)\n  CHAOS_FULL_DISKS=N    how many times a store's disk is full (default 6; needs the right to mount)\n  CHAOS_LOSS_PERCENT=N  share of the packets of each store that are lost for a minute (default 30; needs nft and root)\n  CHAOS_CLOCK_SECONDS=N how far the clock jumps, either way (default 3600; needs libfaketime)\n  CHAOS_SEED=N          which parts, and when (default: as the clock has it)\n  CHAOS_LEADER_KILLS=N  how many times the leader of three NATS servers is killed (default 20)\n`,
  '--wrappers': `${invocationOf('test:wrappers')}\n\n${summaryOf('test:wrappers')}\n`,
  '--endurance': `${invocationOf('test:endurance')}\n\n${summaryOf('test:endurance')}\n\n  ENDURANCE_MINUTES=N   how long (default 60)\n  ENDURANCE_RATE=N      documents a second (default 3: fifty times the specified volume)\n  ENDURANCE_FILE=PATH   where the samples go (default: tickerwire-endurance.json in the folder for temporary files)\n`,
};
const usage = (word: string | undefined): string =>
  usages[word ?? ''] ??
  `${invocationOf('test')} -- [FILTER...] [options]\n\n${summaryOf('test')}\n\n` +
    "  FILTER  test files whose path holds one of these words (default: all)\n  vitest's own options are taken too, such as -t PATTERN, --bail N, --reporter NAME\n";

/** Has no message: the suite's last lines report the failures. */
class SuiteError extends CommandError {
  override readonly exitCode: number;
  constructor(exitCode: number) {
    super('');
    this.exitCode = exitCode;
  }
}

await runCommand(
  async (stopping) => {
    const words = process.argv.slice(2);
    if (words.includes('--help') || words.includes('-h')) return void process.stdout.write(usage(words[0]));
    const scratch = useScratch();
    const group = startGroup(suite, words);
    let code = 1;
    try {
      code = await Promise.race([group.exited, rejectWhenStopped(stopping)]);
    } finally {
      group.signal('SIGTERM');
      await scratch.end();
      group.signal('SIGKILL');
    }
    if (code !== 0) throw new SuiteError(code);
  },
  undefined,
  scratchEndMs,
);
