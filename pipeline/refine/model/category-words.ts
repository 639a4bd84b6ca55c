/**
 * Words grouped by topic (a statesman, a central bank, a metal, a court), written by hand: what the category model
 * learns of one word applies to its whole group. A word may be in several groups.
 */
import { hashText } from '../text/hash.ts';
import { stemOf } from '../text/stem.ts';
import data from './category-words.json' with { type: 'json' };

const groups: Readonly<Record<string, string>> = data.groups;

const numbersByStem = new Map<number, number[]>();
for (const [number, words] of Object.values(groups).entries()) {
  for (const word of words.split(' ')) {
    const stem = hashText(stemOf(word));
    const known = numbersByStem.get(stem);
    if (known === undefined) numbersByStem.set(stem, [number]);
    else if (!known.includes(number)) known.push(number);
  }
}

const NONE: readonly number[] = [];

export const GROUPS = Object.keys(groups).length;

/** Numbers of the groups of a word, by the hash of its stem. */
export const groupsOf = (stemHash: number): readonly number[] => numbersByStem.get(stemHash) ?? NONE;
