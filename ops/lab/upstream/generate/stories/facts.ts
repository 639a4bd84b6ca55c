/** Draws the facts of an event: its companies, whether it is good or bad news, and every figure that its texts may name. */
import { chance, intBetween, pick, type Random } from '../../random.ts';
import type { Facts } from '../phrase.ts';
import { companyFacts, companyOfNews, decimal, dollars, percent, personName, plainFacts } from '../world.ts';

/** Subject of a story: one company, two companies, a coin, or none of these. */
export type Subject = 'company' | 'pair' | 'coin' | 'none';

export interface StoryFacts {
  readonly facts: Facts;
  /** Tickers of the companies or of the coin; empty for market-wide news. */
  readonly tickers: readonly string[];
}

const goodNewsShare = 0.6;
const coins = { Bitcoin: 'BTC-USD', Ether: 'ETH-USD', Solana: 'SOL-USD', XRP: 'XRP-USD', Dogecoin: 'DOGE-USD' } as const;

/** Returns the facts of one event about `subject`: one company, two, a coin, or none. */
export function storyFacts(subject: Subject, random: Random): StoryFacts {
  const isUp = chance(random, goodNewsShare);
  const about = subjectFacts(subject, random);
  return { tickers: about.tickers, facts: { ...plainFacts(random), ...about.facts, ...figures(random, isUp), way: isUp ? 'up' : 'down' } };
}

function subjectFacts(subject: Subject, random: Random): StoryFacts {
  if (subject === 'none') return { tickers: [], facts: {} };
  if (subject === 'coin') {
    const coin = pick(random, Object.keys(coins) as (keyof typeof coins)[]);
    return { tickers: [coins[coin]], facts: { coin, level: `$${intBetween(random, 1, 130)},${intBetween(random, 100, 999)}` } };
  }
  const first = companyOfNews(random);
  const own = companyFacts(random, first);
  if (subject === 'company') return { tickers: first.tickers.slice(0, 1), facts: own };
  const second = companyOfNews(random, first);
  const { company: other, ticker: otherTicker, trade: otherTrade, product: otherProduct } = companyFacts(random, second);
  return {
    tickers: [...first.tickers.slice(0, 1), ...second.tickers.slice(0, 1)],
    facts: { ...own, other: other!, otherTicker: otherTicker!, otherTrade: otherTrade!, otherProduct: otherProduct! },
  };
}

const cents = (amount: number): string => `$${(amount / 100).toFixed(2)}`;
const thousands = (random: Random, least: number, most: number): string => `${intBetween(random, least, most)},000`;

/** Commodities: name, unit, and usual price per unit in dollars. */
// prettier-ignore
const commodities = [
  ['Brent crude', 'a barrel', 70], ['US crude', 'a barrel', 66], ['gold', 'an ounce', 2_600], ['silver', 'an ounce', 30], ['copper', 'a tonne', 9_400], ['aluminium', 'a tonne', 2_500],
  ['wheat', 'a bushel', 6], ['soybeans', 'a bushel', 11], ['natural gas', 'per mmBtu', 3], ['coffee', 'a pound', 2.5], ['iron ore', 'a tonne', 105], ['cocoa', 'a tonne', 8_000],
] as const;

/** Returns all figures and names that patterns use. `isUp` decides which of two compared figures is larger, such as result and estimate. */
// prettier-ignore
function figures(random: Random, isUp: boolean): Facts {
  const sign = isUp ? 1 : -1;
  const eps = intBetween(random, 40, 460);
  const outlook = intBetween(random, 110, 1_250);
  const target = intBetween(random, 12, 410);
  const rate = 0.6 + random() * 5;
  const goals = intBetween(random, 0, 4);
  const [commodity, unit, usual] = pick(random, commodities);
  return {
    eps: cents(eps), epsExpected: cents(eps - sign * intBetween(random, 1, 30)), outlook: cents(outlook), outlookBefore: cents(outlook * (1 - sign * 0.07)),
    target: `$${target}`, targetBefore: `$${Math.round(target * (1 - sign * 0.15))}`, margin: percent(random, 11, 62), growth: percent(random, 2, 38),
    revenue: dollars(random, 60, 9_000), profit: dollars(random, 8, 900),
    value: dollars(random, 25, 6_000), small: dollars(random, 2, 180), deal: dollars(random, 150, 24_000), synergies: dollars(random, 20, 600),
    perShare: `$${decimal(random, 6, 210, 2)}`, premium: percent(random, 9, 61), dividend: `$${decimal(random, 0.04, 1.9, 2)}`, percentage: percent(random, 3, 40),
    successor: personName(random), years: String(intBetween(random, 2, 19)), million: String(intBetween(random, 4, 90)), split: pick(random, ['2-for-1', '3-for-1', '4-for-1', '10-for-1', '1-for-10', '1-for-25']),
    agency: pick(random, ['the Federal Trade Commission', 'the Justice Department', 'the Securities and Exchange Commission', 'the European Commission', 'the Food and Drug Administration', 'the UK competition authority']),
    country: pick(random, ['US', 'euro zone', 'UK', 'Japanese', 'Chinese', 'Canadian', 'German', 'Indian', 'Brazilian', 'Mexican', 'Australian', 'Swiss']),
    gauge: pick(random, ['consumer prices', 'core inflation', 'producer prices', 'retail sales', 'factory orders', 'industrial output', 'housing starts', 'wage growth']),
    bank: pick(random, ['the Federal Reserve', 'the European Central Bank', 'the Bank of England', 'the Bank of Japan', 'the Bank of Canada', 'the Riksbank']),
    rate: `${rate.toFixed(1)}%`, expectedRate: `${(rate - sign * (0.1 + random() * 0.4)).toFixed(1)}%`, before: percent(random, 0.1, 6), points: String(pick(random, [25, 25, 50, 75])),
    jobs: thousands(random, 11, 390), claims: thousands(random, 188, 310),
    commodity, priced: `$${(usual * (0.8 + random() * 0.4)).toFixed(2)} ${unit}`, change: percent(random, 0.4, 7),
    cause: pick(random, isUp ? ['supply cuts', 'a weaker dollar', 'falling stockpiles', 'strong Chinese demand', 'port congestion'] : ['rising supply', 'a stronger dollar', 'growing stockpiles', 'weak Chinese demand', 'forecasts of a surplus']),
    venue: pick(random, ['a Seychelles exchange', 'an offshore venue', 'a decentralised lender', 'a cross-chain bridge']), flows: dollars(random, 20, 3_000),
    region: pick(random, ['the Gulf', 'Eastern Europe', 'the South China Sea', 'the Red Sea', 'the Sahel', 'the Korean peninsula', 'the Baltic']),
    power: pick(random, ['Washington', 'Brussels', 'Beijing', 'Moscow', 'New Delhi', 'Ankara', 'London', 'Tokyo']), rival: pick(random, ['Tehran', 'Caracas', 'Pyongyang', 'Minsk', 'Havana', 'Kabul', 'Damascus']),
    tariff: `${pick(random, [10, 15, 25, 35, 50, 100])}%`, goods: pick(random, ['steel', 'electric vehicles', 'semiconductors', 'solar panels', 'farm goods', 'medicines', 'timber']),
    index: pick(random, ['S&P 500', 'Nasdaq Composite', 'Dow', 'STOXX 600', 'FTSE 100', 'Nikkei']), swing: percent(random, 0.1, 2.8), yield: `${decimal(random, 3.4, 5.1, 2)}%`,
    mood: pick(random, isUp ? ['rate hopes', 'bargain hunting', 'strong bank results', 'jobs data'] : ['trade worries', 'chip weakness', 'weak bank results', 'rate fears']),
    food: pick(random, ['lasagne', 'ramen', 'sourdough', 'pumpkin soup', 'tacos', 'risotto', 'banana bread']), spot: pick(random, ['Lisbon', 'Kyoto', 'Cape Town', 'Oaxaca', 'Tbilisi', 'Hobart', 'Porto']),
    thing: pick(random, ['morning routine', 'garden', 'wardrobe', 'sleep', 'desk set-up', 'houseplants', 'sunscreen']), team: pick(random, ['Rovers', 'Falcons', 'United', 'Mariners', 'Wolves']), score: `${goals + intBetween(random, 1, 3)}-${goals}`,
    firm: pick(random, ['Halloran & Pike LLP', 'The Dunmore Firm', 'Weiss Castell LLP', 'Brigham Law Offices', 'Fairlie & Stroud LLP']), losses: thousands(random, 50, 450),
    deadline: pick(random, ['January 12', 'March 3', 'May 27', 'July 19', 'September 8', 'November 30']), shares: `${intBetween(random, 2, 900)},${intBetween(random, 100, 999)}`,
  };
}
