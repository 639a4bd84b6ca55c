/** Made-up articles whose description names a company in passing, or as the subject. */
import { describe, expect, test } from 'vitest';
import { createDirectory } from '#pipeline/refine/tickers/names/directory.ts';
import { entries, entry, tickersAgainst } from '../../fixtures.ts';

const directory = createDirectory([
  ...entries,
  entry('WBD', 'Warner Bros. Discovery, Inc.', { rank: 300 }),
  entry('PSKY', 'Paramount Skydance Corp', { rank: 600 }),
  entry('FOXA', 'Fox Corp', { rank: 420 }),
  entry('GETY', 'Getty Images Holdings, Inc.', { rank: 2_900 }),
]);

const tickersOf = tickersAgainst(directory);
const tickers = (title: string, summary: string): string[] => tickersOf(title, { summary });

test.each([
  ['the outlet', 'Storm floods the valley', 'Jo Reyes, writing for CNN: the water rose within an hour.'],
  [
    'the outlets of several entries',
    'Actor dies at 77 - CBS News',
    'Actor dies at 77 CBS News Star of a sitcom has died CNN Tributes pour in Fox News',
  ],
  ['whose picture it is', 'Rookie throws a perfect game', 'Fans cheer in the ninth inning. (Photo by A. Stone/Getty Images)'],
  ['a product of the notes', '229: The squeaky chair', 'Follow-up: window tool ( App Store ) Mac stuff, an iPad stand, Netflix credits'],
  ['whose forecast it is', 'Copper prices slide', 'Goldman Sachs expects prices to fall for the rest of the year.'],
])('a description names in passing: %s', (_, title, summary) => {
  expect(tickers(title, summary)).toEqual([]);
});

describe('a description says of whom the article is', () => {
  test.each([
    ['doing what companies do', 'Jet maker under pressure again', 'Boeing cut its forecast for deliveries on Monday.', ['BA']],
    ['with its symbol', 'Why this stock fell today', 'Tesla (NASDAQ: TSLA) slid after a downgrade.', ['TSLA']],
    ['by its shares', 'Retail giant disappoints', 'Shares of Walmart dropped 4% before the bell.', ['WMT']],
    ['as what it is', 'Antitrust case goes to court', 'Software giant Oracle and regulators meet on Friday.', ['ORCL']],
  ])('%s', (_, title, summary, expected) => {
    expect(tickers(title, summary)).toEqual(expected);
  });

  test('beside the headline’s own company only by what companies do', () => {
    expect(tickers('Ford recalls trucks', 'Ford said so. Tesla recalls cars as well.')).toEqual(['F', 'TSLA']);
    expect(tickers('Ford recalls trucks', 'Ford said so. Drivers of a Tesla laughed.')).toEqual(['F']);
  });
});

describe('who published or counted is not a subject of the headline', () => {
  test.each([
    'Minister tells CNN he will not resign',
    'CNN’s Hall: Senator Is Wrong About the Bridge',
    'Half of drivers fear the winter, Ford survey finds',
  ])('%s', (title) => {
    expect(tickers(title, '')).toEqual([]);
  });

  test.each([
    ['CNN to cut jobs as viewers leave', ['WBD']],
    ['Walmart data breach hits shoppers', ['WMT']],
  ])('but of its own news: %s', (title, expected) => {
    expect(tickers(title, '')).toEqual(expected);
  });
});
