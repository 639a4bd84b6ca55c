import { expect, test } from 'vitest';
import { at, createLog, rawArticle, rowIn } from '../fixtures.ts';

test('the id of a story is the uid of its first article', () => {
  const log = createLog();
  const first = rowIn(log.take(rawArticle('Nvidia beats estimates as data center revenue doubles')));
  expect(first.story_id).toBe(first.uid);
});

test('an article is placed once: what comes later changes no story id that was given', () => {
  const log = createLog();
  const given = [
    'Nvidia beats estimates as revenue doubles',
    'Nvidia tops estimates, revenue doubles on AI',
    'Nvidia revenue doubles, beats estimates again',
  ].map((title, i) => log.take(rawArticle(title), at(i)));
  const ids = given.map((record) => record.type !== 'gap' && 'story_id' in record && record.story_id);
  for (let i = 0; i < 20; i += 1) log.take(rawArticle(`Nvidia revenue doubles as estimates are beaten, take ${i}`), at(4 + i / 10));
  expect(log.records.slice(0, 3).map((record) => record.type !== 'gap' && 'story_id' in record && record.story_id)).toEqual(ids);
});

test('after 72 hours an event opens a story of its own', () => {
  const log = createLog();
  const [first, later] = [
    rowIn(log.take(rawArticle('Nvidia beats estimates as data center revenue doubles'))),
    rowIn(
      log.take(rawArticle('Nvidia tops estimates on data center revenue', { published_at: at(73), seen_at: at(73), fetched_at: at(73) }), at(73)),
    ),
  ];
  expect(later.story_id).not.toBe(first.story_id);
});
