/**
 * Reduces a document as filed (HTML or plain text) to "the filing's text" and its tables. Evidence
 * offsets of an earnings read are UTF-16 positions in this text. It is made by these rules only:
 *
 * HTML   Tags, comments, scripts, styles and hidden inline-XBRL headers are left out; entities are
 *        decoded; white space collapses to one space, and characters without width are left out; a
 *        no-break hyphen becomes `-`; a block or a `<br>` starts a line; empty lines are left out.
 *        A table row is a line, its cells apart by a tab, empty cells left out; a cell that holds only a currency sign, an opening or closing
 *        parenthesis, a percent sign or a footnote mark joins the figure it belongs to.
 * Plain  Lines as filed, trailing blanks and carriage returns left out, SGML tags (`<TABLE>`, `<S>`,
 *        `<C>`, `<PAGE>`) replaced by blanks of the same length so that columns stay in place; of a double-spaced document half the
 *        blank lines.
 */
import { reduceHtml } from './html.ts';
import { reducePlain } from './plain.ts';
import type { ReducedText } from './reduced-text.ts';

/** Returns true for markup that EDGAR's plain-text documents never contain; a page that is one `<pre>` is plain text in a wrapper. */
function isHtml(source: string): boolean {
  const head = source.slice(0, 200_000);
  if (!/<(?:html|body|div|p|font|span|td|br)\b/i.test(head)) return false;
  return !(head.includes('<pre') || head.includes('<PRE') || head.includes('<Pre')) || /<(?:td|th)\b/i.test(source);
}

/** Returns the text of a document with its tables, of HTML or plain text. */
export const reduceDocument = (source: string): ReducedText => (isHtml(source) ? reduceHtml(source) : reducePlain(source));
