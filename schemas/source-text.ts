/** Packs the text of a filing for a message, as gzip in base64. An earnings release of 300 kB takes about 60 kB. */
import { gunzipSync, gzipSync } from 'node:zlib';

/** Maximum length of packed text. The limit of NATS for a message leaves room for the other fields. */
export const packedTextMax = 600_000;
const textBytesMax = 20_000_000;

/** Returns the packed text; null if it is longer than `packedTextMax`. */
export function packText(text: string): string | null {
  const packed = gzipSync(text, { level: 9 }).toString('base64');
  return packed.length <= packedTextMax ? packed : null;
}

/** Returns the unpacked text. Throws if `packed` is damaged or the text is longer than `textBytesMax`. */
export const unpackText = (packed: string): string => gunzipSync(Buffer.from(packed, 'base64'), { maxOutputLength: textBytesMax }).toString();
