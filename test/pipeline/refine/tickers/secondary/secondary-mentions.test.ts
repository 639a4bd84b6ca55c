/** Two companies in a headline: the one that a purchase is about, and the one named in passing. */
import { expect, test } from 'vitest';
import { createDirectory } from '#pipeline/refine/tickers/names/directory.ts';
import { putTickers } from '#pipeline/refine/tickers/tickers.ts';
import { entry, normalised } from '../../fixtures.ts';

const directory = createDirectory([
  entry('ORCL', 'ORACLE CORP', { rank: 10, cik: '0000000001' }),
  entry('DELL', 'Dell Technologies Inc.', { rank: 90, cik: '0000000002' }),
  entry('CAT', 'CATERPILLAR INC', { rank: 50, cik: '0000000003' }),
]);

const banks = createDirectory([
  entry('C', 'CITIGROUP INC', { rank: 60 }),
  entry('GS', 'GOLDMAN SACHS GROUP INC', { rank: 40 }),
  entry('BAC', 'BANK OF AMERICA CORP /DE/', { rank: 30 }),
]);

test.each([
  ['Goldman Sachs names new co-president', ['GS']],
  ['Citi raises oil price forecast', []],
  ['Goldman cuts S&P 500 target', []],
])("a bank's own news, and what it says of others: %s", (title, tickers) => {
  const outcome = putTickers(normalised(title, { summary: '' }), { directory: banks });
  expect(outcome.kept ? outcome.value.mentions.map(({ entry: { symbol } }) => symbol) : []).toEqual(tickers);
});

const tickersOf = (title: string): string[] => {
  const outcome = putTickers(normalised(title, { summary: '' }), { directory });
  return outcome.kept ? outcome.value.mentions.filter(({ isBystander }) => !isBystander).map((mention) => mention.entry.symbol) : [];
};

test.each([
  ['Oracle nears purchase of Dell Technologies storage arm', ['ORCL', 'DELL']],
  ['Oracle nears deal for Caterpillar', ['ORCL', 'CAT']],
  ['Oracle wins deal with Caterpillar', ['ORCL']],
  ['Oracle to invest $2 billion in Caterpillar', ['ORCL', 'CAT']],
  ['Caterpillar invests $300 million in Oracle', ['CAT', 'ORCL']],
  ['Oracle +3% after results, Caterpillar +4% after upgrade', ['ORCL', 'CAT']],
  ['Oracle rival Caterpillar raises outlook', ['CAT']],
  ['Oracle to buy rival Caterpillar', ['ORCL', 'CAT']],
  ['Caterpillar spurns approach from Oracle', ['CAT', 'ORCL']],
])('%s', (title, tickers) => {
  expect(tickersOf(title)).toEqual(tickers);
});
