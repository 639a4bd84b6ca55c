import { describe, expect, test } from 'vitest';
import { categories } from '#schemas/vocabulary.ts';
import { ownCategorised, ownDirected } from '#ops/lab/train/own-headlines.ts';
import { ownPatterns } from '#ops/lab/train/own-patterns.ts';
import { ownSentences } from '#ops/lab/train/own-sentences.ts';

const files = {
  directed: { label: /^[+0-][+0.-]$/, slots: ['self', 'other', 'broker', 'n'] },
  categorised: { label: new RegExp(`^(?:${categories.join('|')})$`), slots: ['self', 'other', 'broker', 'n'] },
  sentences: {
    label: /^[+0-]$/,
    slots: 'firm good bad up down period thing place glad gain better fine ill job staff deal low high pct count'.split(' '),
  },
} as const;

describe.each(Object.entries(files))('the patterns of ours: %s', (file, { label, slots }) => {
  const patterns = ownPatterns(file as keyof typeof files);

  test('each has its labels and no slot that nothing fills', () => {
    for (const each of patterns) {
      expect(each.label, each.pattern).toMatch(label);
      for (const [, slot] of each.pattern.matchAll(/\{(\w+)\}/g)) expect(slots, each.pattern).toContain(slot);
    }
  });

  test('none stands twice', () => {
    const texts = patterns.map(({ pattern }) => pattern.toLowerCase());
    expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([]);
  });
});

test('a direction is told of a name that stands in the headline, and of the other only where there is one', () => {
  for (const { text, self, other } of ownDirected(1, 1)) {
    expect(text.toLowerCase()).toContain((self ?? 'no name').toLowerCase());
    if (other !== null) expect(text.toLowerCase()).toContain(other.toLowerCase());
  }
});

test('the same seed writes the same texts, all slots filled', () => {
  const all = (seed: number): string[] => [...ownDirected(2, seed), ...ownCategorised(2, seed), ...ownSentences(2, seed)].map(({ text }) => text);
  expect(all(3)).toEqual(all(3));
  expect(all(3)).not.toEqual(all(4));
  for (const text of all(3)) expect(text).not.toMatch(/[{}]/);
});
