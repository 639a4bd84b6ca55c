import { expect, test } from 'vitest';
import { dropOf } from '#pipeline/refine/article/drop-record.ts';
import { putEntities } from '#pipeline/refine/article/entities.ts';
import { rowOf } from '#pipeline/refine/article/row-record.ts';
import { putScore } from '#pipeline/refine/article/score.ts';
import { dropNearDuplicate } from '#pipeline/refine/dedup/dedup.ts';
import { createRecentArticles } from '#pipeline/refine/recent/recent-articles.ts';
import { areOtherReports, scopeOf } from '#pipeline/refine/story/scope.ts';
import { putStory } from '#pipeline/refine/story/story.ts';
import { putTickers } from '#pipeline/refine/tickers/tickers.ts';
import { wordsOf } from '#pipeline/refine/text/words.ts';
import { uidOf } from '#schemas/identity.ts';
import { at, directory, normalised } from '../fixtures.ts';
import { pairs, type Article } from './pairs.ts';

/** Returns true when both are placed in one story, dropped or not. They are published `hours` apart and arrive a minute apart. */
function areOneStory(first: Article, second: Article, hours: number): boolean {
  const recent = createRecentArticles();
  const [a, b] = [first, second].map(([title, summary = ''], i) => {
    const refinedAt = at(hours + i / 60);
    const url = `https://outlet${i}.example/article`;
    const times = { published_at: at(hours * i), seen_at: refinedAt, fetched_at: refinedAt };
    const draft = { ...normalised(title, { url, identity: url, summary, ...times }), uid: uidOf(`${i}`), storyId: uidOf(`${i}`) };
    const fresh = dropNearDuplicate(draft, { recent, refinedAt });
    if (!fresh.kept) {
      recent.apply(dropOf(draft, fresh, refinedAt));
      return fresh.repeats?.storyId;
    }
    let placed = fresh.value;
    for (const step of [
      (of: typeof placed) => putTickers(of, { directory }),
      putScore,
      putEntities,
      (of: typeof placed) => putStory(of, { recent }),
    ]) {
      const outcome = step(placed);
      if (outcome.kept) placed = outcome.value;
    }
    recent.apply(rowOf(placed, refinedAt));
    return placed.storyId;
  });
  return a === b;
}

test.each(
  pairs(`
    jobs of two countries | 2 h | Norway jobs fall sharply in March, unemployment rate up | Sweden unemployment rate up as jobs fall sharply in March
    jobs and prices of one country | 3 h | Polish unemployment rises for third month in March | Polish inflation rises for third month in March
    sanctions of two countries | 1 h | Tokyo imposes sanctions on hackers, freezes assets | Ottawa imposes sanctions on hackers, freezes assets
    two metals | 1 h | Nickel rallies on Kordovan mine closure | Zinc rallies on Kordovan mine closure
    two crops | 1 h | Corn futures fall on Kordovan harvest forecast | Soybean futures fall on Kordovan harvest forecast
    two currencies | 1 h | Yen falls to 34-year low against dollar | Rupee falls to record low against dollar
    decisions of two central banks | 1 h | BoE cuts rates | BoC cuts rates
    two markets that change places | 2 h | Gold climbs as silver slips | Silver climbs as gold slips
    authorities of two countries on one company | 2 h | Italian antitrust watchdog opens probe of Exxon fuel pricing | Japanese antitrust watchdog opens probe of Exxon fuel pricing
    two speeches on rates | 2 h | Fed's Hallam backs December rate cut | Fed's Ostrow opposes December rate cut
    a rate of interest and a rate of tax | 2 h | Fed's Hallam backs December rate cut | US corporate tax rate cut weighed
    sessions of two days | 24 h | Wall Street closes higher as tech rallies | Wall Street closes lower as tech slides
    a metal and shares of one cause | 2 h | Gold falls as Treasury yields climb | Stocks fall as Treasury yields climb
    funds of two states | 0 h | Harlow Utah Insured sets payout | Harlow Nevada Insured cuts payout
    one market up and down | 5 h | Soybeans rise on Kordovan drought worries | Soybeans fall as rain eases Kordovan drought worries
    two decisions of one bank | 30 h | Bank of Canada cuts rate to 2.5%, cites trade | Bank of Canada holds rate at 2.25%, cites trade
    cuts of two meetings | 2 h | Swiss National Bank cuts rates to 1% | Swiss National Bank cuts rates to 0.5%
    closes of two days | 24 h | European shares close higher as banks gain | European shares close higher as miners gain
    closes of two bourses | 2 h | Wall Street closes lower as tech slides | Nikkei closes lower as chip stocks slide
    votes of two houses | 4 h | Kordovan senate passes barley levy bill | Kordovan lower house rejects barley levy bill
    yields up and down | 8 h | Treasury yields climb after jobs data | Treasury yields drop after weak auction
    oil and shipping | 3 h | Crude climbs as Veldra strait siege drags on | Tankers reroute as Veldra strait siege drags on
    a column of two days | 24 h | Morning Ledger: Patience runs out | Morning Ledger: A shock for the bulls
    results of two companies that nobody lists | 12 h | Tarnwell Foods Announces Second Quarter 2031 Financial Results | Brackmoor Tools Announces Second Quarter 2031 Financial Results
    results in an agency’s short forms | 6 h | ORVANE TEXTILES INC 3RD QTR FEB 28 NET // Shr 12 cts vs nine cts. Net 4.1 mln vs 3.2 mln. Revs 90 mln vs 81 mln. | PELLITON FOODS CO 3RD QTR FEB 28 NET // Shr 21 cts vs 19 cts. Net 8.8 mln vs 7.1 mln. Revs 199 mln vs 170 mln.
    calendars of results | 12 h | Earnings Expectations for the Week of May 12 | Earnings Scheduled For May 12
    counts of two days | 24 h | Grain office: 410,000 tonnes of barley exported to Kordova | Grain office: 95,000 tonnes of barley exported to Kordova
    sales and prices that rise alike | 1 h | Danish retail sales rise 0.4% // Retail sales in Denmark rose 0.4 percent in May from a year earlier, Statistics Denmark said. | Danish CPI rises 0.4% // Consumer prices in Denmark rose 0.4 percent in May from a year earlier, Statistics Denmark said.
    indexes of two sectors | 2 h | Italian services PMI slips to 51.3 in May | Italian manufacturing PMI slips to 51.3 in May
    quarters of a company | 5 h | Oracle first quarter profit rises on cloud orders | Oracle third quarter profit rises on cloud orders
    halves of a year | 5 h | Walmart first-half profit climbs on groceries | Walmart second-half profit climbs on groceries
    fiscal years | 5 h | Disney reports fiscal 2029 results | Disney reports fiscal 2030 results
    quarters that the leads name | 5 h | Pfizer earns more as demand for vaccines grows // Pfizer posted first-quarter earnings of $0.61 a share on demand for vaccines. | Pfizer earns more as demand for pills grows // Pfizer posted third-quarter earnings of $0.72 a share on demand for pills.
    sessions of a bourse | 4 h | Straits Times closes higher | Straits Times closes lower
    prices up and down that no list has | 4 h | Kordovan onion prices climb for third week | Kordovan onion prices slide for third week
    a raise and a cut by a bank that no list has | 2 h | Kenyan central bank raises key rate on shilling worries | Kenyan central bank cuts key rate on shilling worries
    a halt and a restart | 9 h | Kordahl halts Brixton lithium mine | Kordahl restarts Brixton lithium mine
    openings in two countries | 5 h | Harlow Cafes opens first shop in Vietnam | Harlow Cafes opens first shop in Kenya
    officers of two companies | 3 h | Tarnwell names Ada Brooke as CFO | Brackmoor names Lev Hartnoll as CFO
  `),
)('reports of different things are different stories, however alike their words: %s', (_, first, second, hours) =>
  expect(areOneStory(first, second, hours)).toBe(false),
);

test.each(
  pairs(`
    jobs of one country | 2 h | Norway jobs fall sharply in March, unemployment rate up | Norwegian unemployment rate climbs as jobs fall sharply in March
    a figure of one statistic | 1 h | UK inflation jumps to 3.8% in July | British consumer prices up 3.8%, CPI report shows
    an index with its sector and without | 1 h | Italian services PMI slips to 51.3 in May | Italian services sector slows in May, PMI at 51.3
    half a year and its second quarter | 2 h | Walmart second-quarter profit climbs on groceries | Walmart first-half profit climbs on groceries
    what is expected of the next quarter | 2 h | Oracle Q1 profit rises, sees Q2 sales gains | Oracle sees Q2 sales gains as profit rises
    guidance with the results before it | 1 h | Nvidia forecasts fourth-quarter revenue above estimates on AI chip demand | Nvidia beats third-quarter revenue estimates on AI chip demand
    a plant that comes back | 1 h | Exxon restarts Baytown unit halted by fire | Baytown unit halted by fire resumes production at Exxon
    a surplus of trade | 1 h | China's trade surplus tops $1 trillion in November | China surplus hits $1 trillion as trade booms in November
    a fiscal and a calendar year | 1 h | Nvidia third quarter fiscal 2026 revenue rises 62% | Nvidia Q3 2025 revenue rises 62% on AI
    a decision on rates that shares no word | 1 h | Fed holds rates steady | Federal Reserve keeps interest rates unchanged
    a cut, by its size and by the new rate | 1 h | Bank of Canada cuts rates by 25 basis points | BoC lowers key rate to 2.25%
    a raise to a range | 1 h | Fed raises rates to 5.25%-5.5% | Federal Reserve lifts interest rates to 5.5%
    a close, written either way | 1 h | Wall Street closes higher as tech rallies | US stocks end higher on tech rally
    a currency by its country | 1 h | Rupee falls to record low | Indian rupee hits all-time low against dollar
    prices of a state’s company | 1 h | Saudi Aramco cuts July crude price for Asia | Saudi Arabia cuts July oil price to Asia
    a release and a column on it | 1 h | Kordovan central bank lifts reserve ratio | View: Kordovan central bank lifts reserve ratio
    a company and the market that it moves | 2 h | Exxon to shut Brixton refinery after blast | Oil climbs as Exxon shuts Brixton refinery after blast
    a state and its country | 3 h | Utah wildfire shuts Brixton copper smelter | US copper smelter shut by wildfire at Brixton
  `),
)('reports of one thing are one story: %s', (_, first, second, hours) => expect(areOneStory(first, second, hours)).toBe(true));

test.each([
  ['Rivian to sell shares to raise $1 billion', 'Rivian shares fall after $1 billion share sale'],
  ['Judge refuses to block Microsoft purchase of Activision', 'US court clears Microsoft purchase of Activision'],
  ['Lagarde to lead IMF talks', 'Lagarde to chair IMF talks as gold rises'],
  ['Steve Jobs film premieres', 'Film on Steve Jobs premieres as retail sales rise'],
  ['ECB cuts deposit rate to 3.75%', 'ECB cuts main rate to 4.25%'],
  ['Bank of England holds rates as inflation falls to 3.4%', 'Bank of England holds rates at 5.25%'],
])('what need not be opposed is not: %s', (first, second) => {
  const [a, b] = [first, second].map((title) => scopeOf(wordsOf(title)));
  expect(areOtherReports(a!, b!)).toBe(false);
});
