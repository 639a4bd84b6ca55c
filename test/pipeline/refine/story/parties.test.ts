import { expect, test } from 'vitest';
import { partyWords } from '#pipeline/refine/story/parties.ts';
import { wordsOf } from '#pipeline/refine/text/words.ts';

const parties = (title: string): string[] => {
  const words = wordsOf(title);
  return [...partyWords(words, new Set(['acme', 'acmeic']))].map((at) => words.raw[at]!);
};

test.each([
  ['Acme to buy security startup Robust Intelligence', ['Robust', 'Intelligence']],
  ['Acme Acquires Soben, Construction Consultancy', ['Soben']],
  ['Acme wins $1.2 billion Navy contract', ['Navy']],
  ['Acme and Soben to team up', ['Soben']],
  ['Soben sues Acme', ['Soben']],
  ['Acme faces lawsuit over Soben', ['Soben']],
  ['FDA approves Acme Soberin for hives', ['Soberin']],
  ['Acme obesity pill soberglutin meets goal', ['soberglutin']],
])('%s names a party', (title, named) => expect(parties(title).filter((word) => word !== 'Acme')).toEqual(named));

test.each([
  'Acme acquires AI security firm in latest deal',
  'Acme names Elliott Hill as chief executive',
  'US lends Acme $9 billion for plants',
  'FDA approves drug of Acme',
  'CEO of Acme resigns',
])('%s names none', (title) => expect(parties(title).filter((word) => word !== 'Acme')).toEqual([]));
