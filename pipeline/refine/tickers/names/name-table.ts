/** A table of names in, `TICKER Name;Other name|TICKER Name` with rows parted by bars and line ends; each ticker with its names out. */
export type NameTable = readonly (readonly [ticker: string, names: readonly string[]])[];

export const nameTable = (table: string): NameTable =>
  table
    .trim()
    .split(/[|\n]/)
    .map((row) => {
      const space = row.indexOf(' ');
      return [row.slice(0, space), row.slice(space + 1).split(';')] as const;
    });
