/** Resolves addresses in feeds: absolute where possible, else as written, null without one. Also unwraps the addresses of redirectors. */

/** No server accepts a longer address; resolving megabytes would waste time. */
const CHARS_MAX = 8_192;

/** A longer base is ignored, because all addresses of a document are resolved against it. */
const BASE_CHARS_MAX = 2_000;

/** Words that publishing systems write in place of a missing address. */
const PLACEHOLDER = /^(?:n\/?a|none|null|nil|undefined|tb[ad]|empty|-+|#+)$/i;

/** Matches `www.example.com/news/1`, which no publisher means as a path of its own site. */
const WITHOUT_SCHEME = /^www\.[a-z0-9-]+\.[a-z]/i;

/** Returns the absolute address, else the text. The first valid base counts: xml:base, the feed's site, the document (RFC 3986, 5.1). */
export function resolveLink(written: string | null | undefined, ...bases: readonly (string | null)[]): string | null {
  const text = (written ?? '').trim();
  if (text.length > CHARS_MAX) return text.slice(0, CHARS_MAX);
  // The ampersand was escaped twice: no address has a parameter `amp;x`.
  const href = text.replace(/&(?:amp|#0*38|#x0*26);/gi, '&');
  if (href === '' || PLACEHOLDER.test(href)) return null;
  if (WITHOUT_SCHEME.test(href) && URL.canParse(`https://${href}`)) return new URL(`https://${href}`).href;
  if (URL.canParse(href)) return new URL(href).href;
  for (const base of bases) if (base !== null && base.length <= BASE_CHARS_MAX && URL.canParse(href, base)) return new URL(href, base).href;
  return href;
}

/** Parameter names for the target of a redirector: `https://www.google.com/url?q=https://…`, `…/click?u=https://…`. */
const TARGET_NAMES: ReadonlySet<string> = new Set(
  'url u q to target dest destination redirect redirect_url redirect_uri goto go link href r'.split(' '),
);
/** Matches `https://example.com/redirect/https://…`; paths sometimes have a single slash. */
const IN_PATH = /\/(https?:\/{1,2}[^/].*)$/i;

/** Returns the address that another carries in its query or at the end of its path; null without one. */
export function carriedAddress({ pathname, search, searchParams }: URL): URL | null {
  const inPath = IN_PATH.exec(pathname)?.[1]?.replace(/^(https?):\/+/i, '$1://');
  const carried = [
    ...(search === '' ? [] : [...searchParams].filter(([name]) => TARGET_NAMES.has(name.toLowerCase())).map(([, value]) => value.trim())),
    ...(inPath === undefined ? [] : [inPath]),
  ].find((text) => /^https?:\/\//i.test(text) && URL.canParse(text));
  return carried === undefined ? null : new URL(carried);
}
