import { expect, test } from 'vitest';
import { at, createLog, rawArticle, rowIn, storyOf, timesAt } from '../fixtures.ts';

test('an article is placed once: what comes later changes no story id that was given', () => {
  const log = createLog();
  const given = [
    'Nvidia beats estimates as revenue doubles',
    'Nvidia tops estimates, revenue doubles on AI',
    'Nvidia revenue doubles, beats estimates again',
  ].map((title, i) => log.take(rawArticle(title), at(i)));
  const ids = given.map(storyOf);
  for (let i = 0; i < 20; i += 1) log.take(rawArticle(`Nvidia revenue doubles as estimates are beaten, take ${i}`), at(4 + i / 10));
  expect(log.records.slice(0, 3).map(storyOf)).toEqual(ids);
});

test('a story has the uid of its first article, and after 72 hours an event opens one of its own', () => {
  const log = createLog();
  const first = rowIn(log.take(rawArticle('Nvidia beats estimates as data center revenue doubles')));
  const later = rowIn(log.take(rawArticle('Nvidia tops estimates on data center revenue', timesAt(73)), at(73)));
  expect(first.story_id).toBe(first.uid);
  expect(later.story_id).not.toBe(first.story_id);
});
