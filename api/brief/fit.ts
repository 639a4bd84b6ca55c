/** Fits the entries of a brief into a number of bytes. */

const bytesOf = (entry: unknown): number => Buffer.byteLength(JSON.stringify(entry)) + ','.length;

/**
 * Returns the beginnings of both lists that take at most `bytesMax` as JSON, commas included. Entries are taken from both lists in turns, so
 * that articles do not displace filings.
 */
export function fitEntries<Entry>(
  events: readonly Entry[],
  filings: readonly Entry[],
  bytesMax: number,
): { readonly events: Entry[]; readonly filings: Entry[] } {
  const fitted: { events: Entry[]; filings: Entry[] } = { events: [], filings: [] };
  let left = bytesMax;
  let open = [{ entries: events, taken: fitted.events }, { entries: filings, taken: fitted.filings }]; // prettier-ignore
  while (open.length > 0)
    open = open.filter(({ entries, taken }) => {
      if (taken.length === entries.length) return false;
      const entry = entries[taken.length]!;
      const bytes = bytesOf(entry);
      if (bytes > left) return false;
      taken.push(entry);
      left -= bytes;
      return true;
    });
  return fitted;
}

/** Returns the first rows, whose entries take at most `bytesMax` as JSON, but at least one row, so that the caller's cursor advances. */
export function fitInOrder<Row>(rows: readonly Row[], entryOf: (row: Row) => unknown, bytesMax: number): readonly Row[] {
  let left = bytesMax;
  const end = rows.findIndex((row, at) => {
    left -= bytesOf(entryOf(row));
    return left < 0 && at > 0;
  });
  return end < 0 ? rows : rows.slice(0, end);
}
