/** Tables as data, without the elements that show them. */

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
  /** Text in place of the rows when there are none. */
  readonly none: string;
}

export const text = (content: string, isBad = false): Cell => ({ text: content, isNumber: false, isBad, opens: null });
export const number = (content: string, isBad = false): Cell => ({ text: content, isNumber: true, isBad, opens: null });
export const link = (content: string, opens: DetailTarget): Cell => ({ text: content, isNumber: false, isBad: false, opens });
