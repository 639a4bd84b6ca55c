/** The command line of `ops/up.ts`: words in, checked options out; a wrong one is an OptionError that names it. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export type Mode = 'demo' | 'start';

export interface UpOptions {
  readonly mode: Mode;
  readonly dataDir: string;
  /** null: the configured port, or in the demo a free one when that is taken. */
  readonly apiPort: number | null;
  /** `generated`, or an absolute folder of real documents. */
  readonly upstream: string;
  readonly rate: number | null;
  readonly seed: number | null;
  readonly archiveDays: number | null;
  readonly isQuiet: boolean;
}

export class OptionError extends Error {}

export const usage = `npm run demo -- [options]   the whole service against a local upstream
npm start -- [options]      the whole service against the configured sources

  --data-dir DIR            where everything is kept (default .data/demo, .data/live)
  --port N                  port of the API; 0: a free one
  --quiet                   print the address and errors only
demo only:
  --upstream generated|DIR  made-up documents, or a folder of real ones (default generated)
  --rate N                  generated documents a second
  --seed N                  generated documents of this seed
  --archive-days N          how far back every plan may read (default: the plan's own)
`;

const flags = {
  'data-dir': { type: 'string' },
  port: { type: 'string' },
  upstream: { type: 'string' },
  rate: { type: 'string' },
  seed: { type: 'string' },
  'archive-days': { type: 'string' },
  quiet: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

const demoOnly = ['upstream', 'rate', 'seed', 'archive-days'] as const;

/** Returns null where help was asked for. Relative folders are taken from `cwd`; `root` is the repository. */
export function readOptions(argv: readonly string[], where: { readonly root: string; readonly cwd: string }): UpOptions | null {
  const { values, positionals } = parse(argv);
  if (values.help) return null;
  const [mode, ...others] = positionals;
  if (mode !== 'demo' && mode !== 'start') throw new OptionError(`say demo or start${mode === undefined ? '' : `, not "${mode}"`}`);
  if (others.length > 0) throw new OptionError(`unexpected argument "${others[0]}"`);
  const misplaced = mode === 'start' ? demoOnly.find((name) => values[name] !== undefined) : undefined;
  if (misplaced !== undefined) throw new OptionError(`--${misplaced} is for the demo only`);
  return {
    mode,
    dataDir: dataFolder(values['data-dir'], mode, where),
    apiPort: number('port', values.port, { min: 0, max: 65_535, whole: true }),
    upstream: upstreamOf(values.upstream, where.cwd),
    rate: number('rate', values.rate, { min: 0, max: 100_000, whole: false }),
    seed: number('seed', values.seed, { min: 0, max: 2 ** 32 - 1, whole: true }),
    archiveDays: number('archive-days', values['archive-days'], { min: 1, max: 100_000, whole: true }),
    isQuiet: values.quiet,
  };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: flags, allowPositionals: true, strict: true });
  } catch (error) {
    // Node's message goes on with advice about its own API; its first sentence names the option.
    const [sentence = 'unreadable options'] = (error as Error).message.split('. ');
    throw new OptionError(sentence);
  }
}

interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly whole: boolean;
}

function number(name: string, text: string | undefined, { min, max, whole }: Bounds): number | null {
  if (text === undefined) return null;
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max) || (whole && !Number.isInteger(value)))
    throw new OptionError(`--${name} ${text}: a ${whole ? 'whole ' : ''}number from ${min} to ${max} is wanted`);
  return value;
}

function dataFolder(given: string | undefined, mode: Mode, { root, cwd }: { readonly root: string; readonly cwd: string }): string {
  if (given === '') throw new OptionError('--data-dir: the name of a folder is wanted');
  return given === undefined ? resolve(root, '.data', mode === 'demo' ? 'demo' : 'live') : resolve(cwd, given);
}

function upstreamOf(given: string | undefined, cwd: string): string {
  if (given === undefined || given === 'generated') return 'generated';
  const folder = resolve(cwd, given);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new OptionError(`--upstream ${given}: neither "generated" nor a folder`);
  return folder;
}
