/** The event of a filing's title: the registrant's direction, and the other companies of a deal. */
import { expect, test } from 'vitest';
import { readEvent, type ReadEvent } from '#pipeline/refine/filing/read-event.ts';
import { directory } from '../fixtures.ts';

const read = (text: string, symbol: string, { lead = '', isHeadline = true } = {}): ReadEvent => {
  const entry = directory.byTicker(symbol)!;
  const listed = [{ cik: entry.cik ?? '0000000001', name: entry.name, entry }];
  return readEvent({ text, isHeadline }, { listed, lead, summary: '', category: 'corporate_actions', directory });
};
const parties = (event: ReadEvent): string[] => event.parties.map(({ ticker, impact_analysis: { sentiment } }) => `${ticker} ${sentiment}`);

test.each([
  ['Pfizer Inc entered into an Agreement and Plan of Merger to acquire Beyond Meat, Inc. for $450 million in cash', 'PFE', false, ['BYND positive']],
  ['Beyond Meat to Be Acquired by Pfizer for $3.00 per Share', 'BYND', true, ['PFE neutral']],
] as const)('a deal has the other listed company with its direction: %s', (title, symbol, isHeadline, expected) =>
  expect(parties(read(title, symbol, { isHeadline }))).toEqual(expected),
);

test.each([
  ['Ford Motor Co entered into an underwriting agreement with Goldman Sachs relating to its notes', 'F'],
  // Another share class of the registrant is no party.
  ['Alphabet to Acquire Oak Tools', 'GOOG'],
])('any other event has none: %s', (title, symbol) => expect(parties(read(title, symbol, { isHeadline: false }))).toEqual([]));

test('the registrant has the direction that the title gives its name, or the title as a whole where it is not named', () => {
  expect(read('Exxon falls as Chevron rises on ruling', 'CVX').direction.sentiment).toBe('positive');
  expect(read('Shares plunge as trial fails', 'PFE').direction.sentiment).toBe('negative');
  expect(read('Alphabet shares plunge', 'GOOG').direction.sentiment).toBe('negative');
});

test('the lead decides under a headline that is silent', () =>
  expect(read('Ford update', 'F', { lead: 'Ford shares fell 5% after it cut its profit forecast.' }).direction).toMatchObject({
    sentiment: 'negative',
    place: 'lead',
  }));
