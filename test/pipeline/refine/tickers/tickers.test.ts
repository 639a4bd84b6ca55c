import { describe, expect, test } from 'vitest';
import { putTickers } from '#pipeline/refine/tickers/tickers.ts';
import { createDirectory } from '#pipeline/refine/tickers/names/directory.ts';
import type { RawArticle } from '#schemas/raw.ts';
import { directory, entries, entry, normalised, tickersAgainst } from '../fixtures.ts';

const tickers = (title: string, changes: Partial<RawArticle> = {}, known = directory): string[] => tickersAgainst(known)(title, changes);

test.each([
  ['its cashtag', '$NVDA breaks out', ['NVDA']],
  ['exchange and symbol', 'Chipmaker (NASDAQ: NVDA) beats', ['NVDA']],
  ['exchange and symbol in one', 'Why automaker NYSE:F is down', ['F']],
  ['exchange abroad', 'Why TSX: SHOP is down', ['SHOP.TO']],
  ['a number listed in Tokyo', 'Carmaker (TSE: 7203) lifts outlook', ['7203.T']],
  ['a class after a dot', 'NYSE: BRK.B adds to stake', ['BRK-B']],
  ['its legal name', 'Beyond Meat, Inc. prices offering', ['BYND']],
  ['initials', 'J.B. Hunt misses on revenue', ['JBHT']],
  ['its initials in capitals', 'GM idles plant in Ohio', ['GM']],
  ['a symbol in parentheses', 'Ginkgo announces collaboration with Sumitomo Chemical (SOMMY)', ['SOMMY']],
  ['capitals only', 'EBAY NEARS DEAL TO SELL STUBHUB', ['EBAY']],
])('a company is found by: %s', (_, title, expected) => {
  expect(tickers(title)).toEqual(expected);
});

test('a list of holdings is about the company whose shares they are', () => {
  expect(tickers('Goldman Sachs Group Inc. Has $1.2 Billion Stake in Pfizer Inc. $PFE')).toEqual(['PFE']);
  expect(tickers('Pfizer Inc. (NYSE:PFE) Shares Bought by JPMorgan Chase & Co.')).toEqual(['PFE']);
});

describe('a word that is also something else needs evidence', () => {
  test.each([
    ['Target raises outlook, shares jump', ['TGT']],
    ['Apple beats estimates', ['AAPL']],
    ['Apple harvest falls in Washington as growers face shortage', []],
    ['Gap between rich and poor widens, study shows', []],
    ['All eyes ON the IT spending NET of AI hype', []],
    ['Energy bancorp stocks to watch', []],
    ['Hannon Atlas falls on short report', []],
    ['Atlas Air signs agreement', ['AAWW']],
  ])('%s', (title, expected) => {
    expect(tickers(title)).toEqual(expected);
  });

  test('and the same word counts once the article gives its symbol', () => {
    expect(tickers('Why Target fell today', { summary: 'Target (NYSE: TGT) fell 5%.' })).toEqual(['TGT']);
  });

  test('or a certain company beside it in a list', () => {
    expect(tickers('Stocks to watch: Netflix, Target, Tesla')).toEqual(['NFLX', 'TGT', 'TSLA']);
  });
});

test.each([
  ['Goldman Sachs upgrades Snap to Buy', ['SNAP']],
  ['Merck climbs after JPMorgan bump', ['MRK']],
  ['Goldman upgrades an unlisted brewer', []],
  ['JPMorgan to acquire First Republic assets', ['JPM']],
])('who only rates or reports is not a subject: %s', (title, expected) => {
  expect(tickers(title)).toEqual(expected);
});

test.each([
  ['$BTC rallies', ['BTC-USD']],
  ['Avalanche kills three in the Alps', []],
  ['Avalanche token surges as crypto rallies', ['AVAX-USD']],
  ['$ON upgraded by analysts', ['ON']],
])('coins: %s', (title, expected) => {
  expect(tickers(title)).toEqual(expected);
});

describe('what is served', () => {
  test('is active: a delisted symbol is not, a renamed one is its successor', () => {
    expect(tickers('$TWTR and $FB in focus')).toEqual(['META']);
  });

  test('is at most five, the headline’s before the lead’s', () => {
    const found = tickers('Ford, Pfizer, Boeing and Tesla lead gainers', { summary: 'Exxon, Chevron, Walmart and Oracle also rose.' });
    expect(found).toEqual(['F', 'PFE', 'BA', 'TSLA', 'XOM']);
  });

  test('is one class of an issuer when only its name is there, and the class that the text gives', () => {
    expect(tickers('Berkshire buys more stock of its own, says Berkshire')).toEqual(['BRK-B']);
    expect(tickers('Alphabet falls', { summary: 'Alphabet (NASDAQ: GOOG) fell.' })).toEqual(['GOOG']);
  });

  test('is nothing when no directory holds it', () => {
    expect(tickers('$NVDA (NASDAQ: NVDA) Nvidia beats', {}, createDirectory([]))).toEqual([]);
  });

  test('follows the directory: a symbol that was delisted since is gone', () => {
    const delisted = directory.withEntries([entry('F', 'FORD MOTOR CO', { status: 'delisted' })]);
    expect(tickers('Ford recalls 1.2 million trucks', {}, delisted)).toEqual([]);
    expect(tickers('Ford recalls 1.2 million trucks')).toEqual(['F']);
  });

  test('may come from the main text by exchange form only, where headline and lead name nobody', () => {
    expect(
      tickers('Chipmaker beats', {
        summary: 'Record sales at the company, which makes chips for data centers and many other things.',
        body: 'The maker, Nvidia (NASDAQ: NVDA), said so. Tesla did not.',
      }),
    ).toEqual(['NVDA']);
  });
});

test('the order of the entries decides nothing', () => {
  const backwards = createDirectory([...entries].reverse());
  for (const title of ['Alphabet and Berkshire rise', 'Atlas Air signs', 'Google, Apple, Target, Ford and Tesla fall'])
    expect(tickers(title, {}, backwards)).toEqual(tickers(title));
});

describe('the reader reads a headline', () => {
  const isRead = (title: string, changes: Partial<RawArticle> = {}): boolean => {
    const outcome = putTickers(normalised(title, changes), { directory });
    return outcome.kept && outcome.value.read !== null;
  };

  test('that names a company, is of a market, or belongs to an article that names a company', () => {
    expect(isRead('Ford opens museum')).toBe(true);
    expect(isRead('Inflation cools for a third month')).toBe(true);
    expect(isRead('Hong Kong shares sink')).toBe(true);
    expect(isRead('Museum opens doors', { summary: 'Ford Motor Company paid for it.' })).toBe(true);
    expect(isRead('Museum opens doors', { body: 'Paid for by the carmaker (NYSE: F).' })).toBe(true);
  });

  test('and no other', () => {
    expect(isRead('Ten quick dinners for tired parents')).toBe(false);
    expect(isRead('Zalora stock slumps')).toBe(false);
  });
});
