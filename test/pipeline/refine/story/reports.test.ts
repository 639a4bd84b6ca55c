import { expect, test } from 'vitest';
import { dropOf } from '#pipeline/refine/article/drop-record.ts';
import { putEntities } from '#pipeline/refine/article/entities.ts';
import { rowOf } from '#pipeline/refine/article/row-record.ts';
import { putScore } from '#pipeline/refine/article/score.ts';
import { dropNearDuplicate } from '#pipeline/refine/dedup/dedup.ts';
import { createRecentArticles } from '#pipeline/refine/recent/recent-articles.ts';
import { putStory } from '#pipeline/refine/story/story.ts';
import { putTickers } from '#pipeline/refine/tickers/tickers.ts';
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
    'the same decision of two central banks',
    ['Bank of England raises rates by 25 basis points to 4.25%'],
    ['Bank of Canada raises rates by 25 basis points to 3.25%'],
    0,
  ],
  [
    'prices and sales of two countries',
    ['German consumer prices climb 0.2%, more than expected'],
    ['Swiss retail sales climb 0.2%, more than expected'],
    1,
  ],
  ['sanctions of two countries', ['Tokyo imposes sanctions on hackers, freezes assets'], ['Ottawa imposes sanctions on hackers, freezes assets'], 1],
  ['prices of two countries', ['Chile consumer prices rise 0.4% in June'], ['Peru consumer prices rise 0.4% in June'], 1],
  ['two crops', ['Corn futures fall on Kordovan harvest forecast'], ['Soybean futures fall on Kordovan harvest forecast'], 1],
  ['two metals', ['Nickel rallies on Kordovan mine closure'], ['Zinc rallies on Kordovan mine closure'], 1],
  ['two metals of one exchange', ['Zinc falls on weak demand'], ['Tin falls on weak demand'], 1],
  ['two currencies', ['Yen falls to 34-year low against dollar'], ['Rupee falls to record low against dollar'], 1],
  ['decisions of two central banks', ['BoE cuts rates'], ['BoC cuts rates'], 1],
  ['two markets that change places', ['Gold climbs as silver slips'], ['Silver climbs as gold slips'], 2],
  [
    'sanctions of one state on two others',
    ['Washington widens sanctions on Belarus banks and defence firms'],
    ['Washington widens sanctions on Nicaragua banks and defence firms'],
    2,
  ],
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
  ['one market up and down within the hour', ['Wheat futures gain on export demand'], ['Wheat futures slip on weak export demand'], 1],
  ['two decisions of one bank', ['Bank of Canada cuts rate to 2.5%, cites trade'], ['Bank of Canada holds rate at 2.25%, cites trade'], 30],
  ['two decisions of one bank, without figures', ['Bank of Canada cuts rates again'], ['Bank of Canada holds rates'], 20],
  ['yields up and down', ['Treasury yields climb after jobs data'], ['Treasury yields drop after weak auction'], 8],
  ['oil up and down', ['Oil prices rise 2% on supply fears'], ['Oil prices fall 1% as supply fears ease'], 6],
  ['oil and shipping', ['Crude climbs as Veldra strait siege drags on'], ['Tankers reroute as Veldra strait siege drags on'], 3],
  ['shares and metal', ['Copper slumps on weak Kordovan factory orders'], ['Bourses slump on weak Kordovan factory orders'], 2],
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
  ['a session of two markets', ['Stocks and copper fall after weak Kordovan exports'], ['Copper, stocks hit by weak Kordovan exports'], 1],
  ['a decision on rates', ['ECB holds rates steady'], ['European Central Bank leaves rates on hold'], 1],
  ['a decision on rates that shares no word', ['Fed holds rates steady'], ['Federal Reserve keeps interest rates unchanged'], 1],
  ['a cut, by its size and by the new rate', ['Bank of Canada cuts rates by 25 basis points'], ['BoC lowers key rate to 2.25%'], 1],
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
