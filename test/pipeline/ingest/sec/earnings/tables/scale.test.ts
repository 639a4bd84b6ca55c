import { expect, test } from 'vitest';
import { scaleIn } from '#pipeline/ingest/sec/earnings/tables/scale.ts';

test.each([
  ["(Dollars in $000's)", 'thousands'],
  ['(In U.S. dollars in thousands, except share and ADS related data)', 'thousands'],
  ["RMB'000", 'thousands'],
  ['(In Thousands of United States Dollars, Except Shares and per share amounts )', 'thousands'],
  ['(in EUR million)', 'millions'],
  ['Revenue (million)', 'millions'],
  ['NIS millions', 'millions'],
  ['$ in M', 'millions'],
  ['(In millions, except number of shares which are reflected in thousands and per share amounts)', 'millions'],
  ['in billions of dollars', 'billions'],
  ['DKK million', 'millions'],
  ['SEK m', 'millions'],
  ['NOKm', 'millions'],
  ['€bn', 'billions'],
  ['£000', 'thousands'],
])('%s states %s', (words, scale) => expect(scaleIn(words)).toBe(scale));

test.each(['Three Months Ended March 31, 2020', 'amounts in thousands and in millions', 'We serve millions and millions'])(
  '%s states none',
  (words) => expect(scaleIn(words)).toBeNull(),
);
