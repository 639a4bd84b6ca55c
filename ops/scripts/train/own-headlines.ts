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
  crypto: list(`Crypto exchange suspends withdrawals | Token price doubles after listing | Ethereum jumps {n}% after upgrade | Stablecoin issuer to freeze tokens | Crypto lender files for bankruptcy | NFT sales plunge {n}% | Bitcoin miners sell coins as price drops | {self} to let customers pay in bitcoin | Dogecoin rallies after tweet | SEC sues crypto exchange over tokens | Crypto market wrap: bitcoin above {n},000 | Ether funds draw record inflows | Bitcoin slips below \${n},000 as traders cut risk | {self} buys more bitcoin for its treasury | Token holders vote on upgrade | Hackers drain \${n} million from crypto exchange | Senate passes stablecoin bill | Miners of bitcoin turn to data centers as halving bites | Dogecoin and shiba inu slump in memecoin selloff`),
  insider: list(`Insider purchase: {self} chief executive adds {n},000 shares | {self} director sells {n},000 shares | Insiders buy the dip at {self} | CFO sells stock worth {n} million | {self} CEO buys {n},000 shares | Form 4: {self} chairman acquires {n},000 shares | Insider selling: {self} president unloads shares | {self} CEO sells \${n} million of stock | {self} founder unloads shares worth \${n} million | Insiders load up on {self} stock | {self} insider sales top \${n} million | Director buys {n},000 shares of {self} on open market | Heirs sell {self} stock`),
  sector_analysis: list(`Homebuilders: sector preview | Insurance industry faces rising claims | Chip industry outlook darkens as demand cools | Airline stocks to own in a downturn: analyst picks | Top 5 stocks in the utilities sector | Auto industry sees slow recovery | What is ahead for the cannabis sector | Software sector valuations look stretched | Retail industry trends to watch | Airline industry faces glut of seats | Chip sector outlook: demand offsets weak autos | Homebuilders grapple with high rates | Utilities emerge as unlikely winners of data center boom | Carmakers brace for end of tax credit | Luxury goods industry heads for contraction | Office landlords see signs of recovery | Why analysts are bullish on biotech again | Defense industry ramps up as Europe rearms | Bank stocks: what higher rates mean for the sector`),
  technology: list(`Tutorial: writing a parser in Go | Episode {n}: tablets and pens | {self} ships new graphics processor | New open source database released | {self} unveils phone with folding screen | Security flaw found in popular browser | Review: the new laptop is fast but loud | {self} and {other} team up on chips for cloud servers | Machine learning library gets faster | {self} bets on artificial intelligence to revive its search business | {self} rolls out assistant to all users | Outage at {self} takes websites offline | {self} begins mass production of memory chips | Driverless taxis of {self} reach three more cities | {self} says next chip on track for next year | Hackers steal records of {n} million {self} customers | {self} delays headset as virtual reality losses mount | {self} opens its model to developers | {self} to build data center with {other} processors`),
  other: list(`{self}: Cheap For A Reason | {self}: Time To Sell | Three Dividend Stocks For Retirement | Council approves new library | {self} cut to hold at {broker} | {broker} Maintains Overweight on {self}, Raises Price Target to \${n} | {broker} Upgrades {self} to Buy | {broker} Downgrades {self} to Neutral | {broker} Initiates Coverage On {self} with Neutral Rating, Announces \${n} Price Target | {broker} reiterates buy on {self} | {self}: Fairly Valued | Is {self} A Buy Now? | Why I Own {self} | Local school wins science prize | Star sings at festival | Man held after shooting | {broker} upgrades {self} to overweight, lifts target to \${n} | {self} price target raised to \${n} at {broker} | {n} dividend stocks to buy and hold | Better buy: {self} vs. {other} | If you invested $1,000 in {self} ten years ago | {broker} Asset Management Has \${n} Million Stake in {self} (NYSE:XYZ) | {self} Shares Sold by {broker} Advisors LLC | {broker} Wealth Management LLC Trims Holdings in {self} | Prediction: this stock will double | Analysts see {n}% upside in {self} | {self} pill succeeds in late-stage trial | {self} vaccine misses goal in phase 3 study | How to retire early on a salary | {self}: The Market Is Missing The Point | Singer announces engagement | The best things to do in Lisbon | Team wins third title in a row | {self} brings back popular pizza`),
  market_movers: list(`Biggest gainers and losers this morning | Shares of chip makers sink | {self} shares fall {n}% | Wall Street ends lower as investors await data | Stocks mixed; oil and gold edge up | {n} Stocks Moving In Tuesday's Mid-Day Session | Futures point to higher open | {self} and {other} slide after export curbs; chip stocks gain | Dow falls {n} points as yields climb | Stocks tumble as tariffs rattle investors | {self} shares slump as inflation fears grow | {self} jumps {n}% premarket, {other} down | Miners rally as gold hits record | Oil majors rise with crude prices | Bank stocks sink after loss at {self} | {self} tumbles on report of probe | {self} slides as bitcoin retreats | Asian shares mixed before US jobs data | Stock futures slip ahead of Fed decision | {self} rises on demand for servers | Index ends at record as technology stocks rally | {self} drops after lockup ends`),
  earnings: list(`{self} quarterly profit tops forecasts | {self} to record charge for closing plant | {self} warns on full-year profit | {self} 4TH QTR NET | {self} INC YEAR LOSS | {self} SEES HIGHER YEAR EARNINGS | {self} first-half profit doubles | {self} EPS of \${n} beats by $0.0{n} | {self} Q3 Earnings Call Highlights | {self} to take charge against earnings | {self} revenue climbs {n}% on data center demand | {self} pulls outlook, citing trade war | {self} cuts sales forecast as shoppers pull back | {self} swings to profit on bitcoin gains | {self} revenue misses as crypto trading slows | {self} takes \${n} billion charge on delay | {self} profit falls on lower oil prices | {self} same-store sales drop again | {self} forecasts quarter above estimates | {self} warns of tariff hit to profit | {self} Q2 2025 Earnings Call Transcript | Earnings preview: {self} reports Thursday`),
  mergers_acquisitions: list(`{self} weighs sale of unit | {other} bids {n} a share for {self} | {self} spins off division | {self} RAISES {other} HOLDING | {self} BUYS {other} UNIT | {self} SELLS PLANT FOR {n} MLN DLRS | {self} raises offer for {other} | {self} says {other} merger on track | {self} to buy cloud startup {other} for \${n} billion | {self} snaps up chip designer {other} | {self} explores sale of lubricants unit | {self} to take over crypto exchange {other} | {self} and {other} complete grain trading merger | Activist builds \${n} billion stake in {self} | {self} lifts offer for {other} | {self} goes private in \${n} billion buyout | {self} rejects {other} bid | {self} sells {n}% of {other} | {self} to sell five hotels to {other} | {self} completes sale of stores | {self} says talks with suitors continue | {self} strikes deal for {other}`),
  macro_economy: list(`Exports fall for third month | Treasury sells {n} billion of bonds | BANK RAISES PRIME RATE TO {n} PCT | GNP GROWTH SEEN AT {n} PCT | TRADE SURPLUS WIDENS IN FEBRUARY | Bank of Japan intervenes to buy dollars | Retail sales rise {n}% | Money supply falls {n} billion | Foreign reserves rise in March | Finance minister says deficit will narrow | Consumer prices rise {n}% in April | Central bank holds key rate | Fed governor sees case for rate cut | Factory orders drop unexpectedly | Export orders jump on demand for chips | Jobless claims fall to {n},000 | Mortgage rates slip below {n}% | Current account surplus narrows | Yields climb after weak auction | Dollar weakens to three-year low | Economy shrinks {n}% in quarter | Agency strips country of top credit rating | Consumer sentiment sinks on tariff fears | President raises tariffs on imports of steel and cars | Budget gap widens as tax receipts fall | Country agrees loan with IMF | Home sales fall to lowest since 2010`),
  commodities: list(`Soybean harvest delayed by rain | Cotton futures slip | Oil inventories drop {n} million barrels | COFFEE QUOTA TALKS FAIL | OIL MINISTERS MEET ON OUTPUT | SUGAR CROP SEEN LOWER | Copper mine strike ends | Cattle slaughter estimated at {n},000 head | Refinery to shut crude unit | Grain shipments to Soviet Union rise | Rubber pact extended | Iron ore prices fall | Brent settles above \${n} as tensions rise | Gold hits record as dollar weakens | Cocoa futures plunge on better crops | Tanker rates soar as buyers rush for cargoes | Canal traffic recovers as shippers return | Crude stockpiles drop by {n} million barrels | Lithium prices slump as glut deepens | Wheat extends gains as harvest shrinks | Natural gas climbs on heat forecasts | Soybean exports dry up | OPEC+ agrees bigger output hike | Freight rates fall to five-month low | Gasoline prices hit lowest since 2021 | Copper stocks in warehouses fall | Farm bill raises wheat subsidies | Palm oil imports rise in May | Oil tax proposal splits ministers`),
  regulation: list(`Court upholds fine against {self} | Watchdog opens inquiry into {self} | Lawmakers vote on banking bill | FDA accepts {self} application | Antitrust case against {self} widens | Judge rules for {self} in patent case | Judge rules {self} broke antitrust law | {self} to plead guilty over crashes | Regulator drops lawsuit against {self} | FDA rejects {self} therapy | {self} recalls {n},000 trucks over loose panels | {self} fined \${n} million over money laundering | Watchdog clears merger of {self} and {other} with conditions | {self} loses bid to end lawsuits | Jury orders {self} to pay \${n} million | Agency caps bank fees | Former chief of crypto exchange appeals conviction | Prosecutors charge trader with fraud | {self} faces antitrust complaint in China`),
  corporate_actions: list(`{self} appoints finance chief | {self} launches secondary offering | {self} closes plant | {self} SETS 3-FOR-2 STOCK SPLIT | {self} hires {n},000 workers | {self} to repurchase shares | {self} declares dividend | {self} to cut {n},000 jobs | {self} ousts chief executive | {self} poaches {other} chief to be CEO | {self} authorizes \${n} billion buyback, raises dividend {n}% | {self} announces 10-for-1 stock split | {self} files for bankruptcy again | {self} sells \${n} billion of bonds | {self} sells shares to raise \${n} million | {self} to close {n} stores | {self} wins \${n} billion contract from Army | {self} suspends dividend to save cash | {self} receives delisting notice | {self} founder to retire; deputy takes over | {self} boosts dividend by a third | {self} lays off {n}% of staff`),
  ipo: list(`{self} sets terms for IPO | {self} files for IPO | {self} prices IPO at \${n} a share | {self} goes public through SPAC | {self} shares soar in debut | {self} files confidentially for listing | {self} targets \${n} billion valuation in IPO | {self} seeks to raise \${n} million in initial public offering | {self} soars {n}% in debut | {self} shifts listing plan to Hong Kong | {self} raises \${n} billion in upsized IPO | {self} IPO subscribed {n} times | {self} sets terms for \${n} million offering`),
  geopolitics: list(`Summit ends without deal | Parliament dissolved | Russia launches missiles at Ukraine | Sanctions on Iran tightened | Ceasefire talks resume | Election results contested | US widens curbs on chip exports to China | Drones hit capital in largest attack of war | Leaders meet for peace talks | EU agrees new sanctions on Russia | Navy seizes tanker | Rebels attack tanker in Red Sea | Government falls after no-confidence vote | Allies agree to spend more on defence | Prime minister calls snap election | China holds drills around Taiwan | President impeached over martial law | Troops cross border as truce ends`),
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
