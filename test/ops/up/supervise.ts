/** Runs a supervisor over the folder in the first argument, as a process that a test can kill: `supervise.ts ROOT demo [options]`. */
import { stopOnFault } from '#ops/up/faults.ts';
import { readOptions } from '#ops/up/options.ts';
import { createScreen } from '#ops/up/screen.ts';
import { startService } from '#ops/up/start.ts';

const [root = '', ...words] = process.argv.slice(2);
const screen = createScreen(process.stdout, process.stderr, { isQuiet: false, environment: process.env });
let isStopping = false;
try {
  const service = await startService(readOptions(words, { root, cwd: root })!, { root, environment: process.env, screen });
  stopOnFault({
    tell: screen.error,
    stop: () => {
      isStopping = true;
      return service.stop();
    },
  });
  process.once('SIGTERM', () => {
    isStopping = true;
    void service.stop().then(() => process.exit(0));
  });
  await service.ready;
} catch (error) {
  if (!isStopping) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(1);
  }
}
