/**
 * Extracts host and site of an address. The site is the registrable domain and identifies a publisher. Each customer of
 * a hosting platform (`x.substack.com`, `x.github.io`) is a site of its own; a host without a registrable domain is its
 * own site.
 */
import { parse } from 'tldts';

export interface Site {
  /** In lower case, without `www.` and without the root's dot. */
  readonly host: string;
  readonly domain: string;
}

/** Hosts of many publishers that the Public Suffix List does not name. */
const sharedHosts: ReadonlySet<string> = new Set(['substack.com', 'beehiiv.com', 'medium.com', 'ghost.io']);

/** A plain link up to its host: no port, no user, nothing that a parser would change. */
const PLAIN = /^https?:\/\/([a-z0-9-]+(?:\.[a-z0-9-]+)+)[/?#]/;
const HOSTS_REMEMBERED = 10_000;
let sites = new Map<string, Site>();

/** The same few publishers again and again: their hosts are remembered. */
export function siteOf(url: string): Site {
  const plain = PLAIN.exec(url)?.[1];
  if (plain === undefined) return parsedSite(url);
  let site = sites.get(plain);
  if (site === undefined) {
    site = parsedSite(url);
    if (sites.size >= HOSTS_REMEMBERED) sites = new Map();
    sites.set(plain, site);
  }
  return site;
}

function parsedSite(url: string): Site {
  const { hostname, domain } = parse(url, { allowPrivateDomains: true });
  // A name that no registry would give out is none to it, and a host all the same.
  const host = (hostname ?? (URL.canParse(url) ? bareHost(new URL(url)) : '')).toLowerCase();
  const bare = host.replace(/^www\./, '');
  return { host: bare, domain: sharedHosts.has(domain ?? '') ? bare : (domain ?? host).toLowerCase() };
}

/** As the URL parser writes a host, the root's dot left off: `WWW.Example.com.` and `www.example.com` are one. */
export const bareHost = (address: URL): string => address.hostname.replace(/(?<!\.)\.+$/, '');

/**
 * Whether `host` (of bareHost) is `name` or stands below it. Nothing stands below an IP address, a name without a dot,
 * a public suffix or a host of many publishers.
 */
export function isWithin(host: string, name: string): boolean {
  if (host === name) return true;
  if (!host.endsWith(`.${name}`)) return false;
  return !sharedHosts.has(name) && parse(name, { allowPrivateDomains: true }).domain !== null;
}
