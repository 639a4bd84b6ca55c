import { expect, test } from 'vitest';
import { dealScore, dealValueIn } from '#pipeline/refine/article/deal-value.ts';

test.each([
  ['Acme to acquire Oak for $22 million', 22e6],
  ['an aggregate purchase price of approximately $22,500,000 in cash', 22.5e6],
  ['for $42.00 per share in cash, or approximately $5.1 billion', 5.1e9],
  ['Acme in €1.2bn deal for Oak', 1.2e9],
  ['Acme to acquire Oak, with $300 million in annual sales, for $90m', 90e6],
  // A price per share is not the worth of a company, nor is what it sells or owns.
  ['Oak to be acquired by Acme for $3.00 per share', null],
  ['Acme to acquire Oak, a bank with $2 billion of assets', null],
])('%s is worth %s', (text, worth) => expect(dealValueIn(text)).toBe(worth));

test('a deal scores by its worth', () => expect([22e6, 100e6, 450e6, 1e9, 5e9].map(dealScore)).toEqual([7, 8, 8, 9, 9]));
