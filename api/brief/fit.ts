/** Keeps a brief within a size, taking entries in turns from both lists, best first, so that articles do not displace the filings. */

export interface FittedBrief<Entry> {
  readonly events: readonly Entry[];
  readonly filings: readonly Entry[];
  readonly eventsCut: boolean;
  readonly filingsCut: boolean;
}

/** Bytes of JSON between two entries. */
const separatorBytes = 1;

/** Returns the beginnings of both lists that take at most `bytesMax` as JSON, commas included. */
export function fitEntries<Entry>(events: readonly Entry[], filings: readonly Entry[], bytesMax: number): FittedBrief<Entry> {
  const lists = [events, filings].map((entries) => ({ entries, count: 0, isOpen: true }));
  let left = bytesMax;
  while (lists.some(({ isOpen }) => isOpen)) {
    for (const list of lists) {
      if (!list.isOpen) continue;
      const entry = list.entries[list.count];
      const bytes = entry === undefined ? 0 : Buffer.byteLength(JSON.stringify(entry)) + separatorBytes;
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

/** Returns the beginning of `rows` whose entries take at most `bytesMax` as JSON; always at least the first, so that the reader makes progress. */
export function fitInOrder<Row>(rows: readonly Row[], entryOf: (row: Row) => unknown, bytesMax: number): readonly Row[] {
  let left = bytesMax;
  const end = rows.findIndex((row, at) => {
    left -= Buffer.byteLength(JSON.stringify(entryOf(row))) + separatorBytes;
    return left < 0 && at > 0;
  });
  return end < 0 ? rows : rows.slice(0, end);
}
