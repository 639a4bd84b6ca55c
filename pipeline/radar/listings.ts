/** What Radar needs of the symbol directory: name, sector, market and issuer of each ticker; follows the KV bucket `symbols`. */
import type { KV } from '@nats-io/kv';
import type { Logger } from '#ops/runtime/log.ts';
import { backoff, pause } from '#ops/runtime/pause.ts';
import { marketOf, type RadarMarket } from '#schemas/radar.ts';
import { SymbolEntry } from '#schemas/symbol.ts';

export interface Listing {
  readonly name: string;
  readonly sector: string | null;
  readonly market: RadarMarket;
  /** Ten digits. */
  readonly cik: string | null;
}

export type Listings = Pick<ReadonlyMap<string, Listing>, 'get' | 'size' | 'entries'>;

export const listingOf = ({ symbol, name, sector, asset_type, cik }: SymbolEntry): Listing => ({
  name,
  sector,
  market: asset_type === 'Crypto' ? 'crypto' : marketOf(symbol, cik !== null),
  cik,
});

/** Resolves once the bucket was read to its end; a watch that ends is begun again. */
export async function followListings(bucket: KV, { log, signal }: { readonly log: Logger; readonly signal: AbortSignal }): Promise<Listings> {
  const listings = new Map<string, Listing>();
  const { promise: loaded, resolve: nowLoaded } = Promise.withResolvers<void>();
  const follow = async (): Promise<void> => {
    if ((await bucket.status()).values === 0) nowLoaded();
    const watch = await bucket.watch({ ignoreDeletes: false });
    const stop = (): void => watch.stop();
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    try {
      for await (const entry of watch) {
        const parsed = entry.operation === 'PUT' ? SymbolEntry.safeParse(entry.json()) : null;
        if (parsed?.success === true) listings.set(parsed.data.symbol, listingOf(parsed.data));
        else listings.delete(entry.key);
        if (entry.delta === 0) nowLoaded();
      }
    } finally {
      signal.removeEventListener('abort', stop);
      watch.stop();
    }
  };
  signal.addEventListener('abort', () => nowLoaded(), { once: true });
  void (async () => {
    for (let failures = 0; !signal.aborted; failures += 1) {
      await follow().catch((error: unknown) => log.warn({ err: error, failures }, 'radar.directory_watch_failed'));
      await pause(backoff(failures, 250, 10_000), signal);
    }
  })();
  await loaded;
  return listings;
}
