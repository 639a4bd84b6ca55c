/** Text as an upstream sent it in, one line of readable text out: entities decoded, tags, control and invisible characters gone, whitespace single. */
import { decodeHTML } from 'entities';

/** Only tags that stand in headlines and leads: `<PRY>` is a ticker, as old wires write one. */
const TAG =
  /<\/?(?:b|i|em|strong|span|a|p|br|u|sup|sub|font|div|img|ul|ol|li|h[1-6]|script|style|table|tr|td|figure|iframe|blockquote)\b[^<>]{0,2000}>/gi;
// C0 and C1 controls, soft hyphen, zero-width and bidirectional marks, variation selectors, replacement character, lone surrogates.
const INVISIBLE = /[\ufe00-\ufe0f[\p{Cc}--[\t\n\v\f\r]]\p{Cs}\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufffd]/gv;

export function cleanText(text: string): string {
  if (isClean(text)) return text;
  let clean = text;
  // Twice, for feeds that escape what is already escaped.
  for (let pass = 0; pass < 2 && clean.includes('&'); pass += 1) clean = decodeHTML(clean);
  if (clean.includes('<')) clean = clean.replace(TAG, ' ');
  return clean.replace(INVISIBLE, '').replace(/\s+/g, ' ').normalize('NFC').trim();
}

/** At most `lengthMax` characters, cut between words, with an ellipsis where it was cut. */
export function cutText(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text;
  const head = text.slice(0, lengthMax - 1);
  const space = head.lastIndexOf(' ');
  const cut = space > lengthMax / 2 ? head.slice(0, space) : head.replace(/[\ud800-\udbff]$/, '');
  return `${cut.replace(/(?<![\s,;:–—-])[\s,;:–—-]+$/, '')}…`;
}

/** Nothing but printable ASCII, no entity or tag, no space at an end or after another. */
function isClean(text: string): boolean {
  let before = 32;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code < 32 || code > 126 || code === 38 || code === 60 || (code === 32 && before === 32)) return false;
    before = code;
  }
  return text === '' || before !== 32;
}
