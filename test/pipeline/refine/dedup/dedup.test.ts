import { expect, test } from 'vitest';
import { dropNearDuplicate } from '#pipeline/refine/dedup/dedup.ts';
import { createRecentArticles } from '#pipeline/refine/recent/recent-articles.ts';
import { uidOf } from '#schemas/identity.ts';
import { at, createLog, dropIn, loggedRow, normalised, rawArticle, rowIn, startAt } from '../fixtures.ts';
import { copies, siblings, type Copy } from './pairs.ts';

const lead =
  'Pfizer Inc said on Monday it would buy cancer drug maker Seagen Inc for $43 billion in cash, its largest deal since 2009, as it prepares for falling sales of its COVID-19 products.';

test('the drop names the row it repeats and that row’s story', () => {
  const log = createLog();
  const original = rowIn(log.take(rawArticle('Pfizer to buy Seagen for $43 billion in cash', { summary: lead })));
  const copy = dropIn(
    log.take(rawArticle('UPDATE 1-Pfizer to buy Seagen for $43 billion in cash', { summary: lead, url: 'https://other.example/1' }), at(5)),
  );
  expect(copy).toMatchObject({ reason: 'near_duplicate', duplicate_of: original.uid, story_id: original.story_id });
});

test('a copy of a copy names the row, not the copy', () => {
  const log = createLog();
  const original = rowIn(log.take(rawArticle('Pfizer to buy Seagen for $43 billion in cash', { summary: lead })));
  log.take(rawArticle('UPDATE 1-Pfizer to buy Seagen for $43 billion in cash', { summary: lead }), at(1));
  const third = dropIn(log.take(rawArticle('UPDATE 2-Pfizer to buy Seagen for $43 billion in cash', { summary: lead }), at(2)));
  expect(third.duplicate_of).toBe(original.uid);
});

test('after 72 hours the same text is news again', () => {
  const log = createLog();
  rowIn(log.take(rawArticle('Pfizer to buy Seagen for $43 billion in cash', { summary: lead })));
  expect(log.take(rawArticle('Pfizer to buy Seagen for $43 billion in cash', { summary: lead }), at(71.9)).type).toBe('drop');
  expect(log.take(rawArticle('Pfizer to buy Seagen for $43 billion in cash', { summary: lead }), at(72.1)).type).toBe('row');
});

test('a copy is found among thousands of siblings of its template', () => {
  const recent = createRecentArticles();
  const title = (i: number): string => `Insider selling: director of Company${uidOf(String(i)).slice(0, 6)} sells $${i + 1},000 in stock`;
  for (let i = 0; i < 3_000; i += 1) recent.apply(loggedRow(title(i), { uid: uidOf(`row${i}`), at: at(i / 1_000) }));
  for (const i of [0, 1_500, 2_999]) {
    const outcome = dropNearDuplicate(normalised(title(i)), { recent, refinedAt: at(10) });
    expect(outcome).toMatchObject({ kept: false, repeats: { uid: uidOf(`row${i}`) } });
  }
  expect(dropNearDuplicate(normalised(title(3_001)), { recent, refinedAt: at(10) }).kept).toBe(true);
});

/** Returns true when the second article is dropped as a copy of the first, which the log has as served. */
function isCopy([title, summary = '']: Copy, [nextTitle, nextSummary = '']: Copy): boolean {
  const recent = createRecentArticles();
  const first = normalised(title, { summary });
  recent.apply(loggedRow(first.title, { summary: first.summary }));
  return !dropNearDuplicate(normalised(nextTitle, { summary: nextSummary }), { recent, refinedAt: startAt }).kept;
}

test.each(copies)('one text collapses: %s', (_, first, second) => {
  expect(isCopy(first, second)).toBe(true);
  expect(isCopy(second, first)).toBe(true);
});

test.each(siblings)('two texts stay apart: %s', (_, first, second) => {
  expect(isCopy(first, second)).toBe(false);
  expect(isCopy(second, first)).toBe(false);
});
