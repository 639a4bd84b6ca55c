/**
 * The batches of GDELT: one every quarter of an hour, named by its time (`20260610033000`). Reads `lastupdate.txt`, three lines of size,
 * MD5 and address of the newest batch's files, and counts the batches of a gap.
 */

export interface LatestBatch {
  readonly batch: string;
  readonly bytes: number;
  /** 32 hex digits. */
  readonly md5: string;
}

export const quarterMs = 900_000;

const lineLengthMax = 500;
const gkgLine = /^(\d{1,12})\s+([0-9a-f]{32})\s+\S*\/(\d{14})\.gkg\.csv\.zip$/i;

/** Null where it names no file of the Global Knowledge Graph. Its address is not followed, only its name is taken. */
export function readLastUpdate(text: string): LatestBatch | null {
  for (const line of text.slice(0, 20 * lineLengthMax).split('\n')) {
    const match = line.length > lineLengthMax ? null : gkgLine.exec(line.trim());
    const [, bytes = '', md5 = '', batch = ''] = match ?? [];
    if (match !== null && timeOfBatch(batch) !== null) return { batch, bytes: Number(bytes), md5: md5.toLowerCase() };
  }
  return null;
}

/** Epoch milliseconds; null where the name is no quarter of an hour. */
export function timeOfBatch(batch: string): number | null {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(batch) ?? [];
  const atMs = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(atMs) || atMs % quarterMs !== 0 || nameOfBatch(atMs) !== batch ? null : atMs;
}

export const nameOfBatch = (atMs: number): string => new Date(atMs).toISOString().replace(/\.\d{3}Z$|[-:T]/g, '');

export interface Gap {
  /** Oldest first, the newest of all last. */
  readonly batches: readonly string[];
  /** Batches that lie too far back. */
  readonly missed: number;
}

/** What has come since `last` was read, at most the newest `batchesMax`; without a `last` the newest alone. */
export function gapBetween(last: string | null, newest: string, batchesMax: number): Gap {
  const [from, to] = [last === null ? null : timeOfBatch(last), timeOfBatch(newest)];
  if (to === null) return { batches: [], missed: 0 };
  // A last one that is ahead was kept by a clock of the source that stood wrong.
  const behind = from === null || from - to > quarterMs * 96 ? 1 : Math.max(0, Math.round((to - from) / quarterMs));
  const count = Math.min(behind, Math.max(1, batchesMax));
  return { batches: Array.from({ length: count }, (_, at) => nameOfBatch(to - (count - 1 - at) * quarterMs)), missed: behind - count };
}
