/** Extracts the file from a zip archive of one file, by the sizes in its central directory (APPNOTE.TXT 6.3, 4.3). */
import { crc32, inflateRawSync } from 'node:zlib';
import type { RefusalReason } from '#schemas/vocabulary.ts';

type Unzipped =
  | { readonly ok: true; readonly body: Buffer }
  | { readonly ok: false; readonly reason: Extract<RefusalReason, 'malformed' | 'too_large'>; readonly detail: string };

const refuse = (detail: string, reason: 'malformed' | 'too_large' = 'malformed'): Unzipped => ({ ok: false, reason, detail });

const endBytes = 22;
const commentBytesMax = 65_535;
const entryBytes = 46;
const localBytes = 30;
const signatures = { end: 0x06054b50, entry: 0x02014b50, local: 0x04034b50 } as const;
const inSixtyFourBits = 0xffffffff;

export function unzipOne(archive: Buffer, bytesMax: number): Unzipped {
  const endAt = endOf(archive);
  if (endAt === null) return refuse('the file is not a zip archive, or is cut short');
  if (archive.readUInt16LE(endAt + 4) !== 0 || archive.readUInt16LE(endAt + 10) !== 1)
    return refuse(`a zip archive with ${archive.readUInt16LE(endAt + 10)} files instead of one`);
  const entryAt = archive.readUInt32LE(endAt + 16);
  if (entryAt + entryBytes > archive.length || archive.readUInt32LE(entryAt) !== signatures.entry)
    return refuse('the zip directory is not at its stated offset');
  const method = archive.readUInt16LE(entryAt + 10);
  const [crc, packedBytes, bytes] = [16, 20, 24].map((at) => archive.readUInt32LE(entryAt + at)) as [number, number, number];
  const localAt = archive.readUInt32LE(entryAt + 42);
  if ((archive.readUInt16LE(entryAt + 8) & 1) !== 0) return refuse('the zip archive is encrypted');
  if ([packedBytes, bytes, localAt].includes(inSixtyFourBits)) return refuse('the zip archive is in the unsupported 64-bit format');
  if (bytes > bytesMax) return refuse(`unpacks to ${bytes} bytes; the limit is ${bytesMax}`, 'too_large');
  if (localAt + localBytes > archive.length || archive.readUInt32LE(localAt) !== signatures.local)
    return refuse('the packed file is not at its stated offset');
  const from = localAt + localBytes + archive.readUInt16LE(localAt + 26) + archive.readUInt16LE(localAt + 28);
  if (from + packedBytes > endAt) return refuse('the packed file is cut short');
  const body = unpacked(archive.subarray(from, from + packedBytes), method, bytes);
  if (typeof body === 'string') return refuse(body);
  if (body.length !== bytes || crc32(body) !== crc) return refuse('the unpacked file does not match the stated length or CRC-32');
  return { ok: true, body };
}

/** Returns the offset of the end record, the last one whose comment ends with the archive; null without one. */
function endOf(archive: Buffer): number | null {
  const least = Math.max(0, archive.length - endBytes - commentBytesMax);
  for (let at = archive.length - endBytes; at >= least; at -= 1)
    if (archive.readUInt32LE(at) === signatures.end && at + endBytes + archive.readUInt16LE(at + 20) === archive.length) return at;
  return null;
}

/** Returns the unpacked bytes, at most the stated length; a string is the reason why there are none. */
function unpacked(packed: Buffer, method: number, bytes: number): Buffer | string {
  if (method === 0) return packed;
  if (method !== 8) return `unsupported compression method ${method}`;
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, bytes) });
  } catch (error) {
    const { code } = error as { code?: string };
    return code === 'ERR_BUFFER_TOO_LARGE' ? 'unpacks to more than the stated length' : `cannot be unpacked (${code ?? 'unknown'})`;
  }
}
