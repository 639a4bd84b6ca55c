import { expect, test } from 'vitest';
import { apiError } from '#api/errors.ts';
import { refusalOf } from '#api/mcp/refusal.ts';

test('the refusal of a withdrawn article suggests no other spelling', () => {
  const withdrawn = refusalOf(apiError('not_found', 'This article was withdrawn.', { withdrawn_at: '2026-11-20T09:30:00.000Z' }));
  expect(withdrawn.text).toBe('This article was withdrawn. svc_news_search and svc_ticker_news find other articles.');
  expect(refusalOf(apiError('not_found', 'No article has this uid.', {})).text).toContain('Check the spelling');
});
