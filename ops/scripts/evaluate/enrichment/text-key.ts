/**
 * A text in, its key out: the same for texts that differ only in digits, links and punctuation. Tells the
 * rows that were trained on, and puts a text and its twins on one side of every split.
 */
import { mix } from '#pipeline/refine/model/feature-set.ts';
import { hashText } from '#pipeline/refine/text/hash.ts';

export function textKey(text: string): number {
  const plain = text
    .toLowerCase()
    .replace(/https?:\S+/g, '')
    .replace(/\d+/g, '0')
    .replace(/[^a-z0]+/g, ' ')
    .trim();
  return mix(hashText(plain), plain.length) >>> 0;
}
