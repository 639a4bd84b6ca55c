/** Computes the names of GDELT batches, one every 15 minutes named by its time (`20260610033000`), and parses `lastupdate.txt`. */

export interface LatestBatch {
  readonly batch: string;
  readonly md5: string;
}

export const quarterMs = 900_000;

const lineLengthMax = 500;
const gkgLine = /^\d{1,12}\s+([0-9a-f]{32})\s+\S*\/(\d{14})\.gkg\.csv\.zip$/i;

/** Returns the newest batch; null when the text names no valid batch of the Global Knowledge Graph. Only the file name of the address is used. */
export function readLastUpdate(text: string): LatestBatch | null {
  for (const line of text.slice(0, 20 * lineLengthMax).split('\n')) {
    const match = line.length > lineLengthMax ? null : gkgLine.exec(line.trim());
    const [, md5 = '', batch = ''] = match ?? [];
    if (match !== null && timeOfBatch(batch) !== null) return { batch, md5: md5.toLowerCase() };
  }
  return null;
}

/** Returns the time of a batch in epoch milliseconds; null for a name that is not a quarter of an hour. */
export function timeOfBatch(batch: string): number | null {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(batch) ?? [];
  const atMs = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(atMs) || atMs % quarterMs !== 0 || nameOfBatch(atMs) !== batch ? null : atMs;
}

export const nameOfBatch = (atMs: number): string => new Date(atMs).toISOString().replace(/\.\d{3}Z$|[-:T]/g, '');

interface Gap {
  /** The batch before the first of `batches`: the position once the missed ones are counted. */
  readonly skippedTo: string;
  /** Batches to fetch, oldest first; the newest one is the last. */
  readonly batches: readonly string[];
  readonly missed: number;
}

/** Returns the batches after `last`, at most the newest `batchesMax`; only the newest one without a `last`. */
export function gapBetween(last: string | null, newest: string, batchesMax: number): Gap {
  const [from, to] = [last === null ? null : timeOfBatch(last), timeOfBatch(newest)];
  if (to === null) return { batches: [], missed: 0, skippedTo: newest };
  // A stored `last` in the future came from a wrong clock of the source.
  const behind = from === null || from - to > quarterMs * 96 ? 1 : Math.max(0, Math.round((to - from) / quarterMs));
  const count = Math.min(behind, Math.max(1, batchesMax));
  const nthBefore = (nth: number): string => nameOfBatch(to - nth * quarterMs);
  return { batches: Array.from({ length: count }, (_, at) => nthBefore(count - 1 - at)), missed: behind - count, skippedTo: nthBefore(count) };
}
