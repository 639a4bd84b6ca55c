import { describe, expect, test } from 'vitest';
import type { RawArticle } from '#schemas/raw.ts';
import { at, createLog, dropIn, rawArticle, rowIn } from '../fixtures.ts';

/** Returns the story of each article, in order; `hours` counts from the start. */
function storiesOf(articles: readonly (readonly [title: string, summary?: string, hours?: number, changes?: Partial<RawArticle>])[]): string[] {
  const log = createLog({ settings: { blockedDomains: new Set(), relevanceFloor: 1, majorTickers: { kind: 'all' }, surfacedItems: [] } });
  return articles.map(([title, summary = '', hours = 0, changes = {}]) => {
    const record = log.take(
      rawArticle(title, { summary, published_at: at(hours), seen_at: at(hours), fetched_at: at(hours), ...changes }),
      at(hours),
    );
    return record.type === 'row' ? record.story_id : (dropIn(record).story_id ?? 'none');
  });
}

describe('articles on one event are one story', () => {
  test.each([
    [
      'a company’s results',
      [
        'Nvidia beats estimates as data center revenue doubles',
        'Nvidia reported third-quarter revenue of $35.1 billion, above analyst estimates of $33.2 billion.',
      ],
      ['Nvidia tops Wall Street expectations on AI chip demand', 'The chipmaker posted revenue of $35.1 billion for the quarter.'],
    ],
    [
      'a takeover',
      ['Pfizer to acquire Beyond Meat for $2.3 billion in cash', 'Pfizer said it will pay $38 a share.'],
      ['Pfizer strikes $2.3 billion deal to buy plant-based burger maker Beyond Meat', 'The drugmaker agreed to buy the company.'],
    ],
    [
      'a release',
      [
        'US consumer prices rise 0.3% in October, inflation report shows',
        'The consumer price index increased 0.3% last month, the Labor Department said.',
      ],
      ['October inflation report: consumer prices increase 0.3%', 'Prices rose 0.3%, the Labor Department said on Wednesday.'],
    ],
  ] as const)('%s', (_, first, second) => {
    const [a, b] = storiesOf([first, [...second, 3]]);
    expect(b).toBe(a);
  });
});

describe('other events are other stories', () => {
  test.each([
    ['another company’s results', 'Nvidia Q3 results beat estimates, revenue up 94%', 'Oracle Q3 results beat estimates, revenue up 9%'],
    ['other news of the same company', 'Ford recalls 1.2 million trucks over brake software', 'Ford names new finance chief from Tesla'],
    ['the same kind of news of another company', 'Pfizer declares quarterly dividend of $0.42', 'Merck declares quarterly dividend of $0.81'],
    ['another release', 'US consumer prices rise 0.3% in October', 'OPEC+ agrees to extend output cuts through March'],
    ['the same agency on another matter', 'Fed holds interest rates steady', 'Gap between rich and poor widens, Fed study shows inflation toll'],
  ])('%s', (_, first, second) => {
    const [a, b] = storiesOf([[first], [second, '', 1]]);
    expect(b).not.toBe(a);
  });
});

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
  const [a, b] = storiesOf([['Nvidia beats estimates as data center revenue doubles'], ['Nvidia tops estimates on data center revenue', '', 73]]);
  expect(b).not.toBe(a);
});
