/**
 * Headlines written by us for training: a table of patterns in which `{self}` is the name that is asked about
 * and `{other}` another, with the direction each points its price; and patterns with their category. Nothing
 * of any labelled set went into them.
 */
import type { Category, Sentiment } from '#schemas/vocabulary.ts';
import { randomFrom } from './fit.ts';
import { directionOf, ownPatterns } from './own-patterns.ts';

const list = (text: string): readonly string[] =>
  text
    .split('|')
    .map((part) => part.trim())
    .filter((part) => part !== '');

const firms = list(
  'Norvik|Halden Motors|Tampere Steel|Aurelia|Kestrel|Bergmann|Sorensen Pharma|Lindqvist|Oakmont|Varma Energy|Delphi Foods|Corvin Bank|Marlowe Airlines|Hexel Semiconductor|Pinecrest|Juniper Hills Therapeutics',
);
const brokers = list('Goldman Sachs|Morgan Stanley|JPMorgan|Citigroup|Barclays|Jefferies|UBS|Deutsche Bank|Credit Suisse|Piper Sandler');

// prettier-ignore
const categorised: Readonly<Partial<Record<Category, readonly string[]>>> = {
  crypto: list(`Crypto exchange suspends withdrawals | Token price doubles after listing | Ethereum jumps {n}% after upgrade | Stablecoin issuer to freeze tokens | Crypto lender files for bankruptcy | NFT sales plunge {n}% | Bitcoin miners sell coins as price drops | {self} to let customers pay in bitcoin | Dogecoin rallies after tweet | SEC sues crypto exchange over tokens | Crypto market wrap: bitcoin above {n},000`),
  insider: list(`Insider purchase: {self} chief executive adds {n},000 shares | {self} director sells {n},000 shares | Insiders buy the dip at {self} | CFO sells stock worth {n} million | {self} CEO buys {n},000 shares | Form 4: {self} chairman acquires {n},000 shares | Insider selling: {self} president unloads shares`),
  sector_analysis: list(`Homebuilders: sector preview | Insurance industry faces rising claims | Chip industry outlook darkens as demand cools | Airline stocks to own in a downturn: analyst picks | Top 5 stocks in the utilities sector | Auto industry sees slow recovery | What is ahead for the cannabis sector | Software sector valuations look stretched | Retail industry trends to watch`),
  technology: list(`Tutorial: writing a parser in Go | Episode {n}: tablets and pens | {self} ships new graphics processor | New open source database released | {self} unveils phone with folding screen | Security flaw found in popular browser | Review: the new laptop is fast but loud | {self} and {other} team up on chips for cloud servers | Machine learning library gets faster`),
  other: list(`{self}: Cheap For A Reason | {self}: Time To Sell | Three Dividend Stocks For Retirement | Council approves new library | {self} cut to hold at {broker} | {broker} Maintains Overweight on {self}, Raises Price Target to $ {n} | {broker} Upgrades {self} to Buy | {broker} Downgrades {self} to Neutral | {broker} Initiates Coverage On {self} with Neutral Rating, Announces $ {n} Price Target | {broker} reiterates buy on {self} | {self}: Fairly Valued | Is {self} A Buy Now? | Why I Own {self} | Local school wins science prize | Star sings at festival | Man held after shooting`),
  market_movers: list(`Biggest gainers and losers this morning | Shares of chip makers sink | {self} shares fall {n}% | Wall Street ends lower as investors await data | Stocks mixed; oil and gold edge up | {n} Stocks Moving In Tuesday's Mid-Day Session | Futures point to higher open`),
  earnings: list(`{self} quarterly profit tops forecasts | {self} to record charge for closing plant | {self} warns on full-year profit | {self} 4TH QTR NET | {self} INC YEAR LOSS | {self} SEES HIGHER YEAR EARNINGS | {self} first-half profit doubles | {self} EPS of $ {n} beats by $0.0 {n} | {self} Q3 Earnings Call Highlights | {self} to take charge against earnings`),
  mergers_acquisitions: list(`{self} weighs sale of unit | {other} bids {n} a share for {self} | {self} spins off division | {self} RAISES {other} HOLDING | {self} BUYS {other} UNIT | {self} SELLS PLANT FOR {n} MLN DLRS | {self} raises offer for {other} | {self} says {other} merger on track`),
  macro_economy: list(`Exports fall for third month | Treasury sells {n} billion of bonds | BANK RAISES PRIME RATE TO {n} PCT | GNP GROWTH SEEN AT {n} PCT | TRADE SURPLUS WIDENS IN FEBRUARY | Bank of Japan intervenes to buy dollars | Retail sales rise {n}% | Money supply falls {n} billion | Foreign reserves rise in March | Finance minister says deficit will narrow`),
  commodities: list(`Soybean harvest delayed by rain | Cotton futures slip | Oil inventories drop {n} million barrels | COFFEE QUOTA TALKS FAIL | OIL MINISTERS MEET ON OUTPUT | SUGAR CROP SEEN LOWER | Copper mine strike ends | Cattle slaughter estimated at {n},000 head | Refinery to shut crude unit | Grain shipments to Soviet Union rise | Rubber pact extended | Iron ore prices fall`),
  regulation: list(`Court upholds fine against {self} | Watchdog opens inquiry into {self} | Lawmakers vote on banking bill | FDA accepts {self} application | Antitrust case against {self} widens | Judge rules for {self} in patent case`),
  corporate_actions: list(`{self} appoints finance chief | {self} launches secondary offering | {self} closes plant | {self} SETS 3-FOR-2 STOCK SPLIT | {self} hires {n},000 workers | {self} to repurchase shares | {self} declares dividend`),
  ipo: list(`{self} sets terms for IPO | {self} files for IPO | {self} prices IPO at $ {n} a share | {self} goes public through SPAC | {self} shares soar in debut`),
  geopolitics: list(`Summit ends without deal | Parliament dissolved | Russia launches missiles at Ukraine | Sanctions on Iran tightened | Ceasefire talks resume | Election results contested | Tariff threat hangs over trade talks with China`),
};

export interface OwnHeadline<L> {
  readonly text: string;
  readonly label: L;
  /** The name that is asked about, and the other; null where the pattern has none. */
  readonly self: string | null;
  readonly other: string | null;
}

/** `texts/directed.txt`: a pattern a line, after the signs of the directions it points `{self}` and `{other}` (`.`: not told). */
export function ownDirected(count: number, seed: number): OwnHeadline<Sentiment>[] {
  const random = randomFrom(seed);
  const headlines: OwnHeadline<Sentiment>[] = [];
  for (const { signs, pattern } of ownPatterns('directed')) {
    const [ofSelf, ofOther] = [directionOf(signs.charAt(0)), directionOf(signs.charAt(1))];
    for (let i = 0; i < count; i += 1) {
      const { text, self, other } = filled(pattern, random);
      if (ofSelf !== null) headlines.push({ text, label: ofSelf, self, other });
      if (ofOther !== null) headlines.push({ text, label: ofOther, self: other, other: self });
    }
  }
  return headlines;
}

export const ownCategorised = (count: number, seed: number): OwnHeadline<Category>[] => filledTable(categorised, count, seed);

function filledTable<L extends string>(table: Readonly<Partial<Record<L, readonly string[]>>>, count: number, seed: number): OwnHeadline<L>[] {
  const random = randomFrom(seed);
  const headlines: OwnHeadline<L>[] = [];
  for (const label of Object.keys(table) as L[]) {
    for (const pattern of table[label] ?? []) for (let i = 0; i < count; i += 1) headlines.push({ ...filled(pattern, random), label });
  }
  return headlines;
}

function filled(pattern: string, random: () => number): Omit<OwnHeadline<unknown>, 'label'> {
  const self = pick(firms, random);
  const other = pick(
    firms.filter((firm) => firm !== self),
    random,
  );
  const text = pattern
    .replaceAll('{self}', self)
    .replaceAll('{other}', other)
    .replaceAll('{broker}', () => pick(brokers, random))
    .replace(/\{n\}/g, () => String(1 + Math.floor(random() * 60)));
  const isIn = (slot: string): boolean => pattern.includes(slot);
  return {
    text: `${text.charAt(0).toUpperCase()}${text.slice(1)}`,
    self: isIn('{self}') ? self : null,
    other: isIn('{other}') ? other : null,
  };
}

const pick = (choices: readonly string[], random: () => number): string => choices[Math.floor(random() * choices.length)] ?? '';
