/** Follows the KV bucket `symbols` for Radar: name, sector, market and issuer of each ticker. */
import type { KV } from '@nats-io/kv';
import { followBucket, type FollowOptions } from '#ops/nats/follow-bucket.ts';
import { marketOf, type RadarMarket } from '#schemas/radar.ts';
import { SymbolEntry } from '#schemas/symbol.ts';

export interface Company {
  readonly name: string;
  readonly sector: string | null;
  readonly market: RadarMarket;
  /** CIK of the issuer in ten digits; null when the ticker has no issuer at the SEC. */
  readonly cik: string | null;
}

export type Companies = Pick<ReadonlyMap<string, Company>, 'get' | 'size' | 'entries'>;

export const companyOf = ({ symbol, name, sector, asset_type, cik }: SymbolEntry): Company => ({
  name,
  sector,
  market: asset_type === 'Crypto' ? 'crypto' : marketOf(symbol, cik !== null),
  cik,
});

/** Resolves with the companies once the whole bucket is read, and keeps them current until `signal` aborts. */
export async function followCompanies(bucket: KV, options: FollowOptions & { readonly signal: AbortSignal }): Promise<Companies> {
  const companies = new Map<string, Company>();
  const put = (key: string, value: unknown): void => void companies.set(key, companyOf(SymbolEntry.parse(value)));
  await followBucket(bucket, { put, remove: (key) => void companies.delete(key) }, options);
  return companies;
}
