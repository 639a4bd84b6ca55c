/** Writes a part's output to a file of limited size. A full file is renamed to `NAME.1` and a new one begun. */
import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs';

export interface LogFile {
  readonly write: (chunk: Buffer | string) => void;
  readonly close: () => void;
}

const fileBytesMax = 5_000_000;

/** Opens the file. When the disk is full or missing, log lines are lost without an error. */
export function openLogFile(path: string, bytesMax = fileBytesMax): LogFile {
  let fd = openSync(path, 'a', 0o600);
  let bytes = fstatSync(fd).size;
  let isOpen = true;
  const rotate = (): void => {
    closeSync(fd);
    renameSync(path, `${path}.1`);
    fd = openSync(path, 'a', 0o600);
    bytes = 0;
  };
  return {
    write: (chunk) => {
      if (!isOpen) return;
      const length = Buffer.byteLength(chunk);
      try {
        if (bytes > 0 && bytes + length > bytesMax) rotate();
        writeSync(fd, typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
        bytes += length;
      } catch {
        // The chunk is lost.
      }
    },
    close: () => {
      if (isOpen) closeSync(fd);
      isOpen = false;
    },
  };
}
