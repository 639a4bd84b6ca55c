/** The confidence in a headline's direction beside what the lead says. */
import { expect, test } from 'vitest';
import { directionOf } from '#pipeline/refine/sentiment/direction.ts';
import { subjectsIn } from '#pipeline/refine/tickers/tickers.ts';
import { wordsOf } from '#pipeline/refine/text/words.ts';
import { directory } from '../fixtures.ts';

function pointed(title: string, lead: string, ticker: string): string {
  const [titleWords, leadWords] = [wordsOf(title), wordsOf(lead)];
  const text = { ...subjectsIn({ titleWords, leadWords }, directory), titleWords, leadWords, summary: lead };
  const { sentiment, confidence } = directionOf(text, directory.byTicker(ticker)!, directory);
  return `${sentiment} ${confidence}`;
}

test.each([
  ['Boeing shares rise', 'Boeing shares rose 4% on Tuesday after it won an order.', 'BA', 'positive high'],
  ['Boeing shares rise', '', 'BA', 'positive high'],
  ['Boeing shares rise', 'Boeing shares fell 4% on Tuesday after the FAA opened a probe into its jets.', 'BA', 'positive low'],
  ['Snap shares plunge after results', 'Snap shares jumped 12% in late trading after it beat profit expectations.', 'SNAP', 'negative medium'],
])('a lead that says the opposite makes a sure headline unsure: %s / %s', (title, lead, ticker, expected) =>
  expect(pointed(title, lead, ticker)).toBe(expected),
);

test.each([
  ['Pfizer raises full-year guidance', 'Pfizer on Tuesday cut its full-year profit forecast, citing weak demand.', 'PFE'],
  ['Walmart tops profit estimates', 'Walmart reported a third-quarter profit below analyst estimates.', 'WMT'],
  ['Ford beats estimates', 'Ford missed Wall Street estimates for the third quarter, sending shares lower.', 'F'],
])('is never high then: %s / %s', (title, lead, ticker) => expect(pointed(title, lead, ticker)).not.toMatch(/high$/));

test('a result beside its estimate in a headline that names no company is that of the company in the lead', () =>
  expect(pointed('Planemaker results: EPS $1.72 vs $2.01 estimated, revenue $258 million', 'Boeing posted first-quarter earnings.', 'BA')).toBe(
    'negative high',
  ));

test('a result above its estimate that fell on the year is unsure', () =>
  expect(pointed('Ford profit slides 26% to $420 million vs $380 million expected', '', 'F')).toBe('positive medium'));

test.each([
  ['Judge refuses to dismiss lawsuit against Boeing', 'BA', 'negative medium'],
  ['Ford drops $8 billion bid for Snap', 'SNAP', 'negative medium'],
  ['Snap rebuffs Ford takeover approach', 'SNAP', 'positive medium'],
  ['Snap turns down Ford takeover approach', 'SNAP', 'positive medium'],
  ['Snap turns down Ford takeover approach', 'F', 'neutral medium'],
])('the words of an outcome decide for the company that they name: %s', (title, ticker, expected) =>
  expect(pointed(title, '', ticker)).toBe(expected),
);

test('a text without a reading has no direction', () =>
  expect(directionOf({ read: null, titleWords: wordsOf(''), leadWords: wordsOf(''), isCrypto: false, summary: '' }, null, directory)).toMatchObject({
    sentiment: 'neutral',
    confidence: 'low',
  }));
