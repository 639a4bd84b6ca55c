/**
 * Bounds of the score that specification.md 2.1 states for kinds of headlines. The reader's score counts inside them: few labelled
 * headlines are deals, approvals or decisions of central banks, so it places these too near the middle.
 */
import type { Category } from '#schemas/vocabulary.ts';
import type { Reading } from '../reader/reading.ts';
import { dealScore, dealValueIn, isSmallPayment, LARGE_DEAL } from './deal-value.ts';
import { reportsHoldings } from './holdings.ts';

const BILLION = String.raw`(?:[$€£]|us\$|c\$|a\$)\s?[1-9][\d.,]*\s?-?(?:bn|bln|billion|b)\b`;
/** Deals and contracts of a billion or more, approvals of drugs, bankruptcies: the highest band. */
const PRIMARY = [
  String.raw`\b(?:to (?:buy(?! back)|acquire|purchase)|agree[sd]? to (?:buy|acquire|merge)|(?:to be|agree[sd]? to be) (?:acquired|bought|taken private)|to go private)\b.{0,80}${BILLION}`,
  String.raw`\b(?:wins?|awarded|secures?|lands?)\b.{0,40}${BILLION}.{0,40}\b(?:contracts?|orders?)\b`,
  String.raw`\bfda approves\b(?!.{0,60}\b(?:trial|study|phase)\b)`,
  String.raw`\bfiles for (?:chapter 11|bankruptcy)\b`,
].map((says) => new RegExp(says, 'i'));
/** Rumours, denials, questions, explanations and what follows from a fact are not the fact. */
const ONLY_TALK =
  /\b(?:den(?:y|ies|ied)|no plans?|not|rule[sd]? out|near|nears|nearing|talks?|may|could|might|would|wants?|wanted|considers?|considering|weighs?|explores?|reportedly|reports?|sources?|said to|bids?|offers?|expected|forecast|likely|ahead of|before|preview|awaits?|will|why|how|what|after|surges?|jumps?|soars?|falls?|drops?|stakes?)\b|\?/i;
const PRIMARY_MIN = 9;
/** A lower score of the reader means that the same words report no such fact. */
const PRIMARY_READ_MIN = 6;

const STATISTIC =
  /\b(?:cpi|ppi|pce|gdp|pmi|payrolls?|inflation|unemployment|jobless claims|job openings|retail sales|industrial production|housing starts|wage growth|trade (?:balance|deficit|surplus)|(?:factory|durable goods) orders|(?:consumer|producer) prices)\b/i;
const FIGURE = /\d ?(?:%|percent|pct|k\b|mln|million)|\b(?:to|at) \d+\.\d\b/i;
const RATE_DECISION =
  /^(?:the )?(?:fed|fomc|federal reserve|ecb|european central bank|boe|boj|boc|rba|rbnz|rbi|snb|bank of (?:england|japan|canada|korea|mexico)|riksbank|norges bank) (cuts|raises|hikes|lifts|lowers|holds|keeps|leaves|increases|trims)\b.{0,40}\b(?:rates?|bps|basis points)\b/i;
const MINUTES = /^(?:the )?(?:fed|fomc|federal reserve)(?:['’]s)?(?: meeting)? minutes (?:show|reveal|signal|say|suggest|indicate|point)/i;
/** Forecasts, explanations and what a central bank's officials say. */
const NOT_RELEASED =
  /\b(?:(?:expected|forecast) to (?!\d)|expects?|forecasts an?|predict(?:s|ed)|risks?|prospect|seen|likely|ahead of|before|preview|awaits?|will|may|could|why|how|what|(?:fed|ecb|boe|boj|rba|rbi)['’]s)\b|\?/i;
const RELEASE_MIN = 7;
/** A lower score of the reader means that the same words report no release. */
const RELEASE_READ_MIN = 6;

/** Returns the verb of a central bank's decision on its rates, `cuts`; null where the headline reports none. */
export const rateDecisionIn = (title: string): string | null => (NOT_RELEASED.test(title) ? null : (RATE_DECISION.exec(title)?.[1] ?? null));
/** Returns whether a headline reports a central bank's decision on rates. */
export const isRateDecision = (title: string): boolean => rateDecisionIn(title) !== null;

/** Returns whether a headline gives a macro figure, a central bank's decision or the Federal Reserve's minutes. What is awaited or explained is not released. */
export const isRelease = (title: string): boolean =>
  isRateDecision(title) || MINUTES.test(title) || (!NOT_RELEASED.test(title) && STATISTIC.test(title) && FIGURE.test(title));

/** Returns the macro statistic that a headline reports, `payrolls`; null where it names none, or one that is awaited or explained. */
export const statisticIn = (title: string): string | null => (NOT_RELEASED.test(title) ? null : (STATISTIC.exec(title)?.[0] ?? null));

const SHORT_INTEREST = /\bshort interest\b/i;
/** A move of the price that short interest explains is news of the move. */
const EXPLAINED_MOVE =
  /\b(?:(?:jump|surg|soar|rall|climb|gain|rocket|squeez|plung|s[iua]nk|tumbl|slid|f[ae]ll)\w*|up|down|ris(?:es|ing)|rose)\b.{0,60}(?:[;,]|\b(?:as|amid|on|with|despite|after)\b).{0,40}\bshort interest\b/i;

/** Returns whether a headline reports short interest, which measures bets on the price and is not news about the company. */
export const reportsShortInterest = (title: string): boolean => SHORT_INTEREST.test(title) && !EXPLAINED_MOVE.test(title);

/** A law firm; one that is called only a firm has a name in capitals, as in "The Dunmore Firm", which no proxy or investment firm has. */
const LAW_FIRM = String.raw`(?:law firm|law offices|llp|llc|p\.c\.|(?-i:(?:The|THE) (?:[A-Z][\w'’&.-]* ){1,4}(?:Firm|FIRM))),?`;
const CLASS_ACTION = String.raw`(?:securities |shareholder )?(?:fraud )?class action`;
/** Solicitations by law firms. */
const SOLICITS = [
  String.raw`\b(?:(?:shareholder|investor|stockholder) (?:alert|notice|reminder|deadline)|lead plaintiff|class period|losses in excess of)\b`,
  String.raw`\b${LAW_FIRM} (?:encourages|reminds|notifies|urges|alerts|investigates|is investigating|(?:announces|continues|commences) (?:an? |its |the )?(?:securities )?investigation|(?:announces|files) (?:an? |the |that an? |the filing of an? )?${CLASS_ACTION})\b`,
  String.raw`\b(?:encourages|reminds|notifies|alerts|urges) [^;:]{0,60}?\b(?:investors|shareholders|stockholders|purchasers)\b[^;:]{0,100}?\b(?:class action|with losses|counsel)\b`,
].map((says) => new RegExp(says, 'i'));

/** Returns whether a headline solicits clients or reports short interest, which no desk wants. */
export const isUseless = (title: string): boolean => reportsShortInterest(title) || SOLICITS.some((says) => says.test(title));
const USELESS_MAX = 2;

/** Articles on holdings that a quarterly list names are derivative. */
const [HOLDINGS_MIN, HOLDINGS_MAX] = [3, 4];

/** Minor news of a company. */
const MINOR_MAX = 6;

const TARGET = /\b(?:price target|target price|pt (?:raised|lifted|upped|increased|cut|lowered|reduced|to|at))\b/i;
/** A new rating, or the reason for a new target, makes more of it. */
const RATING_OR_THESIS =
  /\b(?:(?:up|down)grad\w+|initiat\w+|starts?|resum\w+|double|(?:cut|raised|lifted|lowered) to (?!(?:[a-z]{1,3})?[$€£¥]?\d))|\$[\d.,]+ (?:from \$[\d.,]+,? )?(?:on|as|citing|amid|after)\b/i;
const movesTargetOnly = (title: string): boolean => TARGET.test(title) && !RATING_OR_THESIS.test(title);

/** A new rating with its reason is an action with a thesis. */
const RATED_WITH_THESIS = /\b(?:up|down)grad(?:es|ed)\b.{0,80}?\b(?:(?:as|citing|amid|after|because)\b|on (?!\w{3,6}day\b)) ?\w/i;
const THESIS_MIN = 7;
/** A lower score of the reader means that the same words report no such action. */
const THESIS_READ_MIN = 6;

const PERIOD = String.raw`(?:(?:[\w-]+-quarter|q[1-4]|quarterly|fiscal|first|second|third|fourth|quarter|full|half|year|annual|\d{4}) ){0,4}`;
/** Headlines on results that are awaited. */
const AWAITED = new RegExp(
  String.raw`\b(?:preview|previewing|(?:expected|set|due|scheduled|likely|slated|poised) to (?:report|post|announce)|seen (?:reporting|posting)|to report ${PERIOD}(?:results|earnings)|(?:earnings|results) (?:loom|on (?:tap|deck))|what (?:to expect|wall street expects)|ahead of ${PERIOD}(?:earnings|results))\b`,
  'i',
);
const AWAITED_MAX = 4;

/** A trading desk wants a headline from this chance on. */
export const WANTED_MIN = 0.5;

/** Returns the score of a headline that the reader has read; `category`: the one that it is served in. */
export function readScore(
  title: string,
  { wanted, category: kind, score: read }: Pick<Reading, 'wanted' | 'category' | 'score'>,
  category: Category = kind.value,
): number {
  if (isUseless(title)) return Math.min(read, USELESS_MAX);
  if (reportsHoldings(title)) return Math.min(Math.max(read, HOLDINGS_MIN), HOLDINGS_MAX);
  if (wanted < WANTED_MIN) return Math.min(read, USELESS_MAX);
  if (read >= PRIMARY_READ_MIN && !ONLY_TALK.test(title) && PRIMARY.some((says) => says.test(title))) return Math.max(read, PRIMARY_MIN);
  if (isSmallPayment(title) || movesTargetOnly(title)) return Math.min(read, MINOR_MAX);
  if (read >= THESIS_READ_MIN && RATED_WITH_THESIS.test(title)) return Math.max(read, THESIS_MIN);
  if (category === 'earnings' && AWAITED.test(title)) return Math.min(read, AWAITED_MAX);
  if (category === 'macro_economy') return read >= RELEASE_READ_MIN && isRelease(title) ? Math.max(read, RELEASE_MIN) : read;
  const value = category === 'mergers_acquisitions' ? dealValueIn(title) : null;
  return value === null || value >= LARGE_DEAL ? read : Math.min(read, dealScore(value));
}
