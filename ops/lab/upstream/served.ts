/**
 * Records every document that a listing has shown, in order of first showing; tests compare the pipeline's output with this list. A record
 * is written before the response is sent, so a kill between the two loses no record.
 */
import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';

/** Identifies a document. Lane 0 has articles (or recorded feeds), lane 1 filings. */
export interface DocumentRef {
  readonly lane: 0 | 1;
  readonly index: number;
}

export interface ServedRecord extends DocumentRef {
  /** Number of the record, from 1 on, in order of first showing. */
  readonly n: number;
  readonly servedAt: number;
}

export interface ServedList {
  /** Adds the documents that no listing has shown before. */
  readonly mark: (refs: readonly DocumentRef[], at: number) => void;
  /** Returns at most `limit` records with n > `after`. */
  readonly page: (after: number, limit: number) => readonly ServedRecord[];
  readonly count: () => number;
  /** Returns one more than the highest index shown of the lane, or 0 when none was shown. */
  readonly end: (lane: 0 | 1) => number;
  readonly close: () => void;
}

/** A record is two float64 numbers: index × 2 + lane, and milliseconds since the epoch. */
const recordBytes = 16;

const keyOf = ({ lane, index }: DocumentRef): number => index * 2 + lane;

/** Opens the list stored in the file; creates the file when it is missing. */
export function openServedList(path: string): ServedList {
  const file = openSync(path, 'a+');
  const wholeBytes = fstatSync(file).size - (fstatSync(file).size % recordBytes);
  // A machine crash may leave half a record at the end; its document was not sent to a client.
  ftruncateSync(file, wholeBytes);
  let count = wholeBytes / recordBytes;
  const ends: [number, number] = [0, 0];
  const shown = new Set<number>();

  /** Adds a document to the set in memory. Returns true when it was not shown before. */
  function remember(ref: DocumentRef): boolean {
    if (shown.has(keyOf(ref))) return false;
    shown.add(keyOf(ref));
    ends[ref.lane] = Math.max(ends[ref.lane], ref.index + 1);
    return true;
  }

  function page(after: number, limit: number): readonly ServedRecord[] {
    const rows = Math.max(0, Math.min(limit, count - after));
    const bytes = Buffer.alloc(rows * recordBytes);
    if (rows > 0) readSync(file, bytes, 0, bytes.length, after * recordBytes);
    return Array.from({ length: rows }, (_, row) => {
      const key = bytes.readDoubleLE(row * recordBytes);
      return { n: after + row + 1, lane: key % 2 === 1 ? 1 : 0, index: Math.floor(key / 2), servedAt: bytes.readDoubleLE(row * recordBytes + 8) };
    });
  }

  for (let read = 0; read < count; read += 50_000) for (const record of page(read, 50_000)) remember(record);

  return {
    mark: (refs, at) => {
      const fresh = refs.filter(remember);
      if (fresh.length === 0) return;
      const bytes = Buffer.alloc(fresh.length * recordBytes);
      fresh.forEach((ref, row) => {
        bytes.writeDoubleLE(keyOf(ref), row * recordBytes);
        bytes.writeDoubleLE(at, row * recordBytes + 8);
      });
      writeSync(file, bytes);
      count += fresh.length;
    },
    page,
    count: () => count,
    end: (lane) => ends[lane],
    close: () => closeSync(file),
  };
}
