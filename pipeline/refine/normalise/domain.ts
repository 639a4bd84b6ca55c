/**
 * Determines the publisher's domain from an article's link and the domain its source is served under. Neither a link's
 * query parameters nor the target of its redirect count.
 */
import { siteOf } from '../../site.ts';
import { aggregatorDomains } from './outlets.ts';

export interface Origin {
  /** Of the link. */
  readonly host: string;
  /** The publisher's. */
  readonly domain: string;
  /** The headline may end with the name of another outlet. */
  readonly isAggregated: boolean;
}

/** `servedAs`: the domain that stands for the source; null on messages of releases that did not say: the link's own. */
export function originOf(url: string, { servedAs, isListing }: { readonly servedAs: string | null; readonly isListing: boolean }): Origin {
  const link = siteOf(url);
  return {
    host: link.host,
    domain: servedAs ?? link.domain,
    isAggregated: isListing || aggregatorDomains.has(link.domain) || aggregatorDomains.has(link.host),
  };
}
