import { expect, test } from 'vitest';
import { normalised } from '../fixtures.ts';

test('a description that lists headlines of others is not a summary, and lends no tickers', () => {
  const summary = 'Norvik wins order\nFord recalls trucks The Desk\nTesla cuts prices The Wire';
  const draft = normalised('Norvik wins order', { summary });
  expect([draft.summary, draft.lead]).toEqual(['', '']);
});
