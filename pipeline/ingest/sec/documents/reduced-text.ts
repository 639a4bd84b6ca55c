/** A document of a filing as plain text with its tables; what the text is made of, reduce.ts says. */

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
