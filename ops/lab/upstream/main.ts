/** Runs the local upstream. Prints one line of JSON on stdout when it listens, and exits with 0 after a stop signal. */
import { parseArgs } from 'node:util';
import { onStopSignal } from '../../process/stop-signals.ts';
import { OptionError } from './options.ts';
import { startUpstream } from './server.ts';
import { StateMismatch } from './state.ts';

const text = { type: 'string' } as const;

// prettier-ignore
const flags = {
  port: text, upstream: text, rate: text, seed: text, burst: text, state: text, 'symbol-day-ms': text, 'history-days': text,
};

const camelCase = (name: string): string => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

try {
  const { values } = parseArgs({ options: flags, strict: true });
  const upstream = await startUpstream(Object.fromEntries(Object.entries(values).map(([name, value]) => [camelCase(name), value])));
  onStopSignal(() => void upstream.stop().then(() => process.exit(0)));
  process.stdout.write(`${JSON.stringify({ ready: true, url: upstream.url })}\n`);
} catch (error) {
  const isExpected = error instanceof OptionError || error instanceof StateMismatch || (error instanceof Error && 'code' in error);
  process.stderr.write(`upstream: ${error instanceof Error ? (isExpected ? error.message : error.stack) : String(error)}\n`);
  process.exit(1);
}
