/** Parses the command lines of `npm run demo` and `npm start`. Throws a UsageError that names the wrong word. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { numberOption, readWords, UsageError, usageOf, type CommandLine, type OptionTable, type OptionValues } from '../scripts/command-line.ts';

export type Mode = 'demo' | 'start';

export interface UpOptions {
  readonly mode: Mode;
  readonly dataDir: string;
  /** Null: the configured port; in a demo another free port when it is taken. */
  readonly apiPort: number | null;
  /** `generated`, or the absolute path of a folder with real documents. */
  readonly upstream: string;
  readonly rate: number | null;
  readonly seed: number | null;
  readonly historyDays: number | null;
  readonly isQuiet: boolean;
}

const sharedOf = (folder: string) =>
  ({
    'data-dir': { value: 'DIR', help: `data folder (default: ${folder})` },
    port: { value: 'N', help: 'API port (default: API_PORT, else 8080); 0: any free port' },
    quiet: { help: 'print only the address and errors' },
  }) as const satisfies OptionTable;

const demoOnly = {
  upstream: { value: 'generated|DIR', help: 'generated documents, or a folder of real ones (default: generated)' },
  rate: { value: 'N', help: 'generated documents a second (default: 2)' },
  seed: { value: 'N', help: 'seed of the generated documents (default: 1)' },
  'history-days': { value: 'N', help: 'days of generated articles before the first start (default: 40)' },
} as const satisfies OptionTable;

const demoLine = {
  name: 'demo',
  words: [],
  options: { ...sharedOf('.data/demo'), ...demoOnly },
  about: `
Starts NATS, Redis, the embedded ClickHouse, a local upstream, the pipeline and the API, and prints the address and a key for
each plan. Ctrl-C stops everything; the next start on the same folder continues where this one stopped.`,
} as const satisfies CommandLine<OptionTable>;

const startLine = {
  name: 'start',
  words: [],
  options: sharedOf('.data/live'),
  about: `
Settings are environment variables (.env.example lists them). It uses the servers that NATS_URL, REDIS_URL and CLICKHOUSE_URL name,
and starts the others itself. Set USER_AGENT to your name and contact: EDGAR refuses callers without one.`,
} as const satisfies CommandLine<OptionTable>;

export const usage = (mode: Mode): string => usageOf(mode === 'demo' ? demoLine : startLine);

/** Returns the options of `argv`, whose first word is the mode, or null for `--help`. Relative folders refer to `cwd`; `root` is the repository. */
export function readOptions([mode, ...argv]: readonly string[], where: { readonly root: string; readonly cwd: string }): UpOptions | null {
  if (mode !== 'demo' && mode !== 'start') throw new UsageError(`the first word must be demo or start${mode === undefined ? '' : `, not "${mode}"`}`);
  const read = mode === 'demo' ? readWords(demoLine, argv) : readWords(startLine, argv);
  if (read === null) return null;
  const values: OptionValues<typeof startLine.options> & Partial<OptionValues<typeof demoOnly>> = read.values;
  const folder = values['data-dir'];
  return {
    mode,
    dataDir: folder === undefined ? resolve(where.root, '.data', mode === 'demo' ? 'demo' : 'live') : resolve(where.cwd, folder),
    apiPort: numberOption(values.port, 'port', { min: 0, max: 65_535 }),
    upstream: upstreamOf(values.upstream, where.cwd),
    rate: numberOption(values.rate, 'rate', { min: 0, max: 100_000, isWhole: false }),
    seed: numberOption(values.seed, 'seed', { min: 0, max: 2 ** 32 - 1 }),
    historyDays: numberOption(values['history-days'], 'history-days', { min: 0, max: 400 }),
    isQuiet: values.quiet,
  };
}

function upstreamOf(given: string | undefined, cwd: string): string {
  if (given === undefined || given === 'generated') return 'generated';
  const folder = resolve(cwd, given);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new UsageError(`--upstream ${given}: neither "generated" nor a folder`);
  return folder;
}
