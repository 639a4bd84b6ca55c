/** Packs the text of a filing for messages: gzip, base64. A release of 300 kB takes some 60. */
import { gunzipSync, gzipSync } from 'node:zlib';

/** What a message of a stream has room for beside the rest of it. */
export const packedTextMax = 600_000;
/** Bound on what is unpacked again, in bytes. */
const textBytesMax = 20_000_000;

/** Null where the text is too large to be carried. */
export function packText(text: string): string | null {
  const packed = gzipSync(text, { level: 9 }).toString('base64');
  return packed.length <= packedTextMax ? packed : null;
}

export const unpackText = (packed: string): string => gunzipSync(Buffer.from(packed, 'base64'), { maxOutputLength: textBytesMax }).toString();
