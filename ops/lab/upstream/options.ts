/** Parses the options of an upstream. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';

const Options = z.strictObject({
  /** 0 means any free port. */
  port: z.coerce.number().int().min(0).max(65_535).default(0),
  /** `generated`, or the path of a folder of recorded documents. */
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
  /** Folder that keeps the released and served documents for the next start; null keeps them only while the process runs. */
  state: z.string().min(1).nullable().default(null),
  /** Length of a simulated day in ms. Each day companies are listed, renamed and delisted; 0 means the symbol lists never change. */
  symbolDayMs: z.coerce.number().int().min(0).max(86_400_000).default(0),
  /** Days before the first start whose articles are served in archive feeds; 0 means no archive feeds. */
  historyDays: z.coerce.number().int().min(0).max(400).default(0),
  /** Share of filings among the documents; `filingsPerSecondMax` limits it at high rates. */
  filingShare: z.coerce.number().min(0).max(1).default(0.4),
  /** Default: what a client limited to EDGAR's ten requests per second can fetch. */
  filingsPerSecondMax: z.coerce.number().min(0).max(100_000).default(4),
  /** EDGAR requests per second; 0 means no limit, and requests are still counted. */
  edgarPerSecondMax: z.coerce.number().int().min(0).max(100_000).default(10),
});
export type UpstreamOptions = z.output<typeof Options>;

export class OptionError extends Error {}

/** Returns the options with their defaults. Throws an OptionError, whose message is one line, when an option is invalid. */
export function parseOptions(given: Readonly<Record<string, unknown>>): UpstreamOptions {
  const parsed = Options.safeParse(given);
  if (!parsed.success) throw new OptionError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '));
  const { upstream } = parsed.data;
  if (upstream !== 'generated' && statSync(upstream, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new OptionError(`upstream: ${upstream} is not a folder`);
  return parsed.data;
}
