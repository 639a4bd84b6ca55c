/**
 * Files of one day of news. A file is written once into a temporary file, so that its length and checksum are known before it is sent and
 * any part of it can be sent; memory holds a few pieces. One file is made at a time. The temporary files have no name: the space is free
 * when the process ends, however it ends.
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

export interface ExportFile extends Checksum {
  /** Reads the bytes from `start` to `end`, both included. */
  readonly read: (start: number, end: number) => ReadStream;
}

export interface ExportFiles {
  /** Returns the days with rows between two instants in milliseconds since the epoch, both included; newest first. */
  readonly days: (fromMs: number, toMs: number) => Promise<readonly DayRows[]>;
  readonly day: (date: string) => Promise<DayRows>;
  readonly file: (day: DayRows, format: ExportFormat) => Promise<ExportFile>;
  /** Returns the checksum of a file that this process has made; undefined: it has not. */
  readonly checksum: (day: DayRows, format: ExportFormat) => Checksum | undefined;
  readonly stop: () => Promise<void>;
}

/** Bytes of temporary files that are kept for the next request. */
const usualKeptBytes = 1_000_000_000;
const checksumsMax = 10_000;
/** A day of a million rows takes the engine about a minute. */
const statementTimeoutMs = 120_000;
/** Files that may wait to be made. */
const waitingMax = 20;

/** Creates the files' maker with its own connections. `keptBytesMax` bounds the temporary files that are kept. */
export function createExportFiles(config: Config, whileHeard: WhileHeard, keptBytesMax = usualKeptBytes): ExportFiles {
  // Its own connections: a long statement takes none from the feed.
  const store = openStore({ ...storeAddress(config), requestTimeoutMs: statementTimeoutMs, maxConnections: 2 });
  const ask = createStoreAccess(store, whileHeard);
  // A file that is begun is awaited, however silent the store is: its statement has a timeout, and nothing else would close the file.
  const askWhole = createStoreAccess(store, (work) => whileHeard(() => Promise.resolve()).then(work));
  const limit = pLimit(1);
  const making = new Map<string, Promise<ExportFile>>();
  const checksums = new LRUCache<string, Checksum>({ max: checksumsMax });
  const kept = new LRUCache<string, TemporaryFile>({
    maxSize: keptBytesMax,
    // A file above the bound is kept alone.
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
    days: (fromMs, toMs) => ask((tables) => daysBetween(tables, fromMs, toMs)),
    day: (date) => ask((tables) => dayRows(tables, date)),
    checksum: (day, format) => checksums.get(keyOf(day, format)),
    file: async (day, format) => {
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
    stop: async () => {
      limit.clearQueue();
      kept.clear();
      await store.close();
    },
  };
}

const keyOf = ({ date, rows, seqTo, versionTo }: DayRows, format: ExportFormat): string => `${date} ${format} ${rows} ${seqTo} ${versionTo}`;

interface TemporaryFile extends ExportFile {
  /** Closes the file once nobody reads it. */
  readonly drop: () => void;
}

async function writeTemporary(pieces: AsyncIterable<Buffer>): Promise<TemporaryFile> {
  const path = join(tmpdir(), `tickerwire-export-${randomUUID()}`);
  // A number and no FileHandle: that one stays open as long as a stream of it was not destroyed, and ends the process when it is collected.
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
      if (isClosed) throw unavailable('busy', 'The file was just dropped for others. Try again.', undefined, 1);
      readers += 1;
      const stream = createReadStream('', { fd, start, end, autoClose: false });
      // Not the event `close`: with autoClose false a stream that was read to its end has none.
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
