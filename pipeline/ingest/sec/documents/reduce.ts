/**
 * A document as filed (HTML or plain text) in; "the filing's text" and its tables out. Evidence
 * offsets of an earnings read are UTF-16 positions in this text. It is made by these rules only:
 *
 * HTML   Tags, comments, scripts, styles and hidden inline-XBRL headers are left out; entities are
 *        decoded; white space (no-break and zero-width too) collapses to one space; a block or a
 *        `<br>` starts a line; empty lines are left out. A table row is a line, its cells apart by
 *        a tab, empty cells left out; a cell that holds only a currency sign, an opening or closing
 *        parenthesis, a percent sign or a footnote mark joins the figure it belongs to.
 * Plain  Lines as filed, trailing blanks and carriage returns left out, SGML tags (`<TABLE>`, `<S>`,
 *        `<C>`, `<PAGE>`) replaced by blanks of the same length so that columns stay in place.
 */
import { reduceHtml } from './html.ts';
import { reducePlain } from './plain.ts';

export interface Cell {
  /** The figure or words, without a currency sign that stood in a cell of its own. */
  readonly text: string;
  /** `text` without superscripts: what a label or figure says without its footnote marks. */
  readonly bare: string;
  /** Currency sign of a cell of its own, else ''. */
  readonly prefix: string;
  /** `text` is `reduced.text.slice(start, end)`. */
  readonly start: number;
  readonly end: number;
  /** Grid columns (HTML) or character columns (plain) that the cell covers, joined neighbours included: [from, to). */
  readonly from: number;
  readonly to: number;
  /** The same of the figure's own cell. */
  readonly anchorFrom: number;
  readonly anchorTo: number;
}

export interface Row {
  readonly cells: readonly Cell[];
  readonly start: number;
}

export interface Table {
  readonly rows: readonly Row[];
  readonly start: number;
  readonly end: number;
  readonly isPlain: boolean;
}

export interface ReducedText {
  readonly text: string;
  readonly tables: readonly Table[];
}

/** True for markup that EDGAR's plain-text documents never carry; a page that is one `<pre>` is plain text in a wrapper. */
function isHtml(source: string): boolean {
  const head = source.slice(0, 200_000);
  if (!/<(?:html|body|div|p|font|span|td|br)\b/i.test(head)) return false;
  return !(head.includes('<pre') || head.includes('<PRE') || head.includes('<Pre')) || /<(?:td|th)\b/i.test(source);
}

export const reduceDocument = (source: string): ReducedText => (isHtml(source) ? reduceHtml(source) : reducePlain(source));
