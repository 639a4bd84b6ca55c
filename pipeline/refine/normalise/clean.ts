/**
 * Cleans a text from an upstream into one line of plain text, without markup and invisible characters. The result has no `<` that an HTML
 * parser takes for a tag and no entity of `<` or `&`, so it is safe to show, and decoding it again restores no markup.
 */
import { decodeHTMLStrict } from 'entities';
import { withoutMarkup } from './markup.ts';

// Matches C0 and C1 controls, soft hyphen, zero-width and bidirectional marks, variation selectors, the replacement character, lone
// surrogates, and tag characters, which spell hidden text.
const INVISIBLE =
  /[\ufe00-\ufe0f[\p{Cc}--[\t\n\v\f\r]]\p{Cs}\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufffd\u{e0000}-\u{e007f}]/gv;

/** Maximum number of passes. Only an attack, such as `&#3<b></b>8;`, needs more than one. */
const PASSES_MAX = 3;

export function cleanText(text: string): string {
  if (isClean(text)) return text;
  let clean = text;
  for (let pass = 0; pass < PASSES_MAX; pass += 1) {
    const before = clean;
    clean = decode(clean).replace(INVISIBLE, '').normalize('NFC');
    if (clean === before || !clean.includes('&')) break;
  }
  return neutral(withoutMarkup(clean).replace(/\s+/g, ' ').trim());
}

/** Matches an ampersand that was escaped several times: `&amp;amp;lt;` becomes `&lt;` in one pass. */
const ESCAPED_AGAIN = /&(?:(?:amp|AMP|#0{0,6}38|#[xX]0{0,6}26);)+/g;

/** Decodes entities. Without a semicolon only numeric and common ones count, and only before a space or mark, because `H&GTV` is no entity. */
function decode(text: string): string {
  if (!text.includes('&')) return text;
  return decodeHTMLStrict(
    text
      .replace(/&(#\d{2,7}(?![\d;])|#x[\da-f]{2,6}(?![\da-f;]))/gi, '&$1;')
      .replace(/&(amp|nbsp|quot|lt|gt)(?![\w;])/g, '&$1;')
      .replace(ESCAPED_AGAIN, '&'),
  );
}

/** Matches a `<` that opens a tag, an end tag, a declaration or an instruction (HTML, 13.2.5.6). Before a space it is text. */
const OPENS = /<(?=[A-Za-z/!?])/g;
/** Matches the ampersand of an entity of `<` or `&`, with or without semicolon, because HTML parsers accept both. */
const SIGN_AS_ENTITY = /&(?=lt|LT|amp|AMP|#0*(?:38|60)(?!\d)|#[xX]0*(?:26|3[cC])(?![\da-fA-F]))/g;
const neutral = (text: string): string => text.replace(OPENS, '< ').replace(SIGN_AS_ENTITY, '& ');

export const holdsMarkup = (text: string): boolean =>
  (text.includes('<') && text.search(OPENS) >= 0) || (text.includes('&') && text.search(SIGN_AS_ENTITY) >= 0);

/** Returns at most `lengthMax` characters, cut between words and with an ellipsis. */
export function cutText(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text;
  const head = text.slice(0, lengthMax - 1);
  const space = head.lastIndexOf(' ');
  const cut = space > lengthMax / 2 ? head.slice(0, space) : head.replace(/[\ud800-\udbff]$/, '');
  return `${cut.replace(/(?<![\s,;:–—-])[\s,;:–—-]+$/, '')}…`;
}

/** Returns whether the text is already clean: printable ASCII only, no entity or tag, no space at an end or after another. */
function isClean(text: string): boolean {
  let before = 32;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code < 32 || code > 126 || code === 38 || code === 60 || (code === 32 && before === 32)) return false;
    before = code;
  }
  return text === '' || before !== 32;
}
