/**
 * Canonicalises an article's absolute address; its uid is a hash of the result. Removes only differences that cannot
 * name another article (tracking parameters, session ids, index files, default ports). Idempotent.
 */
import { isTracking } from './tracking-parameters.ts';

const INDEX_FILE = /\/(?:index\.(?:html?|shtml|php|aspx?|jsp)|default\.(?:aspx?|html?))$/i;

/** Folding one thing may lay open another (`/..;jsessionid=1`), but not for long: an address that hides more is left as it stands. */
const PASSES_MAX = 20;

/** `url` as it stands where it is no http(s) address. Scheme, `www.`, `m.` and a trailing slash are kept: a server may tell them apart. */
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
  // A fragment is a place on the page, but for `#!`, by which some old sites choose the page.
  const fragment = parsed.hash.startsWith('#!') && parsed.hash.length > 2 ? parsed.hash : '';
  return `${parsed.protocol}//${host}${port}${path}${canonicalQuery(parsed.search)}${fragment}`;
}

/** Parameters in the order of their names; those of one name keep theirs, which may mean something. */
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

/** RFC 3986, 6.2.2: escapes of unreserved characters undone, hex digits in upper case. */
const normalEscapes = (text: string): string =>
  text.replace(/%[0-9a-f]{2}/gi, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return /[A-Za-z0-9._~-]/.test(character) ? character : escape.toUpperCase();
  });
