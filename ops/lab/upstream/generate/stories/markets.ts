/** News about whole markets: economies, commodities, coins, politics, sectors and the day's moves. */
import { intBetween, pick, type Random } from '../../random.ts';
import { anyCompany, companyFacts, decimal, dollars, pairFacts, percent, plainFacts } from '../world.ts';
import type { StoryFacts, StoryKind } from './kind.ts';

const marketWide =
  (extra: (random: Random) => Readonly<Record<string, string>>) =>
  (random: Random): StoryFacts => ({
    tickers: [],
    facts: { ...plainFacts(random), ...extra(random) },
  });

const economy = marketWide((random) => ({
  country: pick(random, [
    'US',
    'euro zone',
    'UK',
    'Japanese',
    'Chinese',
    'Canadian',
    'German',
    'Indian',
    'Brazilian',
    'Mexican',
    'Australian',
    'Swiss',
  ]),
  gauge: pick(random, [
    'consumer prices',
    'core inflation',
    'producer prices',
    'retail sales',
    'factory orders',
    'industrial output',
    'housing starts',
    'wage growth',
  ]),
  bank: pick(random, [
    'the Federal Reserve',
    'the European Central Bank',
    'the Bank of England',
    'the Bank of Japan',
    'the Bank of Canada',
    'the Riksbank',
  ]),
  rate: percent(random, 0.1, 6),
  before: percent(random, 0.1, 6),
  forecast: percent(random, 0.1, 6),
  points: String(pick(random, [25, 25, 50, 75])),
  jobs: `${intBetween(random, 11, 390)},000`,
  claims: `${intBetween(random, 188, 310)},000`,
}));

const commodity = marketWide((random) => {
  const [name, unit] = pick(random, [
    ['Brent crude', 'a barrel'],
    ['US crude', 'a barrel'],
    ['gold', 'an ounce'],
    ['silver', 'an ounce'],
    ['copper', 'a tonne'],
    ['aluminium', 'a tonne'],
    ['wheat', 'a bushel'],
    ['soybeans', 'a bushel'],
    ['natural gas', 'per mmBtu'],
    ['coffee', 'a pound'],
    ['iron ore', 'a tonne'],
    ['cocoa', 'a tonne'],
  ] as const);
  return {
    commodity: name,
    level: `$${decimal(random, 2, 4_000, 2)} ${unit}`,
    change: percent(random, 0.4, 7),
    cause: pick(random, [
      'OPEC+ output plans',
      'a strike at a Chilean mine',
      'dry weather in Brazil',
      'a weaker dollar',
      'falling US stockpiles',
      'Chinese demand data',
      'port congestion',
      'a pipeline outage',
    ]),
    stock: `${decimal(random, 0.4, 9, 1)} million`,
  };
});

function coin(random: Random): StoryFacts {
  const [name, ticker] = pick(random, [
    ['Bitcoin', 'BTC-USD'],
    ['Bitcoin', 'BTC-USD'],
    ['Ether', 'ETH-USD'],
    ['Solana', 'SOL-USD'],
    ['XRP', 'XRP-USD'],
    ['Dogecoin', 'DOGE-USD'],
  ] as const);
  return {
    tickers: [ticker],
    facts: {
      ...plainFacts(random),
      coin: name,
      level: `$${intBetween(random, 1, 130)},${String(intBetween(random, 0, 999)).padStart(3, '0')}`,
      change: percent(random, 1, 13),
      flows: dollars(random, 20, 1_400),
      venue: pick(random, ['a Seychelles exchange', 'an offshore venue', 'a decentralised lender', 'a cross-chain bridge']),
    },
  };
}

const politics = marketWide((random) => ({
  place: pick(random, ['the Gulf', 'Eastern Europe', 'the South China Sea', 'the Red Sea', 'the Sahel', 'the Korean peninsula', 'the Baltic']),
  power: pick(random, ['Washington', 'Brussels', 'Beijing', 'Moscow', 'New Delhi', 'Ankara', 'London', 'Tokyo']),
  other: pick(random, ['Tehran', 'Caracas', 'Pyongyang', 'Minsk', 'Havana', 'Kabul', 'Damascus']),
  tariff: `${pick(random, [10, 15, 25, 35, 50, 100])}%`,
  goods: pick(random, ['steel', 'electric vehicles', 'semiconductors', 'solar panels', 'farm goods', 'medicines', 'timber']),
}));

function sector(random: Random): StoryFacts {
  const { tickers, facts } = pairFacts(random);
  return {
    tickers,
    facts: {
      ...facts,
      flows: dollars(random, 40, 3_000),
      change: percent(random, 1, 9),
    },
  };
}

function mover(random: Random): StoryFacts {
  const company = anyCompany(random);
  return { tickers: company.tickers.slice(0, 1), facts: { ...companyFacts(random, company), volume: `${intBetween(random, 2, 90)} million` } };
}

const wrap = marketWide((random) => ({
  index: pick(random, ['S&P 500', 'Nasdaq Composite', 'Dow', 'STOXX 600', 'FTSE 100', 'Nikkei']),
  change: percent(random, 0.1, 2.8),
  yield: `${decimal(random, 3.4, 5.1, 2)}%`,
  mood: pick(random, ['rate hopes', 'trade worries', 'bank results', 'chip weakness', 'bargain hunting', 'jobs data']),
}));

const economyRemarks = [
  '"[The path|The trend] is [bumpy|clear]," said {analyst}, economist at {broker}.',
  'Government bond yields [rose|fell] after the release.',
  'Policymakers meet again [next month|in six weeks].',
  'The figure for the prior month was revised to {before}.',
];

// prettier-ignore
export const markets: readonly StoryKind[] = [
  {
    name: 'macro_gauge', category: 'macro_economy', weight: 4, draw: economy, topics: ['Economy'], paragraphs: economyRemarks,
    headlines: ['{country} {gauge} [rise|climb] {rate}, [more|less] than [forecast|expected]', '{country} {gauge} [at|reach] {rate} after {before} in [prior month|previous reading]'],
    leads: ['{country} {gauge} rose {rate} from a year earlier, after {before} in the previous month, [official data showed|the statistics office said] on {day}; economists had expected {forecast}.'],
  },
  {
    name: 'rate_decision', category: 'macro_economy', weight: 3, draw: economy, topics: ['Central Banks'], paragraphs: economyRemarks,
    headlines: ['{bank} [raises|cuts] rates by {points} basis points to {rate}, [signals|hints at] [caution|more to come]', '{bank} [holds|keeps] rates at {rate}, [sees|flags] [slower growth|sticky inflation]'],
    leads: ['{bank} set its key rate at {rate} on {day}, [saying|adding] that inflation risks [remain|have eased], and {analyst} of {broker} expects {count} more weeks of debate.'],
  },
  {
    name: 'jobs_release', category: 'macro_economy', weight: 3, draw: economy, topics: ['Economy', 'Jobs'], paragraphs: economyRemarks,
    headlines: ['US employers add {jobs} jobs; unemployment rate [steady|edges up]', 'US weekly jobless claims [rise|fall] to {claims}', 'Nonfarm payrolls [rise|grow] by {jobs}, [above|below] estimates'],
    leads: ['US employers added {jobs} jobs last month and initial claims stood at {claims}, the Labor Department said on {day}.'],
  },
  {
    name: 'commodity_move', category: 'commodities', weight: 6, draw: commodity, topics: ['Commodities', 'Energy'],
    headlines: ['{commodity} [climbs|gains|rises] {change} on {cause}', '{commodity} [falls|slides|drops] {change} to {level} amid {cause}', '[Traders|Funds] [pile into|flee] {commodity} as {cause} [bites|looms]'],
    leads: ['{commodity} [settled|traded] {change} [higher|lower] at {level} on {day}, with {cause} [in focus|driving trade].', 'Prices of {commodity} moved {change} to {level} as inventories [fell|rose] by {stock} units, {analyst} of {broker} said.'],
    paragraphs: ['{broker} [sees|expects] further [gains|weakness] this quarter.', 'Stocks [drew down|built] by {stock} last week.', 'The market is watching {cause}.'],
  },
  {
    name: 'coin_move', category: 'crypto', weight: 6, draw: coin, topics: ['Crypto', 'Digital Assets'],
    headlines: ['{coin} [jumps|rallies|climbs] {change} to {level} [as ETF inflows return|in thin trade|]', '{coin} [slides|tumbles|drops] {change} after [hack at {venue}|liquidations|regulatory warning]', '{coin} [ETFs|funds] draw {flows} in a week'],
    leads: ['{coin} [rose|fell] {change} to {level} on {day} as [exchange-traded funds|funds] saw flows of {flows}, data showed.', 'The price of {coin} moved {change} in 24 hours to {level}; traders pointed to [a breach at {venue}|large liquidations|optimism on rules].'],
    paragraphs: ['"[Leverage|Sentiment] is [high|washed out]," said {analyst} of {broker}.', 'Flows into {coin} products reached {flows}.', 'Open interest in {coin} futures is near a record.'],
  },
  {
    name: 'world_affairs', category: 'geopolitics', weight: 5, draw: politics, topics: ['World', 'Politics'],
    headlines: ['{power} [weighs|announces|threatens] {tariff} tariffs on {goods} from {other}', '[Tensions|Clashes] in {place} [rattle|unsettle] markets', '{power} [imposes|lifts] sanctions on {other} [oil|bank] sector', '[Ceasefire|Truce] talks on {place} [stall|resume], {power} says'],
    leads: ['{power} said on {day} it would [impose|consider] duties of {tariff} on {goods}, a step that {other} called [hostile|unjustified], as tensions over {place} [rose|persisted].', '[Diplomats|Officials] from {power} and {other} met for a {count}th round of talks on {place}, with {goods} exports at stake.'],
    paragraphs: ['Shipping insurers [raised|reviewed] premiums for {place}.', '"[Nobody wants|Markets fear] escalation," said {analyst} of {broker}.', '{other} has {count} days to respond.'],
  },
  {
    name: 'sector_view', category: 'sector_analysis', weight: 5, draw: sector, topics: ['Sectors', 'Investing'],
    headlines: ['{industry} [stocks|shares] [gain|slip] as {company}, {other} [lead|lag]', '{broker} [turns|grows] [bullish|cautious] on {industry} sector, [prefers|favours] {company}', 'Funds [add|pull] {flows} [to|from] {industry} shares'],
    leads: ['The {industry} group moved {change} on {day}, with {company} ({ticker}) and {other} ({otherTicker}) among the [biggest|main] movers, after {broker} changed its view of demand for {product}.', 'Investors moved {flows} through {industry} funds last week, {broker} said, naming {company} and {other}.'],
    paragraphs: ['{analyst} of {broker} expects demand for {product} to [recover|soften].', 'Valuations in the group are [above|below] their five-year mean.', '{company} moved {move} over the month.'],
  },
  {
    name: 'stock_move', category: 'market_movers', weight: 7, draw: mover, topics: ['Markets', 'Stocks'],
    headlines: ['Why {company} stock is [up|down|soaring|sinking] {move} today', '{company} ({ticker}) [jumps|surges|slumps] {move} on heavy volume', '{short} shares [hit|touch] [52-week high|record low] at {price}'],
    leads: ['Shares of {company} [rose|fell] {move} to {price} in [midday|premarket] trading on {day}, with {volume} shares changing hands, after [a report on|talk about] its {product}.', '{company} ({ticker}) was among the [biggest gainers|worst performers] on the {exchange}, moving {move} to {price}.'],
    paragraphs: ['There was no [filing|statement] from the {trade}.', '{broker} has a neutral stance on the shares.', 'Options volume was {volume} contracts.'],
  },
  {
    name: 'market_wrap', category: 'market_movers', weight: 5, draw: wrap, topics: ['Markets', 'Wrap'],
    headlines: ['[Stocks|Wall Street] [ends|closes] [higher|lower|mixed] as {mood} [dominates|weighs]', 'Markets wrap: {index} [gains|loses] {change} on {mood}', '[Futures|Shares] [edge up|slip] before {day} open; yields at {yield}'],
    leads: ['The {index} [rose|fell] {change} on {day}, with {mood} in focus and the ten-year yield at {yield}.', '[Stocks|Shares] [finished|were] [mixed|little changed] as investors weighed {mood}; the {index} moved {change}.'],
    paragraphs: ['[Advancers|Decliners] led by {count} to 10.', '{analyst} of {broker} said {mood} would set the tone.', 'The dollar was [firm|soft].'],
  },
];
