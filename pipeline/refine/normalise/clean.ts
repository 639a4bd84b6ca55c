/**
 * Cleans a text from an upstream into one line of plain text: decodes entities however often they were escaped; removes
 * markup, control and invisible characters; folds whitespace. The result contains no `<` that an HTML parser takes for a
 * tag and no entity of `<` or `&`: it is safe to show, and decoding it again restores no markup.
 */
import { decodeHTMLStrict } from 'entities';
import { withoutMarkup } from './markup.ts';

// C0 and C1 controls, soft hyphen, zero-width and bidirectional marks, variation selectors, replacement character, lone
// surrogates, and tag characters, which spell hidden text.
const INVISIBLE =
  /[\ufe00-\ufe0f[\p{Cc}--[\t\n\v\f\r]]\p{Cs}\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufffd\u{e0000}-\u{e007f}]/gv;

/** A text put together of pieces (`&#3<b></b>8;`) may take several passes; only attacks need more than one. */
const PASSES_MAX = 3;

/** Returns text without markup, entities and invisible characters, in NFC. */
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

/** `&amp;amp;lt;` becomes `&lt;`, whatever its length: all levels are removed in one pass. */
const ESCAPED_AGAIN = /&(?:(?:amp|AMP|#0{0,6}38|#[xX]0{0,6}26);)+/g;

/** Decodes entities with a semicolon, or `H&GTV` would be `H>V`; without it only numeric ones and usual ones before a space or mark. */
function decode(text: string): string {
  if (!text.includes('&')) return text;
  return decodeHTMLStrict(
    text
      .replace(/&(#\d{2,7}(?![\d;])|#x[\da-f]{2,6}(?![\da-f;]))/gi, '&$1;')
      .replace(/&(amp|nbsp|quot|lt|gt)(?![\w;])/g, '&$1;')
      .replace(ESCAPED_AGAIN, '&'),
  );
}

/** A tag, its end, a declaration or an instruction begins with these (HTML, 13.2.5.6); a space after the sign makes it text. */
const OPENS = /<(?=[A-Za-z/!?])/g;
/** Entities of `<` and `&`, with or without semicolon: HTML parsers accept both. */
const SIGN_AS_ENTITY = /&(?=lt|LT|amp|AMP|#0*(?:38|60)(?!\d)|#[xX]0*(?:26|3[cC])(?![\da-fA-F]))/g;
const neutral = (text: string): string => text.replace(OPENS, '< ').replace(SIGN_AS_ENTITY, '& ');

/** Whether a text has markup or entities that cleanText would remove. */
export const holdsMarkup = (text: string): boolean =>
  (text.includes('<') && text.search(OPENS) >= 0) || (text.includes('&') && text.search(SIGN_AS_ENTITY) >= 0);

/** Returns at most `lengthMax` characters, cut between words, with an ellipsis where it was cut. */
export function cutText(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text;
  const head = text.slice(0, lengthMax - 1);
  const space = head.lastIndexOf(' ');
  const cut = space > lengthMax / 2 ? head.slice(0, space) : head.replace(/[\ud800-\udbff]$/, '');
  return `${cut.replace(/(?<![\s,;:–—-])[\s,;:–—-]+$/, '')}…`;
}

/** Whether cleanText has nothing to do: printable ASCII only, no entity or tag, no space at an end or after another. */
function isClean(text: string): boolean {
  let before = 32;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code < 32 || code > 126 || code === 38 || code === 60 || (code === 32 && before === 32)) return false;
    before = code;
  }
  return text === '' || before !== 32;
}
