import { expect, test } from 'vitest';
import type { Category } from '#schemas/vocabulary.ts';
import { wordsAndFingerprint } from '#pipeline/refine/dedup/fingerprint.ts';
import { storyFeaturesOf, type StoryFeatures } from '#pipeline/refine/story/features.ts';
import { compareParties } from '#pipeline/refine/story/compare-parties.ts';

const names: Readonly<Record<string, string>> = { ACME: 'Acme', FOO: 'Foofield', BAR: 'Barwick' };

function featuresOf(title: string, tickers: readonly string[], { summary = '', category = null as Category | null } = {}): StoryFeatures {
  const { words, fingerprint } = wordsAndFingerprint(title, summary);
  return storyFeaturesOf(words, fingerprint, { tickers, companies: tickers.map((ticker) => names[ticker]!), category });
}

const acme = ['ACME'];

test('two titles that each name a party which the other text lacks name other parties', () => {
  const first = featuresOf('Acme signs contract with Soben', acme);
  const second = featuresOf('Acme signs contract with Udacity', acme);
  expect([compareParties(first, second), compareParties(second, first)]).toEqual(['other', 'other']);
});

test('a party that the lead of the other text names is the same', () => {
  const first = featuresOf('Acme signs contract with Soben', acme);
  const second = featuresOf('Udacity gives Acme contract', acme, { summary: 'Udacity and Soben gave Acme a contract.' });
  expect(compareParties(first, second)).toBe('same');
});

test('nothing is told where one title names no party, nor by the names of the common company', () => {
  const first = featuresOf('Acme signs contract with Soben', acme);
  expect(compareParties(first, featuresOf('Acme signs big contract', acme))).toBeNull();
  expect(compareParties(featuresOf('Acme sues over patent', acme), featuresOf('Acme loses patent lawsuit', acme))).toBeNull();
});

test('a listed party is one wherever the title of a takeover has it', () => {
  const category = 'mergers_acquisitions';
  const first = featuresOf('Acme soars as Foofield bids $2 billion', ['ACME', 'FOO'], { category });
  const second = featuresOf('Acme jumps as Barwick bids $3 billion', ['ACME', 'BAR'], { category });
  expect(compareParties(first, second)).toBe('other');
  expect(compareParties(first, featuresOf('Foofield offers $2 billion for Acme', ['FOO', 'ACME'], { category }))).toBeNull();
});
