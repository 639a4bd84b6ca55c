/** Follows the KV bucket `symbols` for Radar: name, sector, market and issuer of each ticker. */
import type { KV } from '@nats-io/kv';
import { followBucket, type FollowOptions } from '#ops/nats/follow-bucket.ts';
import { marketOf, type RadarMarket } from '#schemas/radar.ts';
import { SymbolEntry } from '#schemas/symbol.ts';

export interface Listing {
  readonly name: string;
  readonly sector: string | null;
  readonly market: RadarMarket;
  /** Ten digits; null without an issuer. */
  readonly cik: string | null;
}

export type Listings = Pick<ReadonlyMap<string, Listing>, 'get' | 'size' | 'entries'>;

export const listingOf = ({ symbol, name, sector, asset_type, cik }: SymbolEntry): Listing => ({
  name,
  sector,
  market: asset_type === 'Crypto' ? 'crypto' : marketOf(symbol, cik !== null),
  cik,
});

/** Resolves once the bucket has been read completely, and follows it until `signal` aborts. */
export async function followListings(bucket: KV, options: FollowOptions & { readonly signal: AbortSignal }): Promise<Listings> {
  const listings = new Map<string, Listing>();
  const put = (key: string, value: unknown): void => void listings.set(key, listingOf(SymbolEntry.parse(value)));
  await followBucket(bucket, { put, remove: (key) => void listings.delete(key) }, options);
  return listings;
}
