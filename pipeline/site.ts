/**
 * Extracts host and site of an address. The site is the registrable domain and identifies a publisher. Each customer of a hosting platform
 * (`x.substack.com`) is a separate site; a host without a registrable domain is its own site.
 */
import { parse } from 'tldts';

export interface Site {
  /** Lower-case host without `www.` and trailing dot. */
  readonly host: string;
  readonly domain: string;
}

/** Hosting platforms that the Public Suffix List lacks. */
const sharedHosts: ReadonlySet<string> = new Set(['substack.com', 'beehiiv.com', 'medium.com', 'ghost.io']);

/** Matches an address whose host no parser would change: no port, no user, no upper case. */
const PLAIN = /^https?:\/\/([a-z0-9-]+(?:\.[a-z0-9-]+)+)[/?#]/;
const HOSTS_REMEMBERED = 10_000;
const sites = new Map<string, Site>();

/** Returns host and site. Hosts are cached, because the same few publishers recur. */
export function siteOf(url: string): Site {
  const plain = PLAIN.exec(url)?.[1];
  if (plain === undefined) return parsedSite(url);
  if (sites.size >= HOSTS_REMEMBERED) sites.clear();
  return sites.getOrInsertComputed(plain, () => parsedSite(url));
}

function parsedSite(url: string): Site {
  const { hostname, domain } = parse(url, { allowPrivateDomains: true });
  // The library rejects names that no registry issues; such a name is still a host.
  const host = (hostname ?? (URL.canParse(url) ? bareHost(new URL(url)) : '')).toLowerCase();
  const bare = host.replace(/^www\./, '');
  return { host: bare, domain: sharedHosts.has(domain ?? '') ? bare : (domain ?? host).toLowerCase() };
}

/** Returns the host as the URL parser writes it, without a trailing dot. */
export const bareHost = (address: URL): string => address.hostname.replace(/(?<!\.)\.+$/, '');

/** Returns whether `host` (from bareHost) is `name` or a subdomain. IP addresses, public suffixes and hosting platforms have none. */
export function isWithin(host: string, name: string): boolean {
  if (host === name) return true;
  if (!host.endsWith(`.${name}`)) return false;
  return !sharedHosts.has(name) && parse(name, { allowPrivateDomains: true }).domain !== null;
}
