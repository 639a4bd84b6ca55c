/** The text of a filed document with its tables; reduce.ts defines how it is made. */

export interface Cell {
  /** The figure or words, without a currency sign that has its own cell. */
  readonly text: string;
  /** `text` without superscripts, and so without footnote marks. */
  readonly bare: string;
  /** Currency sign from its own cell; '' if there is none. */
  readonly prefix: string;
  /** Offsets of `text` in the reduced text. */
  readonly start: number;
  readonly end: number;
  /** Columns [from, to) of the cell with the cells joined to it: grid columns (HTML) or character columns (plain text). */
  readonly from: number;
  readonly to: number;
  /** Columns of the figure's cell alone. */
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
