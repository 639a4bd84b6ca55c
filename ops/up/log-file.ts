/** A part's output in a file of bounded size: at the limit the file is renamed to `NAME.1` and a new one begins. */
import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs';

export interface LogFile {
  readonly write: (chunk: Buffer | string) => void;
  readonly close: () => void;
}

const fileBytesMax = 5_000_000;

/** Opens the file. A full or missing disk loses log lines, and nothing else. */
export function openLogFile(path: string, bytesMax = fileBytesMax): LogFile {
  let fd = openSync(path, 'a', 0o600);
  let bytes = fstatSync(fd).size;
  let isOpen = true;
  const turn = (): void => {
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
        if (bytes > 0 && bytes + length > bytesMax) turn();
        writeSync(fd, typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
        bytes += length;
      } catch {
        // A disk error only loses the line.
      }
    },
    close: () => {
      if (isOpen) closeSync(fd);
      isOpen = false;
    },
  };
}
