import { expect, test } from 'vitest';
import { currenciesIn, documentCurrency } from '#pipeline/ingest/sec/earnings/terms/currency.ts';

test.each([
  ['NT$12', ['TWD']],
  ['in C$ thousands', ['CAD']],
  ['A$5', ['AUD']],
  ['HK$ 3', ['HKD']],
  ['R$ million', ['BRL']],
  ['US $', ['USD']],
])('%s names its currency', (words, codes) => {
  expect(currenciesIn(words)).toEqual(codes);
});

test.each(['(Amount $ in thousands)', 'Basic $', 'per share, basic $0.41'])('the end of a word before a dollar sign names none: %s', (words) => {
  expect(currenciesIn(words)).toEqual([]);
});

test.each([
  ['Revenue was $50 million. All figures are in Canadian dollars.', 'CAD'],
  ['Revenue was $50 million. Notes (in millions of euros)', 'USD'],
  ['All dollar amounts, unless otherwise noted, are in Canadian dollars\nRevenue $ 50', 'CAD'],
  ['(Expressed in thousands of Canadian dollars) Revenue $ 50', 'CAD'],
  ['Revenue was $50 million. All financial information in this press release is reported in Canadian dollars.', 'CAD'],
  ['Revenue was $50 million. Amounts denominated in Canadian dollars are translated into U.S. dollars.', 'USD'],
  ['Revenue was $50 million. Results reported in Canadian dollars rose.', 'USD'],
  ['Revenue was $50 million. Store figures are in Canadian dollars.', 'USD'],
  ['Revenue was $50 million. All amounts are in US$. Amounts are presented in Canadian dollars for one loan.', 'USD'],
  ['Revenue was $50 million. All amounts are in Canadian dollars. A loan is in U.S. dollars.', null],
])('an 8-K is in the currency that it states for all figures, and else in U.S. dollars: %s', (text, currency) =>
  expect(documentCurrency(text, '8-K')).toBe(currency),
);
