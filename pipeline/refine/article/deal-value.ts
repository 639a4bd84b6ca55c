/** Reads the value of a deal or payment, which bounds the score: companies make small ones every week (specification.md 2.1). */

const SUM =
  /(?:us\$|c\$|a\$|[$€£]) ?(\d[\d,]*(?:\.\d+)?)[ -]?(thousand|million|mln|mn|m|billion|bln|bn|b|trillion)?\b(?! ?(?:per|a|each) (?:share|unit)| (?:in|of) (?:\w+ ){0,2}(?:sales|revenues?|assets|deposits|debt|loans|cash flow|ebitda|earnings)\b)/gi;
const SCALES: Readonly<Record<string, number>> = { t: 1e3, m: 1e6, b: 1e9 };
/** Least sum that counts as a payment, and as a deal; a smaller one is a price per share or unit. */
const [PAYMENT_MIN, DEAL_MIN] = [1_000, 100_000] as const;

const scaleOf = (word: string): number => (word === 'trillion' ? 1e12 : (SCALES[word.charAt(0)] ?? 1));

/** Returns the greatest sum of money in a text, or null when it is below `least`. */
function greatestSum(text: string, least: number): number | null {
  const sums = Array.from(text.matchAll(SUM), ([, digits = '', scale = '']) => Number(digits.replaceAll(',', '')) * scaleOf(scale.toLowerCase()));
  const greatest = Math.max(0, ...sums);
  return greatest >= least ? greatest : null;
}

/** Returns the value of a deal, or null when the text states no sum of at least `DEAL_MIN`. */
export const dealValueIn = (text: string): number | null => greatestSum(text, DEAL_MIN);

const SMALL_DEAL = 100e6;
export const LARGE_DEAL = 1e9;

/** Returns the score of a deal by its value: 7, 8 from 100 million, 9 from a billion. */
export const dealScore = (value: number): number => (value < SMALL_DEAL ? 7 : value < LARGE_DEAL ? 8 : 9);

const PAYMENT = /\b(?:settle(?:s|d|ments?)?|fine[sd]?|penalty|penalties|buy-?backs?|repurchases?)\b/i;
const SMALL_PAYMENT = 10e6;

export function isSmallPayment(title: string): boolean {
  const sum = PAYMENT.test(title) ? greatestSum(title, PAYMENT_MIN) : null;
  return sum !== null && sum < SMALL_PAYMENT;
}
