/**
 * Generates news text from a seed. Common words are frequent, names and figures rare, so that it compresses like real news: zstd reduces
 * both to 0.36 of their size (level 3, blocks of 96 KB, compared with 103 article pages).
 */
import { randomOf } from '../../upstream/random.ts';

const words = `the to of and in for on with said company shares million quarter stock year revenue from its by as at percent growth market
per analysts earnings sales results billion expected higher after price share profit reported investors board announced chief executive
officer lower demand guidance rose fell outlook fiscal income margin operating cash deal acquisition merger agreement shareholders approval
regulators federal reserve inflation rates interest bond yields dollar oil crude gas energy gold copper supply production output plant
factory workers union strike contract drug trial patients treatment data phase approval device health care insurance bank lender loans credit
deposits capital ratio dividend buyback program offering notes convertible debt senior maturity refinancing software cloud platform customers
subscription users advertising chips semiconductor artificial intelligence servers network wireless spectrum launch product device smartphone
vehicle electric battery charging deliveries recall safety investigation lawsuit settlement court judge ruling appeal patent license royalty
technology research development spending budget forecast consensus estimate beat missed topped raised cut reiterated upgrade downgrade target
rating buy hold sell neutral outperform overweight underweight analyst note wrote clients firm partner fund hedge activist stake board seat
proxy vote annual meeting director resigned appointed successor transition restructuring layoffs costs savings efficiency charge impairment
goodwill asset sale divestiture spinoff unit segment division region north america europe asia china japan india tariffs trade exports imports
customs policy election government congress senate bill tax incentive subsidy climate emissions renewable solar wind nuclear utility grid power
rail shipping freight logistics airline passengers capacity routes fuel hotel travel leisure casino retail stores traffic comparable inventory
discount consumer confidence housing starts mortgage builder construction materials steel aluminum chemicals fertilizer agriculture grain wheat
corn soybeans food beverage restaurant franchise brand marketing apparel luxury pharmacy biotech vaccine therapy oncology diabetes obesity rare
disease commission filing form disclosed statement insider purchase transaction ownership beneficial trust foundation pension endowment index
futures options volatility volume trading session record high low close open premarket gains losses rally selloff rebound correction momentum
sentiment risk appetite liquidity leverage exposure hedge currency yen euro pound emerging sovereign default restructure lender bailout stimulus
unemployment payrolls wages labor participation productivity manufacturing services survey purchasing managers orders durable goods retail
industrial utilization capacity trucks parcels warehouses automation robots sensors satellites rockets defense aerospace contract awarded navy
army missile drones cybersecurity breach ransomware privacy antitrust commissioner complaint remedy consent decree monitor compliance audit
accounting restatement auditor control weakness material disclosure whistleblower penalty fine settlement admitted denied allegations prosecutors
indicted pleaded guilty sentenced custody wallet exchange token stablecoin mining hash blockchain ledger protocol validator staking yield airdrop`.split(
  /\s+/,
);

export interface Dice {
  /** Returns a whole number from 0 to `sides` - 1. */
  readonly roll: (sides: number) => number;
  readonly sentence: (length: number) => string;
  readonly word: () => string;
  readonly digits: (length: number) => string;
}

/** Returns a generator that gives the same texts for the same seed. */
export function openDice(seed: number): Dice {
  const random = randomOf(seed, 'text', 0);
  const roll = (sides: number): number => Math.floor(random() * sides);
  const letters = (length: number): string => Array.from({ length }, () => String.fromCharCode(97 + roll(26))).join('');
  const word = (): string => words[Math.floor(words.length * random() ** 1.3)] ?? 'the';
  /** Returns a word; one in five is a random name or figure. */
  const spoken = (): string => (roll(5) > 0 ? word() : roll(2) === 0 ? letters(4 + roll(5)) : `${roll(1_000)}.${roll(100)}`);
  const sentence = (length: number): string => {
    const text = Array.from({ length }, spoken).join(' ');
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  };
  return { roll, word, sentence, digits: (length) => Array.from({ length }, () => roll(16).toString(16)).join('') };
}
