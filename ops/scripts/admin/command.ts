/** Requests and answers of the commands of `npm run admin`. */
import type { KV } from '@nats-io/kv';
import type { Config } from '#schemas/config.ts';
import { eachAccount, readAccount, type AccountEntry } from '../../accounts/account-entries.ts';
import type { Bus } from '../../nats/nats.ts';

export interface Request {
  readonly words: readonly string[];
  readonly values: {
    readonly name?: string;
    readonly plan?: string;
    readonly 'per-minute'?: string;
    readonly 'per-day'?: string;
    readonly 'dry-run'?: boolean;
    readonly force?: boolean;
    readonly 'data-dir'?: string;
  };
}

export interface Answer {
  readonly json: unknown;
  readonly text: string;
}

/** Rows that are printed as they arrive, so that memory does not grow with the list. */
export interface Table {
  readonly columns: readonly { readonly title: string; readonly width: number }[];
  readonly rows: AsyncIterable<{ readonly json: unknown; readonly cells: readonly string[] }>;
}

export interface Command {
  /** Names of the words after the command. A word in brackets is optional. */
  readonly words: readonly string[];
  readonly options: readonly string[];
  readonly run: (bucket: KV, request: Request, now: Date, service: { readonly bus: Bus; readonly config: Config }) => Promise<Answer | Table>;
}

export interface LoneCommand extends Omit<Command, 'run'> {
  readonly runAlone: (request: Request, config: Config) => Promise<Answer>;
}

export const columns = (...titled: readonly (readonly [string, number])[]): Table['columns'] => titled.map(([title, width]) => ({ title, width }));

/** Yields the rows of one account, or of all. An account that cannot be parsed is reported on stderr and skipped. */
export async function* listed<T>(bucket: KV, rowsOf: (entry: AccountEntry) => Iterable<T>, accountId?: string): AsyncGenerator<T> {
  if (accountId !== undefined) return void (yield* rowsOf(await readAccount(bucket, accountId)));
  for await (const entry of eachAccount(bucket)) {
    if ('unreadable' in entry) process.stderr.write(`${entry.unreadable} cannot be read: a later release may have written it\n`);
    else yield* rowsOf(entry);
  }
}
