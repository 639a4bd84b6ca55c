/** An article's link and outlet in, the publisher's domain out: of an aggregator's link the domain of the outlet it names, where it names one. */
import { parse } from 'tldts';
import { aggregatorDomains, outletDomain } from './outlets.ts';

export interface Origin {
  /** Of the link. */
  readonly host: string;
  /** The publisher's. */
  readonly domain: string;
  readonly isAggregated: boolean;
}

/** `namedDomain`: what an aggregator's entry itself says of its outlet; believed before any table of ours. */
export function originOf(url: string, outlet: string, namedDomain: string | null = null): Origin {
  const link = hostOf(url);
  const isAggregated = aggregatorDomains.has(link.domain) || aggregatorDomains.has(link.host);
  if (!isAggregated) return { host: link.host, domain: link.domain, isAggregated };
  const target = redirectTarget(url);
  const domain =
    (namedDomain === null ? null : hostOf(`https://${namedDomain}`).domain) ??
    outletDomain(outlet) ??
    domainNamed(outlet) ??
    (target === null ? null : hostOf(target).domain);
  return { host: link.host, domain: domain ?? link.domain, isAggregated };
}

/** Hosts of many publishers that the Public Suffix List does not name. */
const sharedHosts: ReadonlySet<string> = new Set(['substack.com', 'beehiiv.com', 'medium.com', 'ghost.io']);

interface Host {
  readonly host: string;
  readonly domain: string;
}

/** A plain link up to its host: no port, no user, nothing that a parser would change. */
const PLAIN = /^https?:\/\/([a-z0-9-]+(?:\.[a-z0-9-]+)+)[/?#]/;
const HOSTS_REMEMBERED = 10_000;
let hosts = new Map<string, Host>();

/** The same few publishers again and again: their hosts are remembered. */
function hostOf(url: string): Host {
  const plain = PLAIN.exec(url)?.[1];
  if (plain === undefined) return parsedHost(url);
  let host = hosts.get(plain);
  if (host === undefined) {
    host = parsedHost(url);
    if (hosts.size >= HOSTS_REMEMBERED) hosts = new Map();
    hosts.set(plain, host);
  }
  return host;
}

/** Registrable domain, blogs of a shared host (`x.substack.com`) counted as their own; the host itself where there is none. */
function parsedHost(url: string): Host {
  const { hostname, domain } = parse(url, { allowPrivateDomains: true });
  const host = (hostname ?? '').toLowerCase();
  const bare = host.replace(/^www\./, '');
  return { host: bare, domain: sharedHosts.has(domain ?? '') ? bare : (domain ?? host).toLowerCase() };
}

const domainNamed = (outlet: string): string | null => {
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(outlet.trim())) return null;
  const { domain, isIcann } = parse(outlet.trim());
  return isIcann === true && domain !== null ? domain.toLowerCase() : null;
};

/** `https://www.google.com/url?q=https://…`: the address that a redirector carries in its query. */
function redirectTarget(url: string): string | null {
  if (!URL.canParse(url)) return null;
  for (const [name, value] of new URL(url).searchParams) {
    if (['url', 'u', 'q', 'to', 'target'].includes(name) && /^https?:\/\//i.test(value) && URL.canParse(value)) return value;
  }
  return null;
}
