/**
 * Returns a hash of a text that ignores case, links, punctuation and the values of digits. Identifies rows that were trained on, and keeps
 * near-identical texts on the same side of a train/test split.
 */
import { hashText, mixHashes as mix } from '#pipeline/refine/text/hash.ts';

export function textKey(text: string): number {
  const plain = text
    .toLowerCase()
    .replace(/https?:\S+/g, '')
    .replace(/\d+/g, '0')
    .replace(/[^a-z0]+/g, ' ')
    .trim();
  return mix(hashText(plain), plain.length) >>> 0;
}
