import { describe, expect, test } from 'vitest';
import { categoryOf } from '#pipeline/refine/category/category.ts';
import { putRelevance, worthOf } from '#pipeline/refine/relevance/relevance.ts';
import { kinds } from '#pipeline/refine/relevance/kinds.ts';
import { wordsOf } from '#pipeline/refine/text/words.ts';
import { normalised } from '../fixtures.ts';

const company = { from: 0, to: 1 };
function worth(title: string, companyAt: { from: number; to: number } | null = company, lead = '') {
  const [titleWords, leadWords] = [wordsOf(title), wordsOf(lead)];
  return worthOf({ title: titleWords, lead: leadWords, category: categoryOf(titleWords, leadWords).category, companyAt });
}

// The bands of service.md 2.1.
describe('1-2: no trading relevance', () => {
  test.each([
    'Rosen Law Firm Encourages Tesla, Inc. Investors to Inquire About Securities Class Action',
    'SHAREHOLDER ALERT: Pomerantz Law Firm Reminds Shareholders with Losses on their Investment in Boeing',
    'Short Interest in Ford Rises 5.2%',
    'Top 4 NYSE Stocks In The Rental Industry With The Highest ROI',
    'Net Asset Value(s)',
  ])('%s', (title) => {
    expect(worth(title).relevance).toBeLessThanOrEqual(2);
  });

  test('lifestyle and podcasts, whoever they name', () => {
    expect(worth('293: You Know My Pouches', null, 'Apple Watch faces video. iPhone camera is good.').relevance).toBeLessThanOrEqual(2);
    expect(worth('Bachelor recap: who got the rose', null).relevance).toBeLessThanOrEqual(2);
  });

  test.each([
    'Cyber Monday: the 12 best laptop deals you can still get',
    'Walmart Black Friday deals: TVs and headphones',
    'Huge spring sale at Garmin dealers: 25% off all watches',
    "We're hiring: a policy reporter in Brussels",
  ])('offers to shoppers and to who looks for work: %s', (title) => {
    expect(worth(title, null).relevance).toBeLessThanOrEqual(2);
  });

  test.each(['Widow loses $90,000 in online dating scam paid in bitcoin', 'Teacher lost her savings in ether', 'Couple swindled by fake token app'])(
    'what befell a private person: %s',
    (title) => {
      expect(worth(title).relevance).toBeLessThanOrEqual(2);
    },
  );

  test('a solicitation that only the lead gives away', () => {
    expect(
      worth(
        'Tesla, Inc. (TSLA)',
        company,
        'The law offices of X encourage investors who suffered losses to contact the firm about a class action before the lead plaintiff deadline.',
      ).relevance,
    ).toBe(1);
  });
});

describe('3-4: derivative content', () => {
  test.each([
    'Ford: Approaching An Inflection Point',
    'Is Visa Too Expensive After Its Rally?',
    '3 Dividend Stocks to Buy and Hold Forever',
    'Vanguard Group Inc. Acquires 12,345 Shares of Ford Motor',
    'Vanguard Group Inc. Has $1.2 Billion Stake in Ford Motor Company (NYSE:F)',
    '46 Stocks Moving In Tuesday’s Mid-Day Session',
    'Stocks close lower as Wall Street weighs Ukraine',
    'Ford Motor Company (F) CEO on Q2 2026 Results - Earnings Call Transcript',
    'Earnings Scheduled For February 8, 2026',
  ])('%s', (title) => {
    const { relevance } = worth(title);
    expect(relevance).toBeGreaterThanOrEqual(3);
    expect(relevance).toBeLessThanOrEqual(4);
  });
});

test('what a lead alone says of results makes no recap of an opinion', () => {
  const lead = 'Walmart reports Q2 EPS of $1.08 and revenue of $123 billion.';
  expect(worth('What happens in a minute of the web?', null, lead).relevance).toBeLessThanOrEqual(3);
  expect(worth('What do the results of Walmart say?', { from: 5, to: 6 }, lead).relevance).toBe(4);
});

test('a patent is an action at law only where somebody acts', () => {
  expect(worth('Explore your patent set with a query engine', { from: 5, to: 6 }).relevance).toBeLessThan(7);
  expect(worth('Ford loses patent case over hybrid engines').relevance).toBe(7);
  expect(worth('Ford infringed patents on hybrid engines, jury says').relevance).toBe(7);
});

describe('5-6: datapoints with read-across, minor company news', () => {
  test.each([
    'Blackbaud names Kevin Gregoire as COO',
    'JP Morgan Maintains Overweight on ACADIA, Raises Price Target to $55',
    'Primo Water completed its exit from its business in Russia',
  ])('%s', (title) => {
    const { relevance } = worth(title);
    expect(relevance).toBeGreaterThanOrEqual(5);
    expect(relevance).toBeLessThanOrEqual(6);
  });
});

describe('7-8: real company news', () => {
  test.each([
    'Citi upgrades Ford, citing truck demand',
    'Ford recalls 1.2 million trucks',
    'Merck’s Keytruda meets primary endpoint in phase 3 trial',
    'Mphasis stock falls after disappointing Q1 show',
    'Ford raises dividend 13%',
  ])('%s', (title) => {
    const { relevance } = worth(title);
    expect(relevance).toBeGreaterThanOrEqual(7);
    expect(relevance).toBeLessThanOrEqual(8);
  });
});

describe('what surely moves its company’s price is news, in words of no known kind too', () => {
  test.each(['Netflix loses viewers to rivals as password crackdown backfires', 'ASML warns it may not grow in 2026'])('%s', (title) => {
    expect(worth(title).relevance).toBe(6);
    expect(worth(title, null).relevance).toBeLessThan(6);
  });

  test('what says nothing of a price is not', () => {
    expect(worth('Netflix viewers write letters').relevance).toBeLessThan(6);
  });
});

describe('credit ratings', () => {
  test.each(['Fitch strips Ford of investment grade', 'S&P lifts Ford to investment grade', 'AutoZone cut to junk'])('%s', (title) => {
    expect(worth(title).relevance).toBe(6);
  });
});

describe('9-10: primary and material', () => {
  test.each([
    'Pfizer to acquire Seagen for $43 billion',
    'FDA approves Merck drug for lung cancer',
    'Visa Q4 EPS of $2.71 beats by $0.13',
    'Hertz files for Chapter 11 bankruptcy',
    'Hertz says past financial statements should no longer be relied upon',
    'Hertz auditor quits',
    'Hertz finds material weakness',
  ])('%s', (title) => {
    expect(worth(title).relevance).toBeGreaterThanOrEqual(9);
  });
});

describe('macro', () => {
  test.each([
    'US inflation rises 0.3% in October, CPI report shows',
    'Fed cuts interest rates by a quarter point',
    'US adds 254,000 jobs in September, jobs report shows',
  ])('a release is 7-9: %s', (title) => {
    const { relevance } = worth(title, null);
    expect(relevance).toBeGreaterThanOrEqual(7);
    expect(relevance).toBeLessThanOrEqual(9);
  });

  test('talk about it is 5-6', () => {
    expect(worth('Fed official sees economy growing this year', null).relevance).toBe(5);
  });
});

test('news of a takeover that is only discussed is opinion still', () => {
  expect(worth('Should You Buy Pfizer After It Agreed To Acquire Seagen?').relevance).toBe(3);
});

test('what is scored says why, and every kind is within bounds', () => {
  expect(worth('Pfizer to acquire Seagen').reason).toBe('takeover');
  for (const { relevance, novelty, phrases } of kinds) {
    for (const score of [relevance, novelty]) expect(score >= 1 && score <= 10 && Number.isInteger(score)).toBe(true);
    expect(phrases.length).toBeGreaterThan(0);
  }
});

test('new and acted upon alike: a print is high in both, a recap low', () => {
  expect(worth('Ford Q3 EPS of $0.45 beats by $0.03')).toMatchObject({ novelty: 9, actionability: 'high' });
  expect(worth('25 Stocks Moving In Thursday’s Mid-Day Session', null)).toMatchObject({ novelty: 2, actionability: 'low' });
});

test('a list of ratings is worth more than a list of movers, neither is lost for naming nobody', () => {
  expect(worth('Benzinga’s Top Upgrades, Downgrades For May 2', null).relevance).toBe(4);
  expect(worth('48 Biggest Movers From Yesterday', null).relevance).toBe(3);
});

test('a move of a market on its news is a datapoint, a company’s is more', () => {
  expect(worth('Copper slips on weak data from China', null).relevance).toBe(5);
  expect(worth('Ford slips on weak data from China').relevance).toBe(7);
});

test('a notice of a call is worth less than what was said on it', () => {
  expect(worth('Ford Motor Company Q2 2026 Conference Call Details').relevance).toBe(3);
  expect(worth('Ford Motor Company (F) Q2 2026 Earnings Call Transcript').relevance).toBe(4);
});

test('what results and the economy are thought to mean is a recap of them', () => {
  expect(worth('Ford: An Impressive Second Quarter').relevance).toBe(4);
  expect(worth('Is The Fed Late With Its Rate Cut?', null).relevance).toBe(4);
  expect(worth('Ford: Cheap For A Reason').relevance).toBe(3);
});

test('a stake is worth less than a company, one that is told in money as much', () => {
  expect(worth('Ford lifts stake in Rivian').relevance).toBe(6);
  expect(worth('Elliott takes $4 billion stake in Ford', { from: 4, to: 5 }).relevance).toBeGreaterThanOrEqual(7);
  expect(worth('Santos bids for Ford').relevance).toBe(9);
});

test('a lawsuit that names no listed company is minor', () => {
  expect(worth('City sues hospital over contract', null).relevance).toBeLessThan(7);
  expect(worth('Texas sues Ford over brakes', { from: 2, to: 3 }).relevance).toBe(7);
});

test('an episode stays below the floor, whatever its notes speak of', () => {
  expect(worth('Tradecast 37: Endless Summer', null, 'We talk about quarterly earnings and revenue of the games industry.').relevance).toBeLessThan(
    4,
  );
});

describe('a macro release scores 7 to 9, what leads up to it or is made of it does not', () => {
  test.each([
    'US consumer prices rise 0.4% in March, more than forecast',
    'Payrolls increase by 142,000 in August, fewer than expected',
    'Job openings drop to 7.1 million in September',
    'Weekly jobless claims fall to 218,000',
    'Consumer Price Index - September 2026',
    'Employment Situation Summary - October 2026',
    'Federal Reserve issues FOMC statement',
    'Minutes of the Federal Open Market Committee, January 27-28, 2026',
  ])('%s', (title) => {
    const { relevance } = worth(title, null);
    expect(relevance).toBeGreaterThanOrEqual(7);
    expect(relevance).toBeLessThanOrEqual(9);
  });

  test.each([
    'Inflation likely slowed in April, report expected to show',
    'Economists expect payrolls to have grown by 95,000',
    'Fed expected to leave rates unchanged this week',
    'Markets await the CPI report on Tuesday',
    'What the March jobs report means for savers',
    'Bitcoin slips after inflation comes in hot',
    'Bond yields climb as payrolls beat estimates',
    'Three takeaways from the latest GDP report',
  ])('%s', (title) => {
    expect(worth(title, null).relevance).toBeLessThanOrEqual(6);
  });
});

test.each([
  ['MWC1', 10],
  ['T1', 8],
  ['LUDP', 6],
  ['ZZ9', 5],
])('a halt of trading is worth by its code: %s', (code, relevance) => {
  const outcome = putRelevance(normalised('Trading in Ford halted', { halt_reason: code }));
  expect(outcome.kept && outcome.value).toMatchObject({ relevance, relevanceReason: 'halt of trading' });
});
