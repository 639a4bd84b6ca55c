/** The relevance of a filing: of a deal by its worth, of what its title tells as of a headline, else by its words and its item. */
import { expect, test } from 'vitest';
import { scoreFiling, type Scorable } from '#pipeline/refine/filing/score.ts';
import { readNow } from '#pipeline/refine/reader/reading.ts';
import type { SurfacedItem } from '#schemas/filing.ts';

const scoreOf = (primaryItem: SurfacedItem, changes: Partial<Scorable>): ReturnType<typeof scoreFiling> =>
  scoreFiling({ primaryItem, leadItem: primaryItem, lead: '', isAmendment: false, hasRead: false, event: null, ...changes });
const scored = (primaryItem: SurfacedItem, changes: Partial<Scorable>): number => scoreOf(primaryItem, changes).relevance;
const eventOf = (text: string, isHeadline = true): Scorable['event'] => ({ text, isHeadline, reading: readNow(text, []) });

test.each<[SurfacedItem, string, number]>([
  ['1.01', 'On May 3, 2012, Acme Corp signed a merger agreement with Oak Holdings, Inc.', 10],
  ['2.01', 'Acme announced that it had entered into a merger agreement with Oak. Acme completed the merger on May 3, 2012.', 9],
  ['1.01', 'In connection with the Agreement and Plan of Merger dated May 3, 2012, Acme entered into a Credit Agreement with Pine Bank.', 6],
  ['8.01', 'The Board has determined to suspend the payment of dividends.', 6],
  ['8.01', 'Acme Bank received a cease and desist order.', 8],
  ['5.02', 'Jane Roe was elected as a director and a member of the Cyber and Risk Committee.', 6],
  ['8.01', 'Acme became aware of a cybersecurity incident at a plant.', 8],
  ['1.01', 'Acme entered into an Agreement and Plan of Merger to acquire Oak for approximately $22 million in cash.', 7],
])('a title that tells nothing leaves the words to decide: %s: %s', (item, lead, score) => expect(scored(item, { lead })).toBe(score));

test('its score says whether it can be acted on, as that of an article does', () => {
  const lead = 'In anticipation of the purchase under the Merger Agreement with Oak, Acme replaced its $2 billion Credit Agreement.';
  expect(scoreOf('8.01', { lead })).toMatchObject({ relevance: 5, actionability: 'medium' });
});

test.each<[SurfacedItem, string, number]>([
  ['1.01', 'Acme to Acquire Oak Tools for $22 Million', 7],
  ['1.01', 'Acme to Acquire Oak Tools', 10],
])('a deal scores by its worth where the title or the text states it: %s: %s', (item, title, score) => {
  expect(scored(item, { event: eventOf(title) })).toBe(score);
  expect(scored(item, { event: eventOf('Acme to Acquire Oak Tools'), lead: `Acme buys Oak${/ for .*/.exec(title)?.[0] ?? ''}.` })).toBe(score);
});

test.each<[SurfacedItem, string]>([
  ['8.01', 'Caterpillar Announces New $5 Billion Share Repurchase Program'],
  ['1.02', 'Acme and Oak Terminate Merger Agreement'],
])('what the title tells scores as a headline does: %s: %s', (item, title) => {
  const score = scored(item, { event: eventOf(title) });
  expect(score).toBeGreaterThanOrEqual(6);
  expect(score).toBeLessThanOrEqual(9);
});

test.each([
  ['Acme Corp: Board of Directors appointed Dana Oak as Chief Executive Officer, effective January 1', true],
  ['Acme Corp: Ms. Oak was named interim Chief Financial Officer', true],
  ['Acme Corp: Dana Oak ceased to serve as President and Chief Executive Officer', true],
  ['Acme Corp: Chief Financial Officer Dana Oak will retire on August 31', true],
  // A director with an office elsewhere, and pay.
  ['Acme Corp: Board of Directors appointed Robert Oak, Chief Executive Officer of Pine Inc, as a director', false],
  ['Acme Corp: Compensation Committee approved a retention award for the Chief Executive Officer who was named in May', false],
])('a change of the chief or of the finance chief is real news however it is said: %s', (text, isChange) => {
  expect(scored('5.02', { event: eventOf(text, false) }) >= 7).toBe(isChange);
});

test.each<[SurfacedItem, string]>([
  ['5.02', 'Acme Corp: Jane Roe resigned from the Board of Directors'],
  ['1.02', 'Acme Corp redeemed its 4.60% Senior Notes due 2024 in full, which ended the Note Agreement'],
])('a director who leaves and a debt that is repaid are minor news: %s: %s', (item, text) =>
  expect(scored(item, { event: eventOf(text, false), lead: text })).toBeLessThanOrEqual(5),
);

test('bounds of words hold for titles too, and routine ones of a formal text', () => {
  expect(scored('1.01', { event: eventOf('Acme entered into a Revolving Credit Agreement with Pine Bank', false) })).toBeLessThanOrEqual(6);
  const lead = 'The Board approved employment agreements for two officers.';
  expect(scored('5.02', { event: eventOf('Acme: Board of Directors previously approved', false), lead })).toBeLessThanOrEqual(5);
});

test.each([
  ['4.02', 9],
  ['1.03', 10],
])('a filing that tells item %s beside another scores at least %d', (leadItem, score) =>
  expect(scored('8.01', { leadItem, event: eventOf('Acme moved its offices to Ohio', false) })).toBe(score),
);

test('results and votes stay what they are', () => {
  expect(scored('5.07', { event: eventOf('Acme shareholders vote on a merger at a special meeting', false) })).toBe(4);
  expect(scored('2.02', { event: eventOf('Acme Reports Results'), hasRead: true })).toBe(9);
});
