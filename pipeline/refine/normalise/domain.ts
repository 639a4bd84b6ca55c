/**
 * Determines the publisher's domain from an article's link and the domain its source is served under. Neither a link's
 * query parameters nor the target of its redirect count.
 */
import { siteOf } from '../../site.ts';
import { aggregatorDomains } from './outlets.ts';

export interface Origin {
  /** Host of the link. */
  readonly host: string;
  /** The publisher's domain. */
  readonly domain: string;
  /** Whether the headline may end with the name of another outlet. */
  readonly isAggregated: boolean;
}

/** `servedAs`: the source's domain; null on messages of releases that did not name it, then the link's domain is used. */
export function originOf(
  url: string,
  { servedAs, isAggregatorEntry }: { readonly servedAs: string | null; readonly isAggregatorEntry: boolean },
): Origin {
  const link = siteOf(url);
  return {
    host: link.host,
    domain: servedAs ?? link.domain,
    isAggregated: isAggregatorEntry || aggregatorDomains.has(link.domain) || aggregatorDomains.has(link.host),
  };
}
