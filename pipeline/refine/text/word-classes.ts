/**
 * Words of market news by meaning (up, down, good when it rises, a bad event ...), written by hand: what a model learns
 * of one word applies to its class. A word may be in several.
 */
import { hashText } from './hash.ts';
import { stemOf } from './stem.ts';
import data from './word-classes.json' with { type: 'json' };

const classes: Readonly<Record<keyof typeof data.classes, string>> = data.classes;

const classesByStem = new Map<number, number[]>();
for (const [index, words] of Object.values(classes).entries()) {
  for (const word of words.split(' ')) {
    const stem = hashText(stemOf(word));
    const known = classesByStem.get(stem);
    if (known === undefined) classesByStem.set(stem, [index]);
    else if (!known.includes(index)) known.push(index);
  }
}

const NONE: readonly number[] = [];

/** Numbers of the classes of a word, by the hash of its stem. */
export const classesOf = (stemHash: number): readonly number[] => classesByStem.get(stemHash) ?? NONE;

/** The number of a class by its name. */
export function classNumber(name: keyof typeof classes): number {
  const number = Object.keys(classes).indexOf(name);
  if (number < 0) throw new Error(`no class ${name}`);
  return number;
}
