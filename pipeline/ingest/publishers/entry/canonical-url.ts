/**
 * Canonicalises an article's absolute address; its uid is a hash of the result. Removes only differences that cannot identify another
 * article (tracking parameters, session ids, index files, default ports). Idempotent.
 */
import { isTracking } from './tracking-parameters.ts';

const INDEX_FILE = /\/(?:index\.(?:html?|shtml|php|aspx?|jsp)|default\.(?:aspx?|html?))$/i;

/** One removal may expose another (`/..;jsessionid=1`); an address that needs more passes is left unchanged. */
const PASSES_MAX = 20;

/** Returns other than http(s) addresses unchanged. Keeps scheme, `www.`, `m.` and a trailing slash: a server may distinguish them. */
export function canonicalUrl(url: string): string {
  let text = url.trim();
  for (let pass = 0; pass < PASSES_MAX; pass += 1) {
    const folded = fold(text);
    if (folded === text) return text;
    text = folded;
  }
  return url.trim();
}

function fold(text: string): string {
  if (!URL.canParse(text)) return text;
  const parsed = new URL(text);
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') return text;
  const host = parsed.hostname.replace(/(?<!\.)\.+$/, '');
  const port = parsed.port === '' || parsed.port === '80' || parsed.port === '443' ? '' : `:${parsed.port}`;
  const path = normalEscapes(parsed.pathname)
    .replace(/;jsessionid=[^/;]*/gi, '')
    .replace(/\/{2,}/g, '/')
    .replace(INDEX_FILE, '/');
  // A fragment is a place on the page, except `#!`, which selects the page on some old sites.
  const fragment = parsed.hash.startsWith('#!') && parsed.hash.length > 2 ? parsed.hash : '';
  return `${parsed.protocol}//${host}${port}${path}${canonicalQuery(parsed.search)}${fragment}`;
}

/** Sorts parameters by name; those of one name keep their order, which may matter. */
function canonicalQuery(search: string): string {
  const pairs = normalEscapes(search.slice(1))
    .replace(/%20/g, '+')
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const equals = pair.indexOf('=');
      return { pair, name: equals === -1 ? pair : pair.slice(0, equals), value: equals === -1 ? '' : pair.slice(equals + 1) };
    })
    .filter(({ name, value }) => !isTracking(name.toLowerCase(), value))
    .toSorted((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0));
  return pairs.length === 0 ? '' : `?${pairs.map(({ pair }) => pair).join('&')}`;
}

/** Undoes escapes of unreserved characters and writes hex digits in upper case (RFC 3986, 6.2.2). */
const normalEscapes = (text: string): string =>
  text.replace(/%[0-9a-f]{2}/gi, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return /[A-Za-z0-9._~-]/.test(character) ? character : escape.toUpperCase();
  });
