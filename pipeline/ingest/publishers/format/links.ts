/** Resolves the addresses that feeds write, and unwraps those of redirectors. */
import { wordSet } from '../../../refine/text/word-set.ts';

/** Maximum length of an address. Servers reject longer ones, and resolving megabytes would waste time. */
const CHARS_MAX = 8_192;

/** A longer base is ignored, because every address of the document is resolved against it. */
const BASE_CHARS_MAX = 2_000;

/** Matches what publishing systems write in place of a missing address. */
const PLACEHOLDER = /^(?:n\/?a|none|null|nil|undefined|tb[ad]|empty|-+|#+)$/i;

/** Matches `www.example.com/news/1`, which is never meant as a relative path. */
const WITHOUT_SCHEME = /^www\.[a-z0-9-]+\.[a-z]/i;

/**
 * Returns the absolute address by the first valid base (RFC 3986, 5.1); null for a missing address or a placeholder. A text that cannot be
 * resolved stays as it is, and one that is too long is cut.
 */
export function resolveLink(written: string | null | undefined, ...bases: readonly (string | null)[]): string | null {
  const text = (written ?? '').trim();
  if (text.length > CHARS_MAX) return text.slice(0, CHARS_MAX);
  // A parameter `amp;x` is an ampersand that was escaped twice.
  const href = text.replace(/&(?:amp|#0*38|#x0*26);/gi, '&');
  if (href === '' || PLACEHOLDER.test(href)) return null;
  if (WITHOUT_SCHEME.test(href) && URL.canParse(`https://${href}`)) return new URL(`https://${href}`).href;
  if (URL.canParse(href)) return new URL(href).href;
  for (const base of bases) if (base !== null && base.length <= BASE_CHARS_MAX && URL.canParse(href, base)) return new URL(href, base).href;
  return href;
}

/** Names of the parameter with the target of a redirector: `https://www.google.com/url?q=https://…`. */
const TARGET_NAMES = wordSet('url u q to target dest destination redirect redirect_url redirect_uri goto go link href r');
/** Matches `https://example.com/redirect/https://…`. Some paths have a single slash after the inner scheme. */
const IN_PATH = /\/(https?:\/{1,2}[^/].*)$/i;

/** Returns the address in the query or at the end of the path of another; null without one. */
export function carriedAddress({ pathname, search, searchParams }: URL): URL | null {
  const inPath = IN_PATH.exec(pathname)?.[1]?.replace(/^(https?):\/+/i, '$1://');
  const carried = [
    ...(search === '' ? [] : [...searchParams].filter(([name]) => TARGET_NAMES.has(name.toLowerCase())).map(([, value]) => value.trim())),
    ...(inPath === undefined ? [] : [inPath]),
  ].find((text) => /^https?:\/\//i.test(text) && URL.canParse(text));
  return carried === undefined ? null : new URL(carried);
}
