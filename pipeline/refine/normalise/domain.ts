/** Determines the publisher's domain from an article's link and its source's domain. Query parameters and redirects of the link are ignored. */
import { siteOf } from '../../site.ts';
import { aggregatorDomains } from './outlets.ts';

interface Origin {
  readonly host: string;
  readonly domain: string;
  /** Whether the headline may end with another outlet's name. */
  readonly isAggregated: boolean;
}

/** Returns the origin. `servedAs` is the source's domain, null on messages of old releases: then the link's domain is used. */
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
