import { describe, expect, test } from 'vitest';
import { at, createLog, dropIn, entries, entry, rawArticle, settingsOf, storyOf, timesAt } from '../fixtures.ts';
import { createDirectory } from '#pipeline/refine/tickers/names/directory.ts';
import { oneEvent, twoEvents, type Article } from './pairs.ts';

const directory = createDirectory([
  ...entries,
  entry('INTC', 'INTEL CORP', { exchange: 'Nasdaq' }),
  entry('CSCO', 'CISCO SYSTEMS, INC.', { exchange: 'Nasdaq' }),
  entry('NKE', 'NIKE, Inc.'),
  entry('LLY', 'ELI LILLY & Co'),
  entry('HES', 'Hess Corp'),
  entry('RDDT', 'Reddit, Inc.'),
  entry('FLYY', 'Spirit Airlines, LLC'),
  entry('JEF', 'Jefferies Financial Group Inc.'),
]);
const settings = settingsOf();

function storiesOf(first: Article, second: Article, hoursLater: number): string[] {
  const log = createLog({ directory, settings });
  return [[first, 0] as const, [second, hoursLater] as const].map(([[title, summary = ''], hours]) => {
    const record = log.take(rawArticle(title, { summary, ...timesAt(hours) }), at(hours));
    return storyOf(record) ?? dropIn(record).uid;
  });
}

/** Returns the stories of the first and the last article. Each is from another outlet, and only a repetition may drop one. */
function firstAndLast(articles: readonly (readonly [title: string, hours: number])[]): [string, string] {
  const log = createLog({ directory, settings });
  const placed = articles.map(([title, hours], i) => {
    const url = `https://outlet${i}.example/article`;
    const storyId = storyOf(log.take(rawArticle(title, { url, identity: url, ...timesAt(hours) }), at(hours)));
    if (storyId === null) throw new Error(`dropped: ${title}`);
    return storyId;
  });
  return [placed[0] ?? '', placed.at(-1) ?? ''];
}

const verdict = [
  'Jury finds Hess guilty of rigging freight auctions',
  'Hess guilty of rigging freight auctions, jury finds',
  'Hess convicted in freight auctions trial',
  'Freight auctions: Hess convicted of rigging by jury',
  'Guilty: Hess rigged freight auctions, says jury',
  'Hess found guilty over rigged freight auctions',
  'Rigged freight auctions: Hess is found guilty',
  'Hess loses freight auctions trial as jury convicts',
  'Hess convicted by jury of rigging auctions for freight',
  'Hess verdict: guilty of rigging freight auctions',
].map((title, i) => [title, i / 10] as const);

describe('time', () => {
  test('a story that many have reported ends once nobody has for a day: a new development is a story of its own', () => {
    const [first, last] = firstAndLast([...verdict, ['Hess appeals against guilty verdict over freight auctions', 26]]);
    expect(last).not.toBe(first);
  });

  test('the same words within the hours of the write-ups are one story', () => {
    const [first, last] = firstAndLast([...verdict, ['Hess appeals against guilty verdict over freight auctions', 1.5]]);
    expect(last).toBe(first);
  });
});

describe('a company that several have just written of', () => {
  const strike = [
    ['Eli Lilly plant workers in Limerick walk out over night shifts', 0],
    ['Night shifts: workers at Lilly’s Limerick plant walk out', 0.2],
    ['Lilly workers walk out in Limerick over night shifts', 0.3],
  ] as const;

  test('is not an event by its name alone', () => {
    const [first, last] = firstAndLast([...strike, ['Eli Lilly opens research campus near Boston', 1]]);
    expect(last).not.toBe(first);
  });
});

test('where several have just written of two companies, the next that names both writes of the same, whatever its words', () => {
  const [first, last] = firstAndLast([
    ['Intel and Cisco end router patent lawsuit', 0],
    ['Intel and Cisco end lawsuit over router patents', 0.2],
    ['Intel and Cisco settle router patent lawsuit', 0.4],
    ['Cisco and Intel make peace in court', 1],
  ]);
  expect(last).toBe(first);
});

test('a company and one word of the kind of news may be all that two write-ups share', () => {
  const [first, last] = firstAndLast([
    ['Cisco downgraded', 0],
    ['Analyst downgrades Cisco', 1],
  ]);
  expect(last).toBe(first);
});

test.each(oneEvent)('two write-ups of one event are one story: %s', (_, first, second, hoursLater) => {
  const [a, b] = storiesOf(first, second, hoursLater);
  expect(b).toBe(a);
});

test.each(twoEvents)('two events are two stories, however alike their words: %s', (_, first, second, hoursLater) => {
  const [a, b] = storiesOf(first, second, hoursLater);
  expect(b).not.toBe(a);
});
