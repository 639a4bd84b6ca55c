/** Compares texts by UTF-16 code units, so that an order depends on no locale. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
