/**
 * Decides which addresses a source may publish: those at its registrable domain, at the further `domains` of its catalogue entry, and at the
 * exact host and port of its feed. Redirects and older pages must stay there too (ops/decisions/0008-authority.md).
 */
import { aggregatorDomains } from '../../refine/normalise/outlets.ts';
import { bareHost, isWithin, siteOf } from '../../site.ts';
import type { Source } from './catalogue.ts';

export interface Authority {
  readonly isAggregator: boolean;
  /** Returns the domain under which the article at this address is served. */
  readonly domainAt: (address: URL) => string;
  /** Returns whether the source publishes pages at this address itself. */
  readonly speaksFor: (address: URL) => boolean;
  /** Returns whether a redirect of the feed, or its older pages, may lead to this address. */
  readonly mayLeadTo: (address: URL) => boolean;
}

const known = new WeakMap<Source, Authority>();

export const authorityOf = (source: Source): Authority => known.getOrInsertComputed(source, newAuthority);

function newAuthority({ domain: given, domains = [], aggregator, url }: Source): Authority {
  const { domain } = siteOf(`http://${given}/`);
  const names = [domain, ...domains];
  const feed = new URL(url);
  const feedHost = bareHost(feed);
  const feedSite = siteOf(url).domain;
  // The host of a known aggregator also carries feeds and links of other publishers.
  const isFeedHostOwn = !isKnownAggregator(feedHost);
  const mayUsePort = ({ port }: URL): boolean => port === '' || port === feed.port;
  const speaksFor = (address: URL): boolean => {
    const host = bareHost(address);
    return names.some((name) => isWithin(host, name)) || (isFeedHostOwn && host === feedHost && mayUsePort(address));
  };
  return {
    isAggregator: aggregator ?? (isKnownAggregator(given) || isKnownAggregator(domain)),
    domainAt: () => domain,
    speaksFor,
    mayLeadTo: (address) =>
      /^https?:$/.test(address.protocol) &&
      address.username === '' &&
      address.password === '' &&
      mayUsePort(address) &&
      (speaksFor(address) || isWithin(bareHost(address), feedSite)),
  };
}

const isKnownAggregator = (host: string): boolean => aggregatorDomains.has(host);

/** Accepts every address; for a document that belongs to no catalogue entry, such as an inspected file. */
export const anyAuthority: Authority = {
  isAggregator: false,
  domainAt: (address) => siteOf(address.href).domain,
  speaksFor: () => true,
  mayLeadTo: () => false,
};
