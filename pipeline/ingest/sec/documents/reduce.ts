/**
 * Reduces a document as filed (HTML or plain text) to its text and tables. The evidence offsets of an earnings read are UTF-16 positions in
 * this text, which only these rules make:
 *
 * HTML   Tags, comments, scripts, styles and hidden inline-XBRL headers are removed, and entities are decoded. White space collapses to one
 *        space, characters without width are removed, and a no-break hyphen becomes `-`. A block or a `<br>` starts a line, and empty lines
 *        are removed. A table row is a line with a tab between its cells, without empty cells. A cell with only a currency sign, a bracket, a
 *        percent sign or a footnote mark joins its figure.
 * Plain  Lines stay as filed, without trailing blanks and carriage returns. Blanks of the same length replace SGML tags (`<TABLE>`, `<S>`,
 *        `<C>`, `<PAGE>`), so that columns stay in place. A currency sign, bracket or percent sign two or more blanks from its figure
 *        moves next to it. A double-spaced document loses half of its blank lines.
 */
import { reduceHtml } from './html.ts';
import { reducePlain } from './plain.ts';
import type { ReducedText } from './reduced-text.ts';

/** Returns whether a document has markup that EDGAR's plain-text documents never have. A page that is one `<pre>` is plain text. */
function isHtml(source: string): boolean {
  const head = source.slice(0, 200_000);
  if (!/<(?:html|body|div|p|font|span|td|br)\b/i.test(head)) return false;
  return !(head.includes('<pre') || head.includes('<PRE') || head.includes('<Pre')) || /<(?:td|th)\b/i.test(source);
}

export const reduceDocument = (source: string): ReducedText => (isHtml(source) ? reduceHtml(source) : reducePlain(source));
