/** Finds all tickers of a company, former and later ones and those of other share classes, in the bucket `symbols`. */
import type { KV } from '@nats-io/kv';
import { followBucket, type FollowOptions } from '#ops/nats/follow-bucket.ts';
import { companyTickers, createSymbolIndex } from '#schemas/company-tickers.ts';
import { SymbolEntry } from '#schemas/symbol.ts';
import type { TickerSpan } from '#schemas/ticker-spans.ts';

/** Milliseconds without a further change before `onChange` is called: loading the symbols makes thousands of changes. */
const restMs = 500;

export async function followCompanyTickers(bucket: KV, options: FollowOptions, onChange: () => void) {
  const index = createSymbolIndex();
  let timer: NodeJS.Timeout | undefined;
  const changed = (): void => {
    clearTimeout(timer);
    timer = setTimeout(onChange, restMs);
  };
  const remove = (symbol: string): void => {
    if (index.remove(symbol) !== undefined) changed();
  };
  const put = (_: string, value: unknown): void => {
    index.put(SymbolEntry.parse(value));
    changed();
  };
  const following = await followBucket(bucket, { put, remove }, options);
  return {
    tickersFor: (ticker: string): readonly TickerSpan[] => companyTickers(ticker, index),
    stop: () => {
      clearTimeout(timer);
      following.stop();
    },
  };
}
