import { describe, expect, test } from 'vitest';
import { categoryOf, putCategory } from '#pipeline/refine/category/category.ts';
import { categoryEvidence } from '#pipeline/refine/category/evidence.ts';
import { categoryRules } from '#pipeline/refine/category/rules.ts';
import { wordsOf } from '#pipeline/refine/text/words.ts';
import { putTickers } from '#pipeline/refine/tickers/tickers.ts';
import { categories } from '#schemas/vocabulary.ts';
import { directory, normalised } from '../fixtures.ts';

/** With the subjects that the step before finds. */
function categoryOfArticle(title: string): string {
  const linked = putTickers(normalised(title), { directory });
  const outcome = linked.kept ? putCategory(linked.value) : linked;
  return outcome.kept ? outcome.value.category : 'dropped';
}

const categoryOfTitle = (title: string, lead = '') => categoryOf(wordsOf(title), wordsOf(lead)).category;

describe('one category an article', () => {
  test.each([
    ['Cambridge Bancorp Non-GAAP EPS of $1.90 misses by $0.01, revenue of $45.33M beats', 'earnings'],
    ['Target cuts full-year profit forecast', 'earnings'],
    ['Pfizer to acquire Seagen for $43 billion', 'mergers_acquisitions'],
    ['EBay nears deal to sell StubHub - WSJ', 'mergers_acquisitions'],
    ['FDA approves Merck drug for lung cancer', 'regulation'],
    ['Silgan concludes settlement with European Commission to end investigation', 'regulation'],
    ['US inflation rises 0.3% in October, CPI report shows', 'macro_economy'],
    ['Fed holds interest rates steady', 'macro_economy'],
    ['Bank stocks: sector outlook for the second half', 'sector_analysis'],
    ['Wall Street ends lower as investors await data', 'market_movers'],
    ['Mphasis shares fall 5%', 'market_movers'],
    ['Apple unveils iPhone software update with new features', 'technology'],
    ['Oil prices settle higher after OPEC+ extends output cuts', 'commodities'],
    ['Bitcoin and ethereum slide as crypto exchange halts withdrawals', 'crypto'],
    ['Virtu plans to raise up to $100 million in IPO', 'ipo'],
    ['Russia launches missiles at Ukraine as ceasefire talks fail', 'geopolitics'],
    ['Insider buying: CEO buys 10,000 shares of company stock', 'insider'],
    ['Blackbaud names Kevin Gregoire as COO', 'corporate_actions'],
    ['Trimas declares $0.04 dividend', 'corporate_actions'],
    ['JP Morgan maintains Overweight on ACADIA, raises price target to $55', 'other'],
    ['A walk in the park', 'other'],
    ['', 'other'],
  ])('%s: %s', (title, expected) => {
    expect(categoryOfTitle(title)).toBe(expected);
  });
});

describe('headlines with words of other categories in them', () => {
  test.each([
    ['Meta now on track to move on from its metaverse bets', 'technology'],
    ['Pfizer wins bidding war for Metsera with $10 billion offer', 'mergers_acquisitions'],
    ['Lockheed Martin wins $9.8 billion Army contract for Patriot missiles', 'corporate_actions'],
    ['Estee Lauder warns tariffs will cost it $100 million', 'earnings'],
    ['Logitech scraps 2026 outlook, blames unpredictable tariff environment', 'earnings'],
    ['Meta doubles down on AI glasses as metaverse losses mount', 'technology'],
    ['Nvidia unveils Blackwell Ultra chips for data centers', 'technology'],
    ['Tesla starts robotaxi rides in Austin', 'technology'],
    ["Huawei's latest phone uses chip made in China, teardown shows", 'technology'],
    ['Hackers stole data of 70 million AT&T customers', 'technology'],
    ['Intel delays Ohio chip plant again', 'technology'],
    ['Apple to let iPhone users in Japan use rival app stores', 'technology'],
    ['Nvidia and AMD slide after China export curbs; Intel gains', 'market_movers'],
    ['Dow sinks 700 points as bond yields climb', 'market_movers'],
    ['Stocks tumble as tariffs rattle investors', 'market_movers'],
    ['Intel rallies after US government takes stake', 'market_movers'],
    ['Gold miners rally as bullion hits record', 'market_movers'],
    ['UnitedHealth tumbles on report of DOJ probe', 'market_movers'],
    ['Banks slide as Jamie Dimon warns on credit', 'market_movers'],
    ['Asian shares mixed before US inflation data', 'market_movers'],
    ['Why Palantir stock is falling today', 'market_movers'],
    ['Biggest stock movers today: TSLA, NVDA, PLTR and more', 'market_movers'],
    ['Taiwan export orders jump on AI demand', 'macro_economy'],
    ['Consumer sentiment sinks to record low on tariff fears', 'macro_economy'],
    ["China's exports rise 8% as factories front-load orders", 'macro_economy'],
    ['US payrolls grew by 22,000 in August', 'macro_economy'],
    ['Mortgage rates fall below 6.5% for first time this year', 'macro_economy'],
    ['Treasury yields climb after weak 20-year auction', 'macro_economy'],
    ["Egypt's foreign reserves rise to $48.5 billion", 'macro_economy'],
    ['Argentina reaches $20 billion deal with IMF', 'macro_economy'],
    ['US housing starts sink to five-year low', 'macro_economy'],
    ["Yen firms as BOJ's Ueda hints at rate hike", 'macro_economy'],
    ['MicroStrategy swings to profit on bitcoin gains', 'earnings'],
    ['Delta pulls 2025 forecast, citing trade war', 'earnings'],
    ['Exxon profit falls on lower crude prices', 'earnings'],
    ['Ford suspends guidance, sees $1.5 billion tariff hit', 'earnings'],
    ['Target cuts full-year forecast as shoppers pull back', 'earnings'],
    ['Starbucks same-store sales fall for sixth straight quarter', 'earnings'],
    ['Boeing books $6 billion charge on 777X delay', 'earnings'],
    ['Shopify Q2 2025 Earnings Call Transcript', 'earnings'],
    ['Google to buy cloud security startup Wiz for $32 billion', 'mergers_acquisitions'],
    ['Elliott takes $4 billion stake in PepsiCo', 'mergers_acquisitions'],
    ['Intel sells 51% of Altera to Silver Lake', 'mergers_acquisitions'],
    ['BP explores sale of Castrol lubricants unit', 'mergers_acquisitions'],
    ['Honeywell to spin off aerospace arm', 'mergers_acquisitions'],
    ['Walgreens goes private in $10 billion Sycamore buyout', 'mergers_acquisitions'],
    ['SoftBank snaps up chip designer Ampere for $6.5 billion', 'mergers_acquisitions'],
    ["Metsera accepts Pfizer's sweetened offer", 'mergers_acquisitions'],
    ['Judge rules Google illegally monopolized online search', 'regulation'],
    ["FDA rejects Capricor's cell therapy", 'regulation'],
    ['UK watchdog clears Vodafone-Three merger with conditions', 'regulation'],
    ['Tesla recalls 46,000 Cybertrucks over loose panels', 'regulation'],
    ['Boeing to plead guilty to fraud charge over 737 MAX crashes', 'regulation'],
    ['TD Bank fined $3 billion over money laundering', 'regulation'],
    ['SEC drops lawsuit against Coinbase', 'regulation'],
    ['Nvidia faces antitrust complaint in China', 'regulation'],
    ['Bitcoin tops $120,000 for first time', 'crypto'],
    ['Ether ETFs draw record inflows', 'crypto'],
    ['Crypto exchange Bybit loses $1.5 billion in hack', 'crypto'],
    ['Tether moves reserves to gold as USDT supply grows', 'crypto'],
    ['Bitcoin miners pivot to AI as halving squeezes margins', 'crypto'],
    ["Stablecoins' market value passes $300 billion", 'crypto'],
    ['Reddit seeks up to $748 million in initial public offering', 'ipo'],
    ['Stablecoin issuer Circle raises $1.1 billion in upsized IPO', 'ipo'],
    ['Klarna files confidentially for US listing', 'ipo'],
    ['Shein shifts London listing plan to Hong Kong', 'ipo'],
    ['Arm soars 25% in market debut', 'ipo'],
    ['US widens curbs on chip exports to China', 'geopolitics'],
    ['US sanctions Russian oil giants Rosneft and Lukoil', 'geopolitics'],
    ['US seizes oil tanker off Venezuela', 'geopolitics'],
    ['China holds live-fire drills around Taiwan', 'geopolitics'],
    ['French government falls after no-confidence vote', 'geopolitics'],
    ['Hamas, Israel agree to ceasefire and hostage deal', 'geopolitics'],
    ['Poland shoots down Russian drones', 'geopolitics'],
    ['Gold hits record above $3,500 as dollar weakens', 'commodities'],
    ['Brent settles above $75 as Iran tensions rise', 'commodities'],
    ['Tanker rates soar as Chinese buyers rush for cargoes', 'commodities'],
    ['Suez Canal traffic recovers as shippers return', 'commodities'],
    ['US crude stockpiles drop by 11.5 million barrels, EIA says', 'commodities'],
    ['Copper slips as China data disappoints', 'commodities'],
    ['Refinery copper stocks fall in January', 'commodities'],
    ['Oilseeds and fats imports seen rising', 'commodities'],
    ['US soybean exports to China dry up', 'commodities'],
    ['US gasoline stocks fall more than expected', 'commodities'],
    ["Ukraine's grain exports fall 20%", 'commodities'],
    ['UK retail sales beat forecasts', 'macro_economy'],
    ['Crude prices climb as refinery fire spreads, shares slip', 'commodities'],
    ['Market Talk: Is the Bank of England done with rate cuts?', 'macro_economy'],
    ['Canada slams US trade probe before talks in Ottawa', 'macro_economy'],
    ['Britain bombs Yemen after attack on freighter', 'geopolitics'],
    ['Boeing strike ends as workers approve contract', 'corporate_actions'],
    ['Jamie Dimon sells JPMorgan shares worth $150 million', 'insider'],
    ['Nvidia CEO Jensen Huang sells 225,000 shares', 'insider'],
    ['Intel CEO Gelsinger buys the dip, purchasing 9,700 shares', 'insider'],
    ['Insiders are buying these three beaten-down stocks', 'insider'],
    ['Insider Selling: Snowflake Inc. (NYSE:SNOW) Director Sells $2,450,000.00 in Stock', 'insider'],
    ['Apple authorizes $100 billion buyback, raises dividend 4%', 'corporate_actions'],
    ['Nvidia announces 10-for-1 stock split', 'corporate_actions'],
    ['Meta sells $25 billion of bonds to fund AI buildout', 'corporate_actions'],
    ["Kohl's fires CEO after probe into vendor deals", 'corporate_actions'],
    ['UPS to cut 20,000 jobs and close 73 buildings', 'corporate_actions'],
    ['Lockheed Martin wins $3.2 billion missile contract from Army', 'corporate_actions'],
    ['First Brands files for Chapter 11', 'corporate_actions'],
    ['Lucid prices $875 million convertible notes', 'corporate_actions'],
    ['Vanguard Group Inc. Has $1.2 Billion Stake in Meta Platforms, Inc. (NASDAQ:META)', 'other'],
    ['Mitsubishi UFJ Asset Management Trims Holdings in Oracle Corporation', 'other'],
    ['Exxon Mobil Corporation $XOM Shares Sold by Capital World Investors', 'other'],
    ['Morgan Stanley upgrades Tesla to overweight, lifts price target to $430', 'other'],
    ["If you invested $1,000 in Netflix 10 years ago, here's how much you'd have now", 'other'],
    ['Better buy: Nvidia vs. AMD', 'other'],
    ['Meta Platforms: The Market Is Missing The Point', 'other'],
    ["Lilly's weight-loss pill succeeds in late-stage trial", 'other'],
    ['Taylor Swift announces engagement to Travis Kelce', 'other'],
    ['Airline industry faces glut of seats as demand cools', 'sector_analysis'],
    ['Luxury goods industry heads for first contraction in 15 years', 'sector_analysis'],
    ['Homebuilders grapple with high rates and rising inventories', 'sector_analysis'],
    ['Bank stocks: what higher-for-longer rates mean for the sector', 'sector_analysis'],
  ])('%s: %s', (title, expected) => {
    expect(categoryOfTitle(title)).toBe(expected);
  });
});

test('what is told as a cause counts less than what happened, and in full where nothing else is told', () => {
  expect(categoryOfTitle('Delta pulls forecast, citing trade war')).toBe('earnings');
  expect(categoryOfTitle('A day to forget as inflation jumps')).toBe('macro_economy');
  expect(categoryOfTitle('Sanctions on Iran tightened')).toBe('geopolitics');
});

test('places and persons alone are no world politics', () => {
  expect(categoryOfTitle('Taiwan trade surplus widens')).toBe('macro_economy');
  expect(categoryOfTitle('Trump to buy Crosby Resorts stock', 'The casino operator said he has agreed to purchase the shares.')).toBe(
    'mergers_acquisitions',
  );
  expect(categoryOfTitle('Iran fires missiles at tankers in Gulf')).toBe('geopolitics');
});

test('the headline outweighs the lead, the lead decides where the headline is silent', () => {
  expect(categoryOfTitle('Pfizer to acquire Seagen', 'Oil prices rose and gold prices fell.')).toBe('mergers_acquisitions');
  expect(categoryOfTitle('A quiet day', 'The Federal Reserve kept interest rates unchanged as inflation slowed and GDP growth beat forecasts.')).toBe(
    'macro_economy',
  );
});

test('the reasons are the phrases that decided', () => {
  expect(categoryOf(wordsOf('FDA approves Merck drug'), wordsOf('')).reasons).toContain('fda approves');
});

test('every rule is of a category that exists, weighs something and has phrases', () => {
  for (const { category, weight, phrases } of categoryRules) {
    expect(categories).toContain(category);
    expect(weight).toBeGreaterThan(0);
    expect(phrases.length).toBeGreaterThan(0);
  }
});

test('a phrase that is said twice counts once', () => {
  const sums = (title: string): number[] => [...categoryEvidence(wordsOf(title), wordsOf('')).sums];
  expect(sums('Merger, merger')).toEqual(sums('Merger'));
});

test('where no phrase of the rules speaks, the reasons are words of the headline', () => {
  const { reasons } = categoryOf(wordsOf('$XYZ - Zanzibar quux pizzazz https'), wordsOf(''));
  for (const word of reasons) expect(wordsOf('$XYZ - Zanzibar quux pizzazz https').lower).toContain(word);
});

test('rules that stand far ahead decide whatever the weights say', () => {
  expect(categoryOfTitle('Bitcoin and ethereum slump as crypto exchange freezes withdrawals', 'The token sale was halted.')).toBe('crypto');
});

describe('whom the headline is about decides where its words speak of the economy', () => {
  test.each([
    ['Walmart: Inflation Is Its Friend', 'macro_economy'],
    ['Boeing sees unemployment and inflation weigh on demand', 'macro_economy'],
  ])('a company, not the economy: %s', (title, notExpected) => {
    expect(categoryOfArticle(title)).not.toBe(notExpected);
  });

  test.each([
    ['Bitcoin tumbles as Fed raises interest rates', 'crypto'],
    ['CPI, payrolls and an ECB rate decision: what awaits Bitcoin', 'crypto'],
    ['Interest rates, inflation and recession fears: Ethereum faces a hard month', 'crypto'],
    ['Troops, sanctions and a ceasefire: Ethereum in time of war', 'crypto'],
    ['Fed raises interest rates as inflation jumps', 'macro_economy'],
    ['Pfizer +4% on Barclays upgrade', 'market_movers'],
    ['Ford -3.5% despite strong Q2 results', 'market_movers'],
    ['Pfizer Q2 revenue +4%, beats estimates', 'earnings'],
  ])('%s: %s', (title, expected) => {
    expect(categoryOfArticle(title)).toBe(expected);
  });
});
