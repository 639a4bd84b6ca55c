/**
 * Decides for which addresses a source of the catalogue has authority: those at its own registrable domain, at the further hosts that the
 * catalogue lists, and at the exact host and port of its feed. Redirects and further pages of the feed must stay there too
 * (ops/decisions/0008-authority.md).
 */
import { aggregatorDomains } from '../../refine/normalise/outlets.ts';
import { bareHost, isWithin, siteOf } from '../../site.ts';
import type { Source } from './catalogue.ts';

export interface Authority {
  /** True for a source that lists articles of other publishers; its entries are never a publisher's own. */
  readonly isAggregator: boolean;
  /** Returns the domain under which its entry for an address is served. */
  readonly domainAt: (address: URL) => string;
  /** Returns whether the page at the address is the source's own. */
  readonly speaksFor: (address: URL) => boolean;
  /** Returns whether the fetch of its feed may go there, by a redirect or for an older page. */
  readonly mayLeadTo: (address: URL) => boolean;
}

const known = new WeakMap<Source, Authority>();

/** Returns what a source may speak for; the same object for the same source. */
export function authorityOf(source: Source): Authority {
  let authority = known.get(source);
  if (authority === undefined) {
    authority = newAuthority(source);
    known.set(source, authority);
  }
  return authority;
}

function newAuthority({ domain: given, domains = [], aggregator, url }: Source): Authority {
  const { domain } = siteOf(`http://${given}/`);
  const names = [domain, ...domains];
  const feed = new URL(url);
  const feedHost = bareHost(feed);
  const feedSite = siteOf(url).domain;
  // A host that publishes nothing itself also carries feeds and links of others.
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

/** The authority for a document without a catalogue (an inspected file): every address counts as the source's own. */
export const anyAuthority: Authority = {
  isAggregator: false,
  domainAt: (address) => siteOf(address.href).domain,
  speaksFor: () => true,
  mayLeadTo: () => false,
};
