/**
 * Makes files of a day's news. Each is written to a temporary file, so that length and checksum are known before it is sent, and parts of it
 * can be sent. One file is made at a time. The temporary files are deleted while they are open, so that their space becomes free when the
 * process ends, even after a crash.
 */
import { randomUUID } from 'node:crypto';
import { close, createReadStream, createWriteStream, open, unlink, type ReadStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { dayFile, dayRows, daysBetween, measured, type Checksum, type DayRows, type ExportFormat } from '#clickhouse/export.ts';
import { openStore, storeAddress } from '#clickhouse/store.ts';
import type { WhileHeard } from '#ops/process/health-watch.ts';
import type { Config } from '#schemas/config.ts';
import { unavailable } from '../errors.ts';
import { createStoreAccess } from '../store-access.ts';

interface ExportFile extends Checksum {
  readonly read: (start: number, end: number) => ReadStream;
}

export type ExportFiles = ReturnType<typeof createExportFiles>;

const usualKeptBytes = 1_000_000_000;
const checksumsMax = 10_000;
/** ClickHouse takes about a minute for a day of a million rows. */
const statementTimeoutMs = 120_000;
const waitingMax = 20;

/** Creates the maker of files. `keptBytesMax` limits the size of all temporary files. */
export function createExportFiles(config: Config, whileHeard: WhileHeard, keptBytesMax = usualKeptBytes) {
  // Separate connections, so that long queries do not block those of the feed.
  const store = openStore({ ...storeAddress(config), requestTimeoutMs: statementTimeoutMs, maxConnections: 2 });
  const ask = createStoreAccess(store, whileHeard);
  // Only the start of a file depends on ClickHouse's health. Afterwards it is awaited until the query's timeout, so that it is always closed.
  const askWhole = createStoreAccess(store, (work) => whileHeard(() => Promise.resolve()).then(work));
  const limit = pLimit(1);
  const making = new Map<string, Promise<ExportFile>>();
  const checksums = new LRUCache<string, Checksum>({ max: checksumsMax });
  const kept = new LRUCache<string, TemporaryFile>({
    maxSize: keptBytesMax,
    // A file that exceeds the limit is kept as the only one.
    sizeCalculation: ({ bytes }) => Math.min(bytes + 1, keptBytesMax),
    dispose: (file) => file.drop(),
  });

  const make = async (key: string, day: DayRows, format: ExportFormat): Promise<ExportFile> => {
    const file = await askWhole((tables) => writeTemporary(dayFile(tables, day, format)));
    checksums.set(key, { bytes: file.bytes, sha256: file.sha256 });
    kept.set(key, file);
    return file;
  };

  return {
    /** Returns the days with rows between two instants in milliseconds since 1970, both inclusive, newest first. */
    days: (fromMs: number, toMs: number): Promise<readonly DayRows[]> => ask((tables) => daysBetween(tables, fromMs, toMs)),
    day: (date: string): Promise<DayRows> => ask((tables) => dayRows(tables, date)),
    /** Returns length and hash of a file that was made since the start; undefined for others. */
    checksum: (day: DayRows, format: ExportFormat): Checksum | undefined => checksums.get(keyOf(day, format)),
    /** Returns the file of a day, after making it if it is not kept. Throws 503 if too many files wait or the disk is full. */
    file: async (day: DayRows, format: ExportFormat): Promise<ExportFile> => {
      const key = keyOf(day, format);
      const known = kept.get(key);
      if (known !== undefined) return known;
      const begun = making.get(key);
      if (begun !== undefined) return begun;
      if (limit.pendingCount >= waitingMax) throw unavailable('busy', `${waitingMax} files already wait to be made. Try again later.`, undefined, 30);
      const file = limit(make, key, day, format).finally(() => making.delete(key));
      making.set(key, file);
      return file;
    },
    stop: async (): Promise<void> => {
      limit.clearQueue();
      kept.clear();
      await store.close();
    },
  };
}

const keyOf = ({ date, rows, seqTo, versionTo }: DayRows, format: ExportFormat): string => `${date} ${format} ${rows} ${seqTo} ${versionTo}`;

interface TemporaryFile extends ExportFile {
  /** Closes the file when no stream reads it. */
  readonly drop: () => void;
}

async function writeTemporary(pieces: AsyncIterable<Buffer>): Promise<TemporaryFile> {
  const path = join(tmpdir(), `tickerwire-export-${randomUUID()}`);
  // A descriptor is used instead of a FileHandle, whose collection as garbage ends the process.
  const fd = await promisify(open)(path, 'wx+', 0o600);
  await promisify(unlink)(path);
  const file = measured(pieces);
  try {
    await pipeline(Readable.from(file.pieces, { highWaterMark: 1 }), createWriteStream('', { fd, autoClose: false }));
  } catch (error) {
    await promisify(close)(fd);
    throw isDiskFull(error) ? unavailable('disk', 'The file does not fit on the disk of the service. Try again later.', error, 60) : error;
  }
  return readable(fd, file.checksum());
}

const isDiskFull = (error: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');

function readable(fd: number, checksum: Checksum): TemporaryFile {
  let readers = 0;
  let isDropped = false;
  let isClosed = false;
  const closeUnused = (): void => {
    if (!isDropped || readers > 0 || isClosed) return;
    isClosed = true;
    close(fd);
  };
  return {
    ...checksum,
    read: (start, end) => {
      if (isClosed) throw unavailable('busy', 'The file was just deleted to make room for others. Send the request again.', undefined, 1);
      readers += 1;
      const stream = createReadStream('', { fd, start, end, autoClose: false });
      // With autoClose false, a stream that was read to its end has no event `close`.
      finished(stream, () => {
        readers -= 1;
        closeUnused();
      });
      return stream;
    },
    drop: () => {
      isDropped = true;
      closeUnused();
    },
  };
}
