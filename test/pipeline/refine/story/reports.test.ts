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
import { at, directory, hourMs, normalised } from '../fixtures.ts';

/** Headline and lead. */
type Told = readonly [title: string, lead?: string];

/** Returns true when both are placed in one story, dropped or not. They are published `hours` apart and arrive a minute apart. */
function areOneStory(first: Told, second: Told, hours: number): boolean {
  const recent = createRecentArticles({ windowMs: 72 * hourMs });
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

test.each<readonly [string, Told, Told, number]>([
  [
    'jobs of two countries',
    ['Norway jobs fall sharply in March, unemployment rate up'],
    ['Sweden unemployment rate up as jobs fall sharply in March'],
    2,
  ],
  ['jobs and prices of one country', ['Polish unemployment rises for third month in March'], ['Polish inflation rises for third month in March'], 3],
  ['rate decisions of two countries', ['Norwegian rate decision: hold for fifth meeting'], ['Swedish rate decision: hold for fifth meeting'], 1],
  [
    'prices and sales of two countries',
    ['German consumer prices climb 0.2%, more than expected'],
    ['Swiss retail sales climb 0.2%, more than expected'],
    1,
  ],
  ['sanctions of two countries', ['Tokyo imposes sanctions on hackers, freezes assets'], ['Ottawa imposes sanctions on hackers, freezes assets'], 1],
  ['two crops', ['Corn futures fall on Kordovan harvest forecast'], ['Soybean futures fall on Kordovan harvest forecast'], 1],
  ['two metals', ['Nickel rallies on Kordovan mine closure'], ['Zinc rallies on Kordovan mine closure'], 1],
  ['two currencies', ['Yen falls to 34-year low against dollar'], ['Rupee falls to record low against dollar'], 1],
  ['decisions of two central banks', ['BoE cuts rates'], ['BoC cuts rates'], 1],
  ['two markets that change places', ['Gold climbs as silver slips'], ['Silver climbs as gold slips'], 2],
  [
    'authorities of two countries on one company',
    ['Italian antitrust watchdog opens probe of Exxon fuel pricing'],
    ['Japanese antitrust watchdog opens probe of Exxon fuel pricing'],
    2,
  ],
  ['two speeches on rates', ["Fed's Hallam backs December rate cut"], ["Fed's Ostrow opposes December rate cut"], 2],
  ['a rate of interest and a rate of tax', ["Fed's Hallam backs December rate cut"], ['US corporate tax rate cut weighed'], 2],
  ['sessions of two days', ['Wall Street closes higher as tech rallies'], ['Wall Street closes lower as tech slides'], 24],
  ['two metals of one cause', ['Copper rises to one-month high on weaker dollar'], ['Nickel rises to one-month high on weaker dollar'], 2],
  ['a metal and shares of one cause', ['Gold falls as Treasury yields climb'], ['Stocks fall as Treasury yields climb'], 2],
  ['funds of two states', ['Harlow Utah Insured sets payout'], ['Harlow Nevada Insured cuts payout'], 0],
  ['one market up and down', ['Soybeans rise on Kordovan drought worries'], ['Soybeans fall as rain eases Kordovan drought worries'], 5],
  ['two decisions of one bank', ['Bank of Canada cuts rate to 2.5%, cites trade'], ['Bank of Canada holds rate at 2.25%, cites trade'], 30],
  ['a hold and a cut within hours', ['Bank of England holds rates at 4.75%'], ['Bank of England cuts rates to 4.5%'], 3],
  ['a raise and a cut in the same words', ['Norges Bank raises rates, signals another move'], ['Norges Bank cuts rates, signals another move'], 2],
  ['cuts of two meetings', ['Swiss National Bank cuts rates to 1%'], ['Swiss National Bank cuts rates to 0.5%'], 2],
  ['a close up and a close down', ['European shares close higher on bank results'], ['European shares close lower on bank results'], 20],
  ['closes of two days', ['European shares close higher as banks gain'], ['European shares close higher as miners gain'], 24],
  ['closes of two bourses', ['Wall Street closes lower as tech slides'], ['Nikkei closes lower as chip stocks slide'], 2],
  ['votes of two houses', ['Kordovan senate passes barley levy bill'], ['Kordovan lower house rejects barley levy bill'], 4],
  ['yields up and down', ['Treasury yields climb after jobs data'], ['Treasury yields drop after weak auction'], 8],
  ['oil and shipping', ['Crude climbs as Veldra strait siege drags on'], ['Tankers reroute as Veldra strait siege drags on'], 3],
  ['wraps of two days', ['Wall Street stocks slip as siege worries mount'], ['Siege worries drag Wall Street stocks lower once more'], 24],
  ['a column of two days', ['Morning Ledger: Patience runs out'], ['Morning Ledger: A shock for the bulls'], 24],
  ['a column of one day on two matters', ['Market Notes: Why barley may triple'], ['Market Notes: Banks could outrun all after the vote'], 4],
  [
    'results of two companies that nobody lists',
    ['Tarnwell Foods Announces Second Quarter 2031 Financial Results'],
    ['Brackmoor Tools Announces Second Quarter 2031 Financial Results'],
    12,
  ],
  [
    'results in an agency’s short forms',
    ['ORVANE TEXTILES INC 3RD QTR FEB 28 NET', 'Shr 12 cts vs nine cts. Net 4.1 mln vs 3.2 mln. Revs 90 mln vs 81 mln.'],
    ['PELLITON FOODS CO 3RD QTR FEB 28 NET', 'Shr 21 cts vs 19 cts. Net 8.8 mln vs 7.1 mln. Revs 199 mln vs 170 mln.'],
    6,
  ],
  ['calendars of results', ['Earnings Expectations for the Week of May 12'], ['Earnings Scheduled For May 12'], 12],
  [
    'counts of two days',
    ['Grain office: 410,000 tonnes of barley exported to Kordova'],
    ['Grain office: 95,000 tonnes of barley exported to Kordova'],
    24,
  ],
  [
    'sales and prices that rise alike',
    ['Danish retail sales rise 0.4%', 'Retail sales in Denmark rose 0.4 percent in May from a year earlier, Statistics Denmark said.'],
    ['Danish CPI rises 0.4%', 'Consumer prices in Denmark rose 0.4 percent in May from a year earlier, Statistics Denmark said.'],
    1,
  ],
  [
    'orders and output that fall alike',
    ['Korean machinery orders fall 1.7%', 'Machinery orders fell 1.7 percent in April, the ministry in Seoul said.'],
    ['Korean industrial output falls 1.7%', 'Industrial output fell 1.7 percent in April, the ministry in Seoul said.'],
    1,
  ],
  ['indexes of two sectors', ['Italian services PMI slips to 51.3 in May'], ['Italian manufacturing PMI slips to 51.3 in May'], 2],
  ['quarters of a company', ['Oracle first quarter profit rises on cloud orders'], ['Oracle third quarter profit rises on cloud orders'], 5],
  ['quarters in short forms', ['Boeing (BA) Q1 Earnings Beat Estimates'], ['Boeing (BA) Q3 Earnings Beat Estimates'], 5],
  ['halves of a year', ['Walmart first-half profit climbs on groceries'], ['Walmart second-half profit climbs on groceries'], 5],
  ['fiscal years', ['Disney reports fiscal 2029 results'], ['Disney reports fiscal 2030 results'], 5],
  [
    'quarters that the leads name',
    ['Pfizer earns more as demand for vaccines grows', 'Pfizer posted first-quarter earnings of $0.61 a share on demand for vaccines.'],
    ['Pfizer earns more as demand for pills grows', 'Pfizer posted third-quarter earnings of $0.72 a share on demand for pills.'],
    5,
  ],
  ['numbers of other things', ['12 Reasons to Like Oracle'], ['12 Years of Oracle Dividends'], 3],
  ['sessions of a bourse', ['Straits Times closes higher'], ['Straits Times closes lower'], 4],
  ['two bourses that gain and shed', ['Sensex gains 250 points'], ['Sensex sheds 250 points'], 4],
  ['prices up and down that no list has', ['Kordovan onion prices climb for third week'], ['Kordovan onion prices slide for third week'], 4],
  [
    'a raise and a cut by a bank that no list has',
    ['Kenyan central bank raises key rate on shilling worries'],
    ['Kenyan central bank cuts key rate on shilling worries'],
    2,
  ],
  ['a halt and a restart', ['Kordahl halts Brixton lithium mine'], ['Kordahl restarts Brixton lithium mine'], 9],
  ['sanctions imposed and lifted', ['Ottawa imposes sanctions on Kordovan banks'], ['Ottawa lifts sanctions on Kordovan banks'], 9],
  ['metals of one cause that nothing moves', ['Traders flee zinc as dollar firms'], ['Traders flee nickel as dollar firms'], 3],
  ['openings in two countries', ['Harlow Cafes opens first shop in Vietnam'], ['Harlow Cafes opens first shop in Kenya'], 5],
  ['officers of two companies', ['Tarnwell names Ada Brooke as CFO'], ['Brackmoor names Lev Hartnoll as CFO'], 3],
])('reports of different things are different stories, however alike their words: %s', (_, first, second, hours) =>
  expect(areOneStory(first, second, hours)).toBe(false),
);

test.each<readonly [string, Told, Told, number]>([
  [
    'jobs of one country',
    ['Norway jobs fall sharply in March, unemployment rate up'],
    ['Norwegian unemployment rate climbs as jobs fall sharply in March'],
    2,
  ],
  ['a figure of one statistic', ['UK inflation jumps to 3.8% in July'], ['British consumer prices up 3.8%, CPI report shows'], 1],
  ['a statistic under two names', ['Danish consumer prices rise 0.4% in May'], ['Danish CPI up 0.4% in May, statistics office says'], 1],
  ['an index with its sector and without', ['Italian services PMI slips to 51.3 in May'], ['Italian services sector slows in May, PMI at 51.3'], 1],
  ['half a year and its second quarter', ['Walmart second-quarter profit climbs on groceries'], ['Walmart first-half profit climbs on groceries'], 2],
  ['a year and its fourth quarter', ['Pfizer full-year profit falls on vaccine slump'], ['Pfizer Q4 profit falls on vaccine slump'], 2],
  ['what is expected of the next quarter', ['Oracle Q1 profit rises, sees Q2 sales gains'], ['Oracle sees Q2 sales gains as profit rises'], 2],
  [
    'guidance with the results before it',
    ['Nvidia forecasts fourth-quarter revenue above estimates on AI chip demand'],
    ['Nvidia beats third-quarter revenue estimates on AI chip demand'],
    1,
  ],
  [
    'two figures of one report',
    ['Nvidia third-quarter profit rises on data center demand'],
    ['Nvidia third-quarter sales drop in China as profit rises on data center demand'],
    1,
  ],
  ['a plant that comes back', ['Exxon restarts Baytown unit halted by fire'], ['Baytown unit halted by fire resumes production at Exxon'], 1],
  ['a surplus of trade', ["China's trade surplus tops $1 trillion in November"], ['China surplus hits $1 trillion as trade booms in November'], 1],
  ['a fiscal and a calendar year', ['Nvidia third quarter fiscal 2026 revenue rises 62%'], ['Nvidia Q3 2025 revenue rises 62% on AI'], 1],
  ['a session of two markets', ['Stocks and copper fall after weak Kordovan exports'], ['Copper, stocks hit by weak Kordovan exports'], 1],
  ['a decision on rates', ['ECB holds rates steady'], ['European Central Bank leaves rates on hold'], 1],
  ['a decision on rates that shares no word', ['Fed holds rates steady'], ['Federal Reserve keeps interest rates unchanged'], 1],
  ['a cut, by its size and by the new rate', ['Bank of Canada cuts rates by 25 basis points'], ['BoC lowers key rate to 2.25%'], 1],
  ['a raise to a range', ['Fed raises rates to 5.25%-5.5%'], ['Federal Reserve lifts interest rates to 5.5%'], 1],
  ['a bank by its initials', ['RBA holds rates at 4.35%, warns on inflation'], ['Reserve Bank of Australia keeps rates at 4.35%'], 1],
  ['a close, written either way', ['Wall Street closes higher as tech rallies'], ['US stocks end higher on tech rally'], 1],
  ['a close at a record', ['Nikkei closes at record high on chip rally'], ['Japan’s Nikkei ends at record high as chip stocks rally'], 1],
  ['a currency by its country', ['Rupee falls to record low'], ['Indian rupee hits all-time low against dollar'], 1],
  ['prices of a state’s company', ['Saudi Aramco cuts July crude price for Asia'], ['Saudi Arabia cuts July oil price to Asia'], 1],
  ['a release and a column on it', ['Kordovan central bank lifts reserve ratio'], ['View: Kordovan central bank lifts reserve ratio'], 1],
  [
    'a company and the market that it moves',
    ['Exxon to shut Brixton refinery after blast'],
    ['Oil climbs as Exxon shuts Brixton refinery after blast'],
    2,
  ],
  ['a state and its country', ['Utah wildfire shuts Brixton copper smelter'], ['US copper smelter shut by wildfire at Brixton'], 3],
])('reports of one thing are one story: %s', (_, first, second, hours) => expect(areOneStory(first, second, hours)).toBe(true));

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
