import { describe, expect, test } from 'vitest';
import { at, createLog, dropIn, entries, entry, rawArticle } from '../fixtures.ts';
import { createDirectory } from '#pipeline/refine/tickers/directory.ts';
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
const settings = { blockedDomains: new Set<string>(), relevanceFloor: 1, majorTickers: { kind: 'all' } as const };

function storiesOf(first: Article, second: Article, hoursLater: number): string[] {
  const log = createLog({ directory, settings });
  return [[first, 0] as const, [second, hoursLater] as const].map(([[title, summary = ''], hours]) => {
    const record = log.take(rawArticle(title, { summary }), at(hours));
    return record.type === 'row' ? record.story_id : (dropIn(record).story_id ?? dropIn(record).uid);
  });
}

describe('two write-ups of one event are one story', () => {
  test.each(oneEvent)('%s', (_, first, second, hoursLater) => {
    const [a, b] = storiesOf(first, second, hoursLater);
    expect(b).toBe(a);
  });
});

describe('two events are two stories, however alike they are told', () => {
  test.each(twoEvents)('%s', (_, first, second, hoursLater) => {
    const [a, b] = storiesOf(first, second, hoursLater);
    expect(b).not.toBe(a);
  });
});
