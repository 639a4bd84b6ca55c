/** Bounds the reader's score for kinds of headlines that are rare in its training data, as specification.md 2.1 states. */
import type { Category } from '#schemas/vocabulary.ts';
import type { Reading } from '../reader/reading.ts';
import { isPlain } from '../tickers/homonyms/plain-words.ts';
import { dealScore, dealValueIn, isSmallPayment, LARGE_DEAL } from './deal-value.ts';
import { reportsHoldings } from './holdings.ts';
import { rejectsBid } from './rejected-bid.ts';

const BILLION = String.raw`(?:[$€£]|us\$|c\$|a\$)\s?[1-9][\d.,]*\s?-?(?:bn|bln|billion|b)\b`;
/** Deals and contracts of a billion or more, approvals of drugs, bankruptcies: the highest band. */
const PRIMARY = [
  String.raw`\b(?:to (?:buy(?! back)|acquire|purchase)|agree[sd]? to (?:buy|acquire|merge)|(?:to be|agree[sd]? to be) (?:acquired|bought|taken private)|to go private)\b.{0,80}${BILLION}`,
  String.raw`\b(?:wins?|awarded|secures?|lands?)\b.{0,40}${BILLION}.{0,40}\b(?:contracts?|orders?)\b`,
  String.raw`\bfda approves\b(?!.{0,60}\b(?:trial|study|phase)\b)`,
  String.raw`\bfiles for (?:chapter 11|bankruptcy)\b`,
].map((says) => new RegExp(says, 'i'));
/** Words of rumours, denials, questions, explanations and consequences, none of which is the fact itself. */
const ONLY_TALK =
  /\b(?:den(?:y|ies|ied)|no plans?|not|rule[sd]? out|near|nears|nearing|talks?|may|could|might|would|wants?|wanted|considers?|considering|weighs?|explores?|reportedly|reports?|sources?|said to|bids?|offers?|expected|forecast|likely|ahead of|before|preview|awaits?|will|why|how|what|after|surges?|jumps?|soars?|falls?|drops?|stakes?)\b|\?/i;
const PRIMARY_MIN = 9;
/** Least score of the reader at which words may set the score; below it the same words report no such fact. */
const READ_MIN = 6;

const STATISTIC =
  /\b(?:cpi|ppi|pce|gdp|pmi|payrolls?|inflation|unemployment|jobless claims|job openings|retail sales|industrial production|housing starts|wage growth|trade (?:balance|deficit|surplus)|(?:factory|durable goods) orders|(?:consumer|producer) prices)\b/i;
const FIGURE = /\d ?(?:%|percent|pct|k\b|mln|million)|\b(?:to|at) \d+\.\d\b/i;
const BANK = String.raw`fed|fomc|federal reserve|ecb|european central bank|boe|boj|boc|rba|rbnz|rbi|snb|bank of (?:england|japan|canada|korea|mexico|israel|thailand|indonesia)|reserve bank of (?:australia|new zealand|india)|swiss national bank|riksbank|norges bank|(?:[\p{L}.]{2,20}(?:['’]s?)? ){0,2}central bank`;
const DECIDES = 'cuts|raises|hikes|lifts|lowers|holds|keeps|leaves|maintains|stands pat|increases|trims';
/** Words allowed between verb and rate. Others belong to another noun: `raises forecasts but keeps rates`. */
const OF_RATE = String.raw`(?:its|the|an?|key|main|benchmark|policy|official|interest|lending|borrowing|deposit|cash|re(?:verse )?po|overnight|bank|target|refinancing|discount|prime|loan|federal|fed|funds|short-term|one-week|one-year|five-year|all|both|three|us|uk|u\.s\.|euro[- ]zone|by|on|pat|steady|unchanged|another|quarter|half|full|percentage|point|further|again|surprise|emergency|\d[\d.]*)`;
/** Matches a decision on rates, but not forecasts of rates by the bank. */
const RATE_DECISION = new RegExp(
  String.raw`^(?:the )?(?:${BANK}) (?:[^,;]{1,60}? (?:and|but) )?(${DECIDES}) (?:${OF_RATE} ){0,6}(?:rates?|bps|basis points)\b(?![- ](?:cuts?|hikes?|increases?|rises?|forecasts?|outlook|path|projections?|expectations?|odds|bets)\b)`,
  'iu',
);
/** `RBA surprises markets with rate cut`. */
const SURPRISE_DECISION = new RegExp(
  String.raw`^(?:the )?(?:${BANK}) (?:surprises|stuns|shocks) (?:[\w-]{2,20} ){0,2}with (?:${OF_RATE} ){0,5}rate (cut|hike|increase|rise)\b(?![- ](?:signals?|hints?|calls?|talk|forecasts?|outlook|path|projections?|expectations?|odds|bets)\b)`,
  'iu',
);
const MINUTES = /^(?:the )?(?:fed|fomc|federal reserve)(?:['’]s)?(?: meeting)? minutes (?:show|reveal|signal|say|suggest|indicate|point)/i;
/** Words of forecasts, and of remarks by officials of central banks. */
const NOT_RELEASED =
  /\b(?:(?:expected|forecast) to (?!\d)|expects?|forecasts an?|predict(?:s|ed)|risks?|prospect|seen|likely|ahead of|before|preview|awaits?|will|may|could|(?:fed|ecb|boe|boj|rba|rbi)['’]s)\b/i;
const EXPLAINED = /\b(?:why|how|what|predict(?:s|ed)|preview)\b|\?/i;
const isReleased = (says: string): boolean => !NOT_RELEASED.test(says) && !EXPLAINED.test(says);
const RELEASE_MIN = 7;

export interface RateDecision {
  readonly verb: string;
  readonly sense: 'raised' | 'cut' | 'unchanged';
}

const LIFTS = /^(?:raises|hikes|lifts|increases|hike|increase|rise)$/i;
const LEAVES = /^(?:holds|keeps|leaves|maintains|stands pat)$/i;

/** Returns a central bank's decision on its rates, or null when the headline reports none. Risks named after the decision do not matter. */
export function rateDecisionIn(title: string): RateDecision | null {
  const [says, verb] = RATE_DECISION.exec(title) ?? SURPRISE_DECISION.exec(title) ?? [];
  if (says === undefined || verb === undefined || NOT_RELEASED.test(says) || EXPLAINED.test(title)) return null;
  return { verb, sense: LIFTS.test(verb) ? 'raised' : LEAVES.test(verb) ? 'unchanged' : 'cut' };
}

export const isRateDecision = (title: string): boolean => rateDecisionIn(title) !== null;

/** Returns whether a headline gives a macro figure, a central bank's decision or the Fed's minutes, neither awaited nor explained. */
export const isRelease = (title: string): boolean =>
  isRateDecision(title) || MINUTES.test(title) || (isReleased(title) && STATISTIC.test(title) && FIGURE.test(title));

/** Returns the macro statistic that a headline reports, such as `payrolls`. Null when it names none, only awaits it, or explains it. */
export const statisticIn = (title: string): string | null => (isReleased(title) ? (STATISTIC.exec(title)?.[0] ?? null) : null);

const SHORT_INTEREST = /\bshort interest\b/i;
/** Matches a move of the price that short interest explains, which is news. */
const EXPLAINED_MOVE =
  /\b(?:(?:jump|surg|soar|rall|climb|gain|rocket|squeez|plung|s[iua]nk|tumbl|slid|f[ae]ll)\w*|up|down|ris(?:es|ing)|rose)\b.{0,60}(?:[;,]|\b(?:as|amid|on|with|despite|after)\b).{0,40}\bshort interest\b/i;

/** Returns whether a headline reports short interest, which measures bets on the price and is not news about the company. */
export const reportsShortInterest = (title: string): boolean => SHORT_INTEREST.test(title) && !EXPLAINED_MOVE.test(title);

/** Matches a law firm: `The Dunmore Firm`, which has a name, but not `The Proxy Advisory Firm`, which has a trade. */
const LAW_FIRM = String.raw`(?:law firm|law offices|llp|llc|p\.c\.|(?-i:(?:The|THE) (?:[A-Z][\w'’&.-]* ){0,3}(?<name>(?!Law\b|LAW\b)[A-Z][\w'’&.-]*) (?:Firm|FIRM))),?`;
const CLASS_ACTION = String.raw`(?:securities |shareholder )?(?:fraud )?class action`;
/** Matches solicitations by law firms, but not a board that urges to drop a class action, or a company that names a general counsel. */
const SOLICITS = [
  String.raw`\b(?:(?:shareholder|investor|stockholder) (?:alert|notice|reminder|deadline)(?: \w+){0,2}(?: by\b|:| [-–—])|opportunity to lead\b|lead plaintiff (?:deadline|window|position|role)|class period)`,
  String.raw`\b${LAW_FIRM} (?:encourages|reminds|notifies|urges|alerts|investigates|is investigating|(?:announces|continues|commences) (?:an? |its |the )?(?:securities )?investigation|(?:announces|files) (?:an? |the |that an? |the filing of an? )?${CLASS_ACTION})\b`,
  String.raw`\b(?:encourages?|reminds?|notif(?:y|ies)|alerts?|urges?) [^;:]{0,60}?\b(?:investors|shareholders|stockholders|purchasers)\b[^;:]{0,100}?\b(?:(?:of|in|about|to|that) (?:(?:an?|the|pending) ){0,2}${CLASS_ACTION}|with (?:\w+ )?losses|(?:secure|seek|contact|retain) counsel)\b`,
].map((says) => new RegExp(says, 'i'));

const solicits = (title: string): boolean =>
  SOLICITS.some((says) => {
    const found = says.exec(title);
    const name = found?.groups?.['name'];
    return found !== null && (name === undefined || !isPlain(name.toLowerCase()));
  });

/** Returns whether a headline solicits clients or reports short interest, which no desk wants. */
export const isUseless = (title: string): boolean => reportsShortInterest(title) || solicits(title);
const USELESS_MAX = 2;

const [HOLDINGS_MIN, HOLDINGS_MAX] = [3, 4];

const MINOR_MAX = 6;

const TARGET = /\b(?:price target|target price|pt (?:raised|lifted|upped|increased|cut|lowered|reduced|to|at))\b/i;
/** Matches a new rating, or a reason for the new target. Either is bigger news than the target alone. */
const RATING_OR_THESIS =
  /\b(?:(?:up|down)grad\w+|initiat\w+|starts?|resum\w+|double|(?:cut|raised|lifted|lowered) to (?!(?:[a-z]{1,3})?[$€£¥]?\d))|\$[\d.,]+ (?:from \$[\d.,]+,? )?(?:on|as|citing|amid|after)\b/i;
const movesTargetOnly = (title: string): boolean => TARGET.test(title) && !RATING_OR_THESIS.test(title);

const RATED_WITH_THESIS = /\b(?:up|down)grad(?:es|ed)\b.{0,80}?\b(?:(?:as|citing|amid|after|because)\b|on (?!\w{3,6}day\b)) ?\w/i;
const THESIS_MIN = 7;

const PERIOD = String.raw`(?:(?:[\w-]+-quarter|q[1-4]|quarterly|fiscal|first|second|third|fourth|quarter|full|half|year|annual|\d{4}) ){0,4}`;
const AWAITED = new RegExp(
  String.raw`\b(?:preview|previewing|(?:expected|set|due|scheduled|likely|slated|poised) to (?:report|post|announce)|seen (?:reporting|posting)|to report ${PERIOD}(?:results|earnings)|(?:earnings|results) (?:loom|on (?:tap|deck))|what (?:to expect|wall street expects)|ahead of ${PERIOD}(?:earnings|results))\b`,
  'i',
);
const AWAITED_MAX = 4;

export const WANTED_MIN = 0.5;

const REJECTED_BID = 8;

/** Returns the score of a headline from the reader's answer. `category` is the one that is served. */
export function readScore(
  title: string,
  { wanted, category: kind, score: read }: Pick<Reading, 'wanted' | 'category' | 'score'>,
  category: Category = kind.value,
): number {
  if (isUseless(title)) return Math.min(read, USELESS_MAX);
  if (reportsHoldings(title)) return Math.min(Math.max(read, HOLDINGS_MIN), HOLDINGS_MAX);
  if (wanted < WANTED_MIN) return Math.min(read, USELESS_MAX);
  if (read >= READ_MIN && !ONLY_TALK.test(title) && PRIMARY.some((says) => says.test(title))) return Math.max(read, PRIMARY_MIN);
  if (isSmallPayment(title) || movesTargetOnly(title)) return Math.min(read, MINOR_MAX);
  if (read >= READ_MIN && RATED_WITH_THESIS.test(title)) return Math.max(read, THESIS_MIN);
  if (category === 'earnings' && AWAITED.test(title)) return Math.min(read, AWAITED_MAX);
  if (category === 'macro_economy') return read >= READ_MIN && isRelease(title) ? Math.max(read, RELEASE_MIN) : read;
  if (category === 'mergers_acquisitions' && read >= READ_MIN && rejectsBid(title)) return REJECTED_BID;
  const value = category === 'mergers_acquisitions' ? dealValueIn(title) : null;
  return value === null || value >= LARGE_DEAL ? read : Math.min(read, dealScore(value));
}
