import { expect, test } from 'vitest';
import { dropNearDuplicate } from '#pipeline/refine/dedup/dedup.ts';
import { createRecentArticles } from '#pipeline/refine/recent/recent-articles.ts';
import { hourMs, loggedRow, normalised, startAt } from '../fixtures.ts';
import { copies, siblings, type Copy } from './pairs.ts';

/** Returns true when the second article is dropped as a copy of the first, which the log has as served. */
function isCopy([title, lead = '']: Copy, [nextTitle, nextLead = '']: Copy): boolean {
  const recent = createRecentArticles({ windowMs: 72 * hourMs });
  const first = normalised(title, { summary: lead });
  recent.apply(loggedRow(first.title, { summary: first.summary }));
  return !dropNearDuplicate(normalised(nextTitle, { summary: nextLead }), { recent, refinedAt: startAt }).kept;
}

test.each(copies)('one text collapses: %s', (_, first, second) => {
  expect(isCopy(first, second)).toBe(true);
  expect(isCopy(second, first)).toBe(true);
});

test.each(siblings)('two texts stay apart: %s', (_, first, second) => {
  expect(isCopy(first, second)).toBe(false);
  expect(isCopy(second, first)).toBe(false);
});
