/** A document of a filing as plain text with its tables; reduce.ts defines the rules of the text. */

export interface Cell {
  /** The figure or words, without a currency sign that has its own cell. */
  readonly text: string;
  /** `text` without superscripts, i.e. without footnote marks. */
  readonly bare: string;
  /** Currency sign from a cell of its own, else ''. */
  readonly prefix: string;
  /** `text` equals `reduced.text.slice(start, end)`. */
  readonly start: number;
  readonly end: number;
  /** Grid columns (HTML) or character columns (plain) of the cell with its joined neighbours: [from, to). */
  readonly from: number;
  readonly to: number;
  /** The same columns for the figure's own cell. */
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
