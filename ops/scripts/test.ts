/** `npm test -- [vitest's arguments]`: runs the suite, or with --chaos, --endurance or --wrappers a long test, then ends its processes. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { aborted } from '../process/pause.ts';
import { entryOf, invocationOf } from './command-line.ts';
import { summaryOf, type CommandName } from './commands.ts';
import { scratchEndMs, useScratch } from './scratch.ts';
import { CommandError, runCommand } from './service-config.ts';
import { signalQuietly } from '../process/signal-quietly.ts';

const suite = fileURLToPath(new URL('test/run-suite.ts', import.meta.url));

type Usage = readonly [command: CommandName, words: string, ...lines: readonly string[]];

const usages: Readonly<Record<string, Usage>> = {
  '--chaos': [
    'test:chaos',
    '',
    'CHAOS_KILLS=N          number of kills (default 60; 0: none)',
    'CHAOS_LEADER_KILLS=N   number of kills of the leader of three NATS servers (default 20)',
    'CHAOS_POWER_LOSSES=N   number of times that NATS is killed and its store set back (default 12)',
    "CHAOS_FULL_DISKS=N     number of times that a store's disk is full (default 6; needs the right to mount)",
    'CHAOS_LOSS_PERCENT=N   share of the packets of each store that are lost for a minute (default 30; needs nft and root)',
    'CHAOS_CLOCK_SECONDS=N  seconds by which the clock jumps, either way (default 3600; needs libfaketime)',
    'CHAOS_SEED=N           chooses the parts and the times (default: another one at each run)',
  ],
  '--wrappers': ['test:wrappers', ''],
  '--endurance': [
    'test:endurance',
    '',
    'ENDURANCE_MINUTES=N    duration (default 60)',
    'ENDURANCE_RATE=N       documents a second (default 3: fifty times the specified volume)',
    'ENDURANCE_FILE=PATH    file for the samples (default: tickerwire-endurance.json in the folder for temporary files)',
  ],
};
const suiteUsage: Usage = [
  'test',
  ' -- [FILTER...] [options]',
  'FILTER  test files whose path contains one of these words (default: all)',
  "options are vitest's own, such as -t PATTERN, --bail N, --reporter NAME",
];

function usage(option: string | undefined): string {
  const [command, words, ...lines] = entryOf(usages, option ?? '') ?? suiteUsage;
  const options = lines.length === 0 ? [] : ['', ...lines.map((line) => `  ${line}`)];
  return [`${invocationOf(command)}${words}`, '', summaryOf(command), ...options, ''].join('\n');
}

/**
 * Starts the script as a process group, so that it can be ended with all processes that it started, also those whose parents have ended.
 * `exited` is its exit code; other processes of the group may still run, and `signal` reaches all of them. The script's
 * stdin is open as long as this process lives; when it closes, the script ends the group itself.
 */
function startGroup(script: string, args: readonly string[]) {
  const child = spawn(process.execPath, [script, ...args], { detached: true, stdio: ['pipe', 'inherit', 'inherit'] });
  const { promise: exited, resolve, reject } = Promise.withResolvers<number>();
  child.once('error', reject);
  child.once('exit', (code) => resolve(code ?? 1));
  child.stdin?.on('error', () => undefined);
  return {
    exited,
    signal: (name: NodeJS.Signals): void => {
      if (child.pid !== undefined) signalQuietly(-child.pid, name);
    },
  };
}

await runCommand(async (stopping) => {
  const words = process.argv.slice(2);
  if (words.includes('--help') || words.includes('-h')) return void process.stdout.write(usage(words[0]));
  const scratch = useScratch();
  const group = startGroup(suite, words);
  let code = 1;
  try {
    code = await Promise.race([group.exited, aborted(stopping)]);
  } finally {
    group.signal('SIGTERM');
    await scratch.end();
    group.signal('SIGKILL');
  }
  // The message is empty, because the suite's last lines report the failures.
  if (code !== 0) throw Object.assign(new CommandError(''), { exitCode: code });
}, scratchEndMs);
