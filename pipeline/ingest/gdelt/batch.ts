/**
 * Names the batches of GDELT, one every quarter of an hour, named by its time (`20260610033000`). Reads `lastupdate.txt` (one line with
 * size, MD5 and address for each of the newest batch's three files) and lists the batches between the last one read and the newest.
 */

export interface LatestBatch {
  readonly batch: string;
  /** 32 hex digits. */
  readonly md5: string;
}

export const quarterMs = 900_000;

const lineLengthMax = 500;
const gkgLine = /^\d{1,12}\s+([0-9a-f]{32})\s+\S*\/(\d{14})\.gkg\.csv\.zip$/i;

/** Returns null where the text names no file of the Global Knowledge Graph. The address is not followed; only its file name counts. */
export function readLastUpdate(text: string): LatestBatch | null {
  for (const line of text.slice(0, 20 * lineLengthMax).split('\n')) {
    const match = line.length > lineLengthMax ? null : gkgLine.exec(line.trim());
    const [, md5 = '', batch = ''] = match ?? [];
    if (match !== null && timeOfBatch(batch) !== null) return { batch, md5: md5.toLowerCase() };
  }
  return null;
}

/** Returns epoch milliseconds; null where the name is not a quarter of an hour. */
export function timeOfBatch(batch: string): number | null {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(batch) ?? [];
  const atMs = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(atMs) || atMs % quarterMs !== 0 || nameOfBatch(atMs) !== batch ? null : atMs;
}

/** Returns the name of the batch at this epoch time in milliseconds: `20260610033000`. */
export const nameOfBatch = (atMs: number): string => new Date(atMs).toISOString().replace(/\.\d{3}Z$|[-:T]/g, '');

export interface Gap {
  /** Names to fetch, oldest first, the newest batch last. */
  readonly batches: readonly string[];
  /** Number of batches that lie too far back. */
  readonly missed: number;
}

/** Returns the batches since `last`, at most the newest `batchesMax`; without a `last` the newest alone. */
export function gapBetween(last: string | null, newest: string, batchesMax: number): Gap {
  const [from, to] = [last === null ? null : timeOfBatch(last), timeOfBatch(newest)];
  if (to === null) return { batches: [], missed: 0 };
  // A stored `last` that lies ahead came from a wrong clock at the source.
  const behind = from === null || from - to > quarterMs * 96 ? 1 : Math.max(0, Math.round((to - from) / quarterMs));
  const count = Math.min(behind, Math.max(1, batchesMax));
  return { batches: Array.from({ length: count }, (_, at) => nameOfBatch(to - (count - 1 - at) * quarterMs)), missed: behind - count };
}
