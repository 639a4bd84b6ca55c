/** Fits the entries of a brief into a number of bytes. */

interface FittedBrief<Entry> {
  readonly events: Entry[];
  readonly filings: Entry[];
  readonly eventsCut: boolean;
  readonly filingsCut: boolean;
}

const commaBytes = 1;

/**
 * Returns the beginnings of both lists that take at most `bytesMax` as JSON, commas included. Entries are taken from both lists in turns, so
 * that articles do not displace filings.
 */
export function fitEntries<Entry>(events: readonly Entry[], filings: readonly Entry[], bytesMax: number): FittedBrief<Entry> {
  const lists = [events, filings].map((entries) => ({ entries, count: 0, isOpen: true }));
  let left = bytesMax;
  while (lists.some(({ isOpen }) => isOpen)) {
    for (const list of lists) {
      if (!list.isOpen) continue;
      const entry = list.entries[list.count];
      const bytes = entry === undefined ? 0 : Buffer.byteLength(JSON.stringify(entry)) + commaBytes;
      if (entry === undefined || bytes > left) list.isOpen = false;
      else {
        list.count += 1;
        left -= bytes;
      }
    }
  }
  const [ofEvents, ofFilings] = lists.map(({ count }) => count) as [number, number];
  return {
    events: events.slice(0, ofEvents),
    filings: filings.slice(0, ofFilings),
    eventsCut: ofEvents < events.length,
    filingsCut: ofFilings < filings.length,
  };
}

/** Returns the first rows, whose entries take at most `bytesMax` as JSON, but at least one row, so that the caller's cursor advances. */
export function fitInOrder<Row>(rows: readonly Row[], entryOf: (row: Row) => unknown, bytesMax: number): readonly Row[] {
  let left = bytesMax;
  const end = rows.findIndex((row, at) => {
    left -= Buffer.byteLength(JSON.stringify(entryOf(row))) + commaBytes;
    return left < 0 && at > 0;
  });
  return end < 0 ? rows : rows.slice(0, end);
}
