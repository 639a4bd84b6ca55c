/** Packs the text of a filing for messages: gzip, base64. A release of 300 kB takes some 60 kB. */
import { gunzipSync, gzipSync } from 'node:zlib';

/** Characters of a stream's message that packed text may use, so that the rest of the message has room. */
export const packedTextMax = 600_000;
/** Bound on the unpacked text, in bytes. */
const textBytesMax = 20_000_000;

/** Returns the packed text; null where it is over `packedTextMax`. */
export function packText(text: string): string | null {
  const packed = gzipSync(text, { level: 9 }).toString('base64');
  return packed.length <= packedTextMax ? packed : null;
}

/** Returns the text of its packed form. Throws when it is damaged or longer than `textBytesMax`. */
export const unpackText = (packed: string): string => gunzipSync(Buffer.from(packed, 'base64'), { maxOutputLength: textBytesMax }).toString();
