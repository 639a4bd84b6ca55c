/** Tables as data: what a page shows in them, without the elements that show it. */

/** The detail that a button in a cell opens. */
export type DetailTarget = { readonly source: string } | { readonly uid: string };

export interface Cell {
  readonly text: string;
  readonly isNumber: boolean;
  readonly isBad: boolean;
  readonly opens: DetailTarget | null;
}

export interface Table {
  readonly heads: readonly Cell[];
  readonly rows: readonly (readonly Cell[])[];
  /** Text in place of rows where there are none. */
  readonly none: string;
}

/** Returns a cell of text. */
export const text = (content: string, isBad = false): Cell => ({ text: content, isNumber: false, isBad, opens: null });
/** Returns a cell that is aligned as a number. */
export const number = (content: string, isBad = false): Cell => ({ text: content, isNumber: true, isBad, opens: null });
/** Returns a cell that opens a panel. */
export const link = (content: string, opens: DetailTarget): Cell => ({ text: content, isNumber: false, isBad: false, opens });
