/** Files of a backup: written once, readable by their owner only, flushed to disk, and recorded with size and digest, which `verifyFile` checks. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { z } from 'zod';
import { CommandError } from '../service-config.ts';

export const FileFacts = z.object({
  file: z.string().regex(/^[A-Za-z0-9_]+(?:\.[a-z]+)+$/),
  bytes: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type FileFacts = z.infer<typeof FileFacts>;

/** A file of the backup is missing, truncated or changed. */
export class DamagedBackupError extends CommandError {}

export async function writeBytes(folder: string, file: string, chunks: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<FileFacts> {
  const [hash, handle] = [createHash('sha256'), await open(join(folder, file), 'wx', 0o600)];
  let bytes = 0;
  try {
    for await (const chunk of chunks) {
      signal.throwIfAborted();
      hash.update(chunk);
      await handle.writeFile(chunk);
      bytes += chunk.length;
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { file, bytes, sha256: hash.digest('hex') };
}

export async function writeLines(folder: string, file: string, values: AsyncIterable<unknown>, signal: AbortSignal): Promise<FileFacts> {
  const lines = async function* (): AsyncGenerator<string> {
    for await (const value of values) yield `${JSON.stringify(value)}\n`;
  };
  const written: FileFacts[] = [];
  await pipeline(
    lines,
    createZstdCompress(),
    async (chunks: AsyncIterable<Uint8Array>) => void written.push(await writeBytes(folder, file, chunks, signal)),
    { signal },
  );
  return written[0]!;
}

const readBytes = 128 * 1_024;

export const readChunks = (folder: string, { file }: FileFacts): AsyncIterable<Buffer> =>
  createReadStream(join(folder, file), { highWaterMark: readBytes });

/** Calls `take` with the values in order, at most `linesMax` at a time, and waits for each call. */
export async function readLines(
  folder: string,
  facts: FileFacts,
  { linesMax, take, signal }: { readonly linesMax: number; readonly take: (values: unknown[]) => Promise<void>; readonly signal: AbortSignal },
): Promise<void> {
  await pipeline(
    createReadStream(join(folder, facts.file)),
    createZstdDecompress(),
    async (chunks: AsyncIterable<Buffer>) => {
      let values: unknown[] = [];
      for await (const line of linesOf(chunks)) {
        values.push(JSON.parse(line));
        if (values.length < linesMax) continue;
        await take(values);
        values = [];
      }
      if (values.length > 0) await take(values);
    },
    { signal },
  );
}

async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let begun: Buffer[] = [];
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      begun.push(chunk.subarray(from, end));
      yield Buffer.concat(begun).toString('utf8');
      begun = [];
      from = end + 1;
    }
    begun.push(chunk.subarray(from));
  }
}

/** Throws a DamagedBackupError that names the file when it differs from what was written. */
export async function verifyFile(folder: string, { file, bytes, sha256 }: FileFacts, signal: AbortSignal): Promise<void> {
  const hash = createHash('sha256');
  let found = 0;
  try {
    for await (const chunk of createReadStream(join(folder, file), { highWaterMark: 1_024 * 1_024, signal })) {
      hash.update(chunk as Buffer);
      found += (chunk as Buffer).length;
    }
  } catch (error) {
    signal.throwIfAborted();
    throw new DamagedBackupError(`${file} cannot be read (${(error as Error).message}): this backup is incomplete; take another one`);
  }
  if (found !== bytes)
    throw new DamagedBackupError(`${file} has ${found} bytes, but ${bytes} were written: this backup is incomplete; take another one`);
  if (hash.digest('hex') !== sha256)
    throw new DamagedBackupError(`${file} is damaged: its contents changed since it was written; take another backup`);
}
