/**
 * Stores hashes of the texts that the shipped weights were trained on: of the text, its beginning, its end, and the set of its words. The
 * evaluation excludes these texts, and also measures without near-copies of them.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { hashText, mixHashes as mix } from '#pipeline/refine/text/hash.ts';

export interface TrainedTexts {
  readonly has: (text: string) => boolean;
  readonly hasNearCopyOf: (text: string) => boolean;
}

/** Number of words in the hashed beginning and end. */
const ENDS = 6;
const exactKey = (text: string): number => mix(hashText(text.toLowerCase().replace(/\s+/g, ' ').trim()), 1) >>> 0;

/** Returns a hash that ignores case, links, punctuation and the values of numbers. */
function plainKey(text: string): number {
  const plain = text
    .toLowerCase()
    .replace(/https?:\S+/g, '')
    .replace(/\d+/g, '0')
    .replace(/[^a-z0]+/g, ' ')
    .trim();
  return mix(hashText(plain), plain.length) >>> 0;
}

function nearKeys(text: string): number[] {
  const words = text
    .toLowerCase()
    .replace(/https?:\S+/g, '')
    .replace(/[^a-z]+/g, ' ')
    .trim()
    .split(' ')
    .filter((word) => word.length > 2);
  const bag = [...new Set(words)].toSorted().join(' ');
  const keys = [plainKey(text), mix(hashText(bag), 2) >>> 0];
  if (words.length > ENDS) keys.push(mix(hashText(words.slice(0, ENDS).join(' ')), 3) >>> 0, mix(hashText(words.slice(-ENDS).join(' ')), 4) >>> 0);
  return keys;
}

export function writeTrainedTexts(texts: Iterable<string>): Buffer {
  const keys = new Set<number>();
  for (const text of texts) for (const key of [exactKey(text), ...nearKeys(text)]) keys.add(key);
  const sorted = Uint32Array.from(keys).toSorted();
  return deflateRawSync(Buffer.from(sorted.buffer), { level: 9 });
}

export function readTrainedTexts(file: Uint8Array): TrainedTexts {
  const bytes = Uint8Array.from(inflateRawSync(file));
  const keys = new Set(new Uint32Array(bytes.buffer));
  return { has: (text) => keys.has(exactKey(text)), hasNearCopyOf: (text) => nearKeys(text).some((key) => keys.has(key)) };
}
