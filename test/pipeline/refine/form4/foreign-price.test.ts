import { expect, test } from 'vitest';
import { statesForeignPrice } from '#pipeline/refine/form4/foreign-price.ts';

test.each([
  'Purchased at prices from 310 to 315 pence.',
  'The price is in Canadian dollars.',
  'The price reported is in Swedish kronor.',
  'The shares were sold at a price of 12.50 euros per share on Euronext Paris.',
  'Sold at C$14.10.',
  'The reported price is the average in South African rand.',
  'Acquired on the TSX at a price of CDN$12.50 per share (US$9.10).',
])('another currency: %s', (text) => {
  expect(statesForeignPrice([text], '12.5')).toBe(true);
});

test.each([
  'Weighted average price; full information on the prices will be provided to Rand Capital Corporation.',
  'Weighted average price from $10.00 to $10.40. The reporting person also holds depositary shares listed on Euronext in euros.',
  'The shares were bought at C$17.10 per share, equivalent to US$12.50.',
  'The price was converted from euros at the exchange rate of the day.',
])('dollars: %s', (text) => {
  expect(statesForeignPrice([text], '12.5')).toBe(false);
});
