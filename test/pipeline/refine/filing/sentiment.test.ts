/** The sentiment of a filing's words, without a read of its figures. */
import { describe, expect, test } from 'vitest';
import { statedDirection } from '#pipeline/refine/filing/stated-direction.ts';
import { readEvent } from '#pipeline/refine/filing/read-event.ts';
import { filingSentiment } from '#pipeline/refine/filing/sentiment.ts';
import type { FilingEvent } from '#pipeline/refine/filing/text.ts';
import { entry } from '../form4/fixtures.ts';
import { cik, directoryOf } from './fixtures.ts';

const listed = [{ cik, name: 'ACME CORP', entry: entry('ACME') }];
const directory = directoryOf(entry('ACME'));

interface Filed {
  readonly event?: FilingEvent | null;
  readonly item?: string;
  readonly items?: readonly string[];
}
function pointed(lead: string, { event = null, item = '8.01', items = [item] }: Filed = {}): string {
  const read = event && readEvent(event, { listed, lead, summary: lead, category: 'corporate_actions', directory });
  const { sentiment, confidence } = filingSentiment({ analysis: null, item, items, lead, event: read });
  return `${sentiment} ${confidence}`;
}
const headline = (text: string): FilingEvent => ({ text, isHeadline: true });
const formal = (text: string): FilingEvent => ({ text, isHeadline: false });

describe('a filing without a headline points by formal words of its first sentence', () => {
  test.each([
    ['We expect revenue for the first quarter to be between $2.1 and $2.4 million, compared with $5.0 million a year before.', 'negative medium'],
    ['Acme expects net sales of approximately $80 million to $90 million, compared to $60 million in the third quarter of 2011.', 'positive medium'],
    ['Acme expects revenue of $61 million, compared to $60 million in the third quarter of 2011.', 'neutral low'],
    ['Acme expects revenue of $51 million for the quarter, above the low end of its guidance.', 'neutral low'],
    ['Acme announced it will close its Boiler Division and record a charge of $3 million in the second quarter.', 'negative medium'],
    ['Acme Bank received a cease and desist order from its regulator.', 'negative medium'],
    ['Acme Bank was told that it is significantly undercapitalized.', 'negative medium'],
  ])('%s', (lead, result) => expect(pointed(lead)).toBe(result));

  test.each([
    ['Acme expects revenue of $48 million to $49 million for the quarter, below the low end of its prior guidance.', 'negative medium'],
    ['Acme expects revenue of $58 million to $59 million for the quarter, above its previously issued guidance.', 'positive medium'],
  ])('also under a headline that points nowhere: %s', (lead, result) => {
    expect(pointed(lead, { item: '2.02' })).toBe(result);
    expect(pointed(lead, { item: '2.02', event: headline('Acme Announces Preliminary Third Quarter Results') })).toBe(result);
  });

  test('and of results by one of the first three', () => {
    const lead =
      'Acme announced preliminary results. Acme expects revenue of $40 million to $41 million, compared with its guidance of $45 million to $47 million.';
    expect(pointed(lead, { item: '2.02' })).toBe('negative medium');
    expect(pointed(lead)).toBe('neutral low');
  });

  test('also where the reader takes them for good news', () =>
    expect(
      pointed('Acme Corp entered into a consent order with the FDIC.', { event: formal('Acme Corp entered into a consent order with the FDIC') }),
    ).toBe('negative medium'));
});

test.each([
  ['8.01', 'Acme Corp announced that the FDA issued a complete response letter regarding its application for oxabol.', 'negative medium'],
  ['8.01', 'Acme Corp announced that the FDA has placed a clinical hold on its trial of oxabol.', 'negative medium'],
  ['1.01', 'Acme Corp entered into a forbearance agreement with its lenders.', 'negative medium'],
  ['8.01', 'Acme Corp: The board approved a 1-for-20 reverse stock split of its common stock.', 'negative low'],
  ['1.01', 'Acme Corp entered into a sales agreement with Oak, under which it may sell shares of common stock from time to time.', 'negative low'],
])('what refuses, distresses or dilutes is no good news under item %s: %s', (item, text, result) => {
  expect(pointed(text, { event: formal(text), item })).toBe(result);
  expect(pointed(text, { event: headline(text), item })).toBe(result);
});

test.each([
  'Acme Corp received a letter in which the FDA stated that the clinical hold on its trial of oxabol was lifted.',
  'Acme Corp received FDA approval for oxabol after an earlier complete response letter.',
  'Acme Corp entered into a sales agreement with a dealer in tractors.',
])('but not what is over, or sells goods: %s', (text) => expect(pointed(text, { event: formal(text) })).toMatch(/^positive/));

describe('what its title tells points as in a press release', () => {
  test.each([
    ['Acme Corp announced its Board of Directors has approved the repurchase of up to $5 billion of its common stock', '7.01', 'positive'],
    ['Acme Corp: Board of Directors determined to suspend the payment of quarterly dividends', '8.01', 'negative'],
    ['Acme Corp: Board of Directors declared a quarterly cash dividend of $0.84 per share', '8.01', 'neutral'],
    ['Acme Corp: Jane Roe notified the company of her decision to resign as Chief Executive Officer, effective immediately', '5.02', 'negative'],
    ['Acme Corp entered into an underwriting agreement relating to the public offering of 180,000,000 shares at $1.51 per share', '1.01', 'negative'],
  ])('%s', (text, item, sentiment) => {
    expect(pointed('Nothing else.', { event: formal(text), item })).toMatch(new RegExp(`^${sentiment} (?:low|medium)$`));
  });

  test('but pay and elections do not praise the company', () => {
    const event = formal('Acme Corp: The board approved the earlier vesting of options previously awarded to employees');
    expect(pointed('Nothing else.', { event, item: '5.02' })).toBe('neutral low');
  });
});

test('the company to be acquired gains, and the one that buys it is not known to', () => {
  const lead =
    'Acme Corp (the “Company”) and Microsoft Corporation announced the execution of a Merger Agreement. Merger Sub will merge with and into the Company.';
  const event = formal('Acme Corp and Microsoft Corporation announced the execution of a Merger Agreement');
  expect(pointed(lead, { event, item: '8.01' })).toBe('positive medium');
  const { parties } = readEvent(event, {
    listed,
    lead,
    summary: lead,
    category: 'mergers_acquisitions',
    directory: directoryOf(entry('ACME'), entry('MSFT', { name: 'MICROSOFT CORP', cik: '0000789019' })),
  });
  expect(parties.map(({ ticker, impact_analysis: { sentiment } }) => [ticker, sentiment])).toEqual([['MSFT', 'neutral']]);
});

test.each([
  ['5.02', 'Acme Corp: Jane Roe notified the company of her decision to resign as Chief Executive Officer, effective immediately', 'negative low'],
  ['1.02', 'Acme Corp redeemed its 4.60% Senior Notes due 2024 in full, which ended the Note Agreement', 'neutral low'],
  ['5.02', 'Acme Corp: Jane Roe resigned from the Board of Directors. Neither decision of Ms. Roe involved any disagreement', 'neutral low'],
  ['1.02', 'Acme Corp terminated its Credit Agreement, which it repaid after an event of default had occurred', 'negative medium'],
  [
    '1.02',
    `Acme Corp and Oak ended their supply agreement.${' The parties had agreed on prices for each year.'.repeat(10)} A term loan was repaid in March`,
    'negative low',
  ],
  ['4.02', 'Acme Corp wins praise as it restates its accounts, and the shares jump', 'negative medium'],
])('item %s: %s', (item, text, result) => expect(pointed(text, { event: formal(text), item })).toBe(result));

test('a director who leaves in a dispute is bad news', () => {
  const text = 'Acme Corp: Jane Roe resigned from the Board of Directors';
  expect(pointed('She cited a disagreement over the accounts.', { event: formal(text), item: '5.02' })).toMatch(/^negative/);
});

test.each([
  ['1.03', 'negative medium'],
  ['2.04', 'negative low'],
  ['5.01', 'neutral low'],
])('item %s points by itself', (item, result) => expect(pointed('Acme moved its offices to Ohio.', { item })).toBe(result));

test.each([
  ['1.01', formal('Acme Corp entered into a securities purchase agreement with institutional investors'), 'negative low'],
  ['1.01', formal('Acme Corp entered into an agreement for the sale of 5,910,175 shares of its common stock'), 'negative low'],
  ['8.01', headline('Acme Announces $25 Million Private Placement to Accelerate Growth'), 'negative low'],
])('a sale of own shares dilutes under item %s beside 3.02: %o', (item, event, result) =>
  expect(pointed('Nothing else.', { event, item, items: [item, '3.02'] })).toMatch(new RegExp(`^${result}`)),
);

test.each([
  ['a sure headline', headline('Acme Names New CEO; EPS $0.52 vs $0.48 Expected'), 'Acme sold 200,000 shares in a private placement.', 'positive high'],
  ['an approval', headline('FDA Approves Acme’s Heart Drug'), 'Acme sold 200,000 shares in a private placement.', 'positive'],
  ['a stake', headline('Microsoft Takes 9% Stake in Acme, Signs Supply Agreement'), 'Acme entered into a subscription agreement with Microsoft.', 'positive'],
  [
    'an agreement that buys a company',
    formal('Acme Corp moved its offices to Ohio'),
    'Acme entered into a securities purchase agreement with Beta Robotics, pursuant to which it acquired all of the equity interests of Beta.',
    'neutral',
  ],
])('%s is no sale of own shares beside 3.02', (_, event, lead, result) =>
  expect(pointed(lead, { event, item: '1.01', items: ['1.01', '3.02'] })).toMatch(new RegExp(`^${result}`)),
); // prettier-ignore

test('item 4.02 points down under a headline that does not', () =>
  expect(pointed('Nothing else.', { event: headline('Acme to Restate Financial Statements for 2024 and 2025'), item: '4.02' })).toBe(
    'negative medium',
  ));

test.each([
  'The stockholders have not approved a reverse stock split.',
  'There is no clinical hold on the trial.',
  'Revenue was within guidance and operating expenses were below our guidance.',
])('no direction is stated by: %s', (text) => expect(statedDirection(text)).toBeNull());
