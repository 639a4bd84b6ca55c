/**
 * Random number generator sfc32 (Doty-Humphrey, PractRand). Seed, stream and index determine its numbers on every machine. With 128 bits
 * of state, the numbers of neighbouring documents are unrelated.
 */
export type Random = () => number;

/** Returns the generator of document `index` of `stream`; its numbers are in [0, 1). */
export function randomOf(seed: number, stream: string, index: number): Random {
  let a = mix(seed >>> 0, 0x9e3779b9);
  let b = mix(index >>> 0, 0x85ebca6b);
  let c = mix(Math.floor(index / 0x1_0000_0000) ^ hashOf(stream), 0xc2b2ae35);
  let d = mix(a ^ b, c);
  const next = (): number => {
    const t = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + t;
    return t >>> 0;
  };
  for (let warmUp = 0; warmUp < 8; warmUp++) next();
  return () => next() / 0x1_0000_0000;
}

/** Returns a whole number from `least` to `most`, both inclusive. */
export const intBetween = (random: Random, least: number, most: number): number => least + Math.floor(random() * (most - least + 1));

export const chance = (random: Random, probability: number): boolean => random() < probability;

/** Returns one of the list's values. Throws for an empty list. */
export function pick<T>(random: Random, list: readonly T[]): T {
  const chosen = list[Math.floor(random() * list.length)];
  if (chosen === undefined) throw new Error('nothing to pick from');
  return chosen;
}

/** Returns a function that draws one of the values, each with a probability proportional to its weight. */
export function weightedDraw<T>(rows: readonly (readonly [T, number])[]): (random: Random) => T {
  let total = 0;
  const sums = rows.map(([value, weight]) => ({ value, upTo: (total += weight) }));
  return (random) => {
    const mark = random() * total;
    return sums.find(({ upTo }) => upTo > mark)!.value;
  };
}

/** Returns the FNV-1a hash, 32 bits. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** Mixes the bits of `value` with murmur3's finaliser. */
function mix(value: number, salt: number): number {
  let mixed = Math.imul(value ^ salt, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) | 0;
}
