/**
 * Bounds of the score that specification.md 2.1 states for kinds of headlines. The reader's score counts inside them: few labelled
 * headlines are deals, approvals or decisions of central banks, so it places these too near the middle.
 */
const BILLION = String.raw`(?:[$€£]|us\$|c\$|a\$)\s?\d[\d.,]*\s?-?(?:bn|bln|billion|b)\b`;
/** Deals and contracts of a billion or more, approvals of drugs, bankruptcies: the highest band. */
const PRIMARY = [
  String.raw`\b(?:to (?:buy|acquire|purchase)|agree[sd]? to (?:buy|acquire|merge)|(?:to be|agree[sd]? to be) (?:acquired|bought|taken private)|to go private)\b.{0,80}${BILLION}`,
  String.raw`\b(?:wins?|awarded|secures?|lands?)\b.{0,40}${BILLION}.{0,40}\b(?:contracts?|orders?)\b`,
  String.raw`\bfda approves\b(?!.{0,60}\b(?:trial|study|phase)\b)`,
  String.raw`\bfiles for (?:chapter 11|bankruptcy)\b`,
].map((says) => new RegExp(says, 'i'));
/** Rumours, questions, explanations and what follows from a fact are not the fact. */
const ONLY_TALK =
  /\b(?:near|nears|nearing|talks?|may|could|might|would|wants?|wanted|considers?|considering|weighs?|explores?|reportedly|reports?|sources?|said to|bids?|offers?|expected|forecast|likely|ahead of|before|preview|awaits?|will|why|how|what|after|surges?|jumps?|soars?|falls?|drops?|stakes?)\b|\?/i;
const PRIMARY_MIN = 9;
/** A lower score of the reader means that the same words report no such fact. */
const PRIMARY_READ_MIN = 6;

const STATISTIC =
  /\b(?:cpi|ppi|pce|gdp|pmi|payrolls?|inflation|unemployment|jobless claims|retail sales|industrial production|housing starts|wage growth|trade (?:balance|deficit|surplus)|(?:factory|durable goods) orders|(?:consumer|producer) prices)\b/i;
const FIGURE = /\d ?(?:%|percent|pct|k\b|mln|million)|\b(?:to|at) \d+\.\d\b/i;
const RATE_DECISION =
  /^(?:the )?(?:fed|fomc|federal reserve|ecb|european central bank|boe|boj|rba|rbnz|rbi|snb|bank of (?:england|japan|canada|korea|mexico)|riksbank|norges bank) (?:cuts|raises|hikes|lifts|lowers|holds|keeps|leaves|increases|trims)\b.{0,40}\b(?:rates?|bps|basis points)\b/i;
const NOT_RELEASED = /\b(?:expected to|forecast to|seen|likely|ahead of|before|preview|awaits?|will|may|could|why|how|what)\b|\?/i;
const RELEASE_MIN = 7;
const RELEASE_READ_MIN = 5;

/** Returns whether a headline gives a macro figure or a central bank's decision, neither awaited nor explained. */
export const isRelease = (title: string): boolean =>
  !NOT_RELEASED.test(title) && (RATE_DECISION.test(title) || (STATISTIC.test(title) && FIGURE.test(title)));

/** Solicitations by law firms, and reports on short interest. */
const USELESS =
  /\b(?:(?:shareholder|investor|stockholder) (?:alert|notice|reminder|deadline)|lead plaintiff|class period|losses in excess of|short interest)\b/i;
const LAW_FIRM = /\b(?:law firm|law offices|attorneys at law|llp|llc|p\.c\.)(?![a-z])/i;
const SOLICITED = /\b(?:investors|shareholders|stockholders)\b/i;
const isUseless = (title: string): boolean => USELESS.test(title) || (LAW_FIRM.test(title) && SOLICITED.test(title));
const USELESS_MAX = 2;

/** Articles on holdings that a quarterly form lists are derivative. */
const HOLDINGS = /\b13F\b/;
const HOLDINGS_MAX = 4;

/** Returns the score of a headline, of which the reader says whether a desk wants it, what it scores and whether it is on the economy. */
export function boundedScore(title: string, { isWanted, isMacro, read }: { isWanted: boolean; isMacro: boolean; read: number }): number {
  if (!isWanted || isUseless(title)) return Math.min(read, USELESS_MAX);
  if (HOLDINGS.test(title)) return Math.min(read, HOLDINGS_MAX);
  if (read >= PRIMARY_READ_MIN && !ONLY_TALK.test(title) && PRIMARY.some((says) => says.test(title))) return Math.max(read, PRIMARY_MIN);
  return isMacro && read >= RELEASE_READ_MIN && isRelease(title) ? Math.max(read, RELEASE_MIN) : read;
}
