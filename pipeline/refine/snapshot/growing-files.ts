/**
 * Arrays in memory that only grow, kept in files that only grow: each time what is new is written behind what was, and flushed.
 * What a file holds beyond what a manifest names of it is nobody's, and is written over.
 */
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

/** A file as a manifest names it: so many bytes of it, and their CRC-32. */
export interface FilePart {
  readonly name: string;
  readonly bytes: number;
  readonly crc: number;
}

/** What a file holds is not what its manifest says. */
export class DamagedFileError extends Error {}

/** What is in memory of it, from its beginning on: the same array grows, or a larger one takes its place under the same `name`. */
export interface Grown {
  readonly name: string;
  readonly content: Uint8Array;
}

export interface GrowingFiles {
  /** Writes what is new of each and flushes it; resolves with what a manifest says of them, in the same order. */
  readonly write: (grown: readonly Grown[]) => Promise<FilePart[]>;
  /** Reads a file into the beginning of `into`, and goes on behind it from now on. Throws a DamagedFileError. */
  readonly read: (part: FilePart, into: Uint8Array) => Promise<void>;
  /** Names that are no longer written to. */
  readonly forget: (isWanted: (name: string) => boolean) => void;
}

export function createGrowingFiles(folder: string): GrowingFiles {
  const written = new Map<string, { readonly bytes: number; readonly crc: number }>();

  async function writeOne({ name, content }: Grown): Promise<FilePart> {
    const before = written.get(name) ?? { bytes: 0, crc: 0 };
    if (content.length === before.bytes) return { name, ...before };
    const more = content.subarray(before.bytes);
    const crc = crc32(more, before.crc);
    const file = await open(join(folder, name), before.bytes === 0 ? 'w' : 'r+', 0o600);
    try {
      for (let done = 0; done < more.length;) done += (await file.write(more, done, more.length - done, before.bytes + done)).bytesWritten;
      await file.datasync();
    } finally {
      await file.close();
    }
    const after = { bytes: content.length, crc };
    written.set(name, after);
    return { name, ...after };
  }

  return {
    write: async (grown) => {
      const parts: FilePart[] = [];
      for (const one of grown) parts.push(await writeOne(one));
      return parts;
    },
    read: async ({ name, bytes, crc }, into) => {
      const content = (await readFile(join(folder, name))).subarray(0, bytes);
      if (content.length !== bytes) throw new DamagedFileError(`${name} has ${content.length} bytes of ${bytes}`);
      if (crc32(content) !== crc) throw new DamagedFileError(`${name} is not what was written`);
      into.set(content);
      written.set(name, { bytes, crc });
    },
    forget: (isWanted) => {
      for (const name of written.keys()) if (!isWanted(name)) written.delete(name);
    },
  };
}
