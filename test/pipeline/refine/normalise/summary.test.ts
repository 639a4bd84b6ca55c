import { expect, test } from 'vitest';
import { normalised } from '../fixtures.ts';

test('a description that lists headlines of others is not a summary, and lends no tickers', () => {
  for (const summary of [
    'Norvik wins order\nFord recalls trucks The Desk\nTesla cuts prices The Wire',
    'Ford recalls trucks - The Desk; Tesla cuts prices - The Wire',
    'Ford recalls trucks - Desk, Norvik wins order - The Wire',
  ]) {
    const draft = normalised('Norvik wins order', { summary });
    expect([draft.summary, draft.lead]).toEqual(['', '']);
  }
  expect(normalised('Norvik wins order', { summary: 'The yard - Norvik, a maker - won an order - Tanker, 4 ships.' }).lead).not.toBe('');
});
