/** The sentiment of a filing's words, without a read of its figures. */
import { describe, expect, test } from 'vitest';
import { filingSentiment } from '#pipeline/refine/filing/sentiment.ts';

const pointed = (lead: string, { headline = '', item = '8.01' }: { headline?: string; item?: string } = {}): string => {
  const { sentiment, confidence } = filingSentiment({ analysis: null, item, headline, lead });
  return `${sentiment} ${confidence}`;
};

describe('a filing without a headline points by what its first sentence tells', () => {
  test.each([
    ['We expect revenue for the first quarter to be between $2.1 and $2.4 million, compared with $5.0 million a year before.', 'negative medium'],
    ['Acme expects net sales of approximately $80 million to $90 million, compared to $60 million in the third quarter of 2011.', 'positive medium'],
    ['Acme expects revenue of $61 million, compared to $60 million in the third quarter of 2011.', 'neutral low'],
    ['Acme announced it will close its Boiler Division and record a charge of $3 million in the second quarter.', 'negative medium'],
    ['Acme Bank received a cease and desist order from its regulator.', 'negative medium'],
    ['Acme Bank was told that it is significantly undercapitalized.', 'negative medium'],
    ['The Board has determined to suspend the payment of dividends on the common stock.', 'negative medium'],
    ['The Board increased the quarterly dividend to $0.12 a share.', 'positive low'],
    ['The Board declared a dividend of $0.12 a share.', 'neutral low'],
    ['Acme moved its offices to Ohio.', 'neutral low'],
  ])('%s', (lead, result) => expect(pointed(lead)).toBe(result));

  test('and not by what a filing on persons mentions', () =>
    expect(pointed('In the closing of the plant, for which a charge was taken, John Roe resigned as a director.', { item: '5.02' })).toBe(
      'neutral low',
    ));
});

test.each([
  'The board approved the earlier vesting of options previously awarded to employees.',
  'The election of Jane Roe increases the size of the Board to nine.',
])('formal words of a press release point nowhere: %s', (lead) =>
  expect(pointed(lead, { headline: 'Acme Announces a Decision of Its Directors' })).toBe('neutral low'),
);

test.each([
  ['1.03', 'negative medium'],
  ['2.04', 'negative low'],
  ['3.01', 'negative low'],
  ['4.02', 'negative medium'],
  ['5.01', 'neutral low'],
])('item %s points by itself', (item, result) => expect(pointed('Acme moved its offices to Ohio.', { item })).toBe(result));
