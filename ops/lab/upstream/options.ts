/** Parses the options of an upstream; an invalid option throws an OptionError of one line. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';

const Options = z.strictObject({
  /** 0: any free port. */
  port: z.coerce.number().int().min(0).max(65_535).default(0),
  host: z.string().min(1).default('127.0.0.1'),
  /** `generated`, or a folder of recorded documents laid out like `data/`. */
  upstream: z
    .string()
    .min(1)
    .default('generated')
    .transform((name) => (name === 'generated' ? name : resolve(name))),
  /** Documents per second. */
  rate: z.coerce.number().min(0).max(100_000).default(2),
  seed: z.coerce.number().int().min(0).max(0xffffffff).default(1),
  /** Number of documents released at the first start. */
  burst: z.coerce.number().int().min(0).max(20_000).default(200),
  /** Folder in which position and truth survive a restart; null: they end with the process. */
  state: z.string().min(1).nullable().default(null),
  /** Length in ms of a day of the generated symbol lists, on which companies are listed, renamed and delisted; 0: they never change. */
  symbolDayMs: z.coerce.number().int().min(0).max(86_400_000).default(0),
  /** Days of articles before the first start, listed in separate feeds; 0: none. */
  historyDays: z.coerce.number().int().min(0).max(400).default(0),
  /** Share of filings among the documents, as far as `filingsPerSecondMax` allows. */
  filingShare: z.coerce.number().min(0).max(1).default(0.4),
  /** Maximum number of filings per second: what a client limited to EDGAR's ten requests per second can fetch. */
  filingsPerSecondMax: z.coerce.number().min(0).max(100_000).default(4),
  /** EDGAR requests per second; 0: no limit, but they are counted. */
  edgarPerSecondMax: z.coerce.number().int().min(0).max(100_000).default(10),
});
export type UpstreamOptions = z.output<typeof Options>;

export class OptionError extends Error {}

/** Returns the options with their defaults. */
export function parseOptions(given: Readonly<Record<string, unknown>>): UpstreamOptions {
  const parsed = Options.safeParse(given);
  if (!parsed.success) throw new OptionError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '));
  const { upstream } = parsed.data;
  if (upstream !== 'generated' && statSync(upstream, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new OptionError(`upstream: no folder ${upstream}`);
  return parsed.data;
}
