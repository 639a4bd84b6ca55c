/** An address as a feed writes it in, absolute where it can be made so, as written where not; null where there is none. */

/** No server takes more; resolving megabytes of it would only cost time. */
const CHARS_MAX = 8_192;

/** A longer base is none: all addresses of a document are resolved against it. */
const BASE_CHARS_MAX = 2_000;

/** `base`: the first that holds wins: xml:base, the feed's own site, the document's address (RFC 3986, 5.1). */
export function resolveLink(written: string | null | undefined, ...bases: readonly (string | null)[]): string | null {
  const text = (written ?? '').trim();
  if (text.length > CHARS_MAX) return text.slice(0, CHARS_MAX);
  // Escaped twice: no address has a parameter `amp;x`.
  const href = text.replace(/&(?:amp|#0*38|#x0*26);/gi, '&');
  if (href === '') return null;
  if (URL.canParse(href)) return new URL(href).href;
  for (const base of bases)
    if (base !== null && base.length <= BASE_CHARS_MAX && URL.canParse(href, base)) return new URL(href, base).href;
  return href;
}
