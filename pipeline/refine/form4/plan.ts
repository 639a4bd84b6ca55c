/** Reads what footnotes and remarks say about a Rule 10b5-1 trading plan: that a trade was made under one, that it was not, or nothing. */

export type PlanStatement = 'under' | 'not' | null;

/**
 * Matches the rule as filers write it: 10b5-1, 10b-5-1, 10b5 -1, 10(b)(5)-1, 10b51, 10b5 1, with any dash or its broken
 * encoding, and with a letter for the last digit. "Rule 10b5. 1,000 shares" does not match.
 */
const rule = /10\s*\(?b\)?[^a-z0-9.;]{0,4}\(?5\)?(?:[^a-z0-9.;]{0,4}?|\.)\(?(?:1(?!\d|,\d)|[li](?![a-z0-9]))/i;
/** Matches a word for a purchase, a sale or another change of holdings. */
export const tradeWord =
  /\b(?:sales?|sold|sell(?:s|ing)?|purchases?|purchased|buys?|bought|transactions?|trades?|traded|dispositions?|disposed|acquired|acquisitions?)\b/i;
const link =
  /\b(?:pursuant to|under|in (?:accordance|compliance|conformity|connection) with|compl(?:y|ies|ied|iant|iance)|conforms?|satisf(?:y|ies|ied)|by|through|via|as part of|per|according to|in reliance (?:up)?on|established|required by)\b/i;
const plan = /\b(?:plans?|programs?|arrangements?|instructions?|agreements?)\b/i;
/**
 * Matches "Not made pursuant to", "outside of a plan", "other than pursuant to". Does not match "a plan that may not be
 * changed", nor a denial of something else in the sentence: "not a discretionary trade and made pursuant to", "without
 * further action, under".
 */
const denial =
  /\b(?:not|never|neither)\b(?:(?!\bmay not\b|\bcannot\b|\b(?:and|but|which|that|who)\b)[^.;,]){0,60}\b(?:pursuant to|under|subject to|covered by|part of|in (?:accordance|compliance|connection) with)\b|\b(?:outside(?: of)?|other than (?:pursuant to|under)|independent of|without)(?: [\w()’'“”"-]+){0,5}? (?:10\s*\(?b|plans?\b|programs?\b|arrangements?\b)/i;

/** Splits a footnote into sentences: a full stop in "Mr." or "No." ends none; one before a capital does. */
export const footnoteSentences = (text: string): readonly string[] =>
  text.split(/(?<=[^\sA-Z][.;])\s+(?=[A-Z(])(?<!\b(?:Mr|Ms|Mrs|Dr|No|Inc|Corp)\.\s)/);

/** Returns what a text says about a Rule 10b5-1 plan. */
export function planStatement(text: string): PlanStatement {
  if (!rule.test(text)) return null;
  const sentences = footnoteSentences(text);
  const about = sentences.filter((sentence) => rule.test(sentence));
  if (about.some((sentence) => denial.test(sentence) && tradeWord.test(sentence))) return 'not';
  if (about.some((sentence) => tradeWord.test(sentence) && link.test(sentence))) return 'under';
  // "The sales were made under a trading plan. The plan is intended to satisfy Rule 10b5-1."
  if (sentences.some((sentence) => tradeWord.test(sentence) && link.test(sentence) && plan.test(sentence) && !denial.test(sentence))) return 'under';
  return null;
}

const reportedHere = /\b(?:reported|reflected|disclosed|set forth)\b[^.]{0,60}\b(?:form|report|herein|filing)\b/i;
const selling = /\b(?:sales?|sold|sell(?:s|ing)?|dispositions?|disposed)\b/i;
const buying = /\b(?:purchases?|purchased|buys?|bought|acquired|acquisitions?)\b/i;

/** Reads a text that belongs to no row: it counts if it is about the form's trades on this side (purchases or sales). */
export function formWideStatement(text: string, side: 'A' | 'D'): PlanStatement {
  if (!reportedHere.test(text)) return null;
  const [sells, buys] = [selling.test(text), buying.test(text)];
  if (side === 'A' ? sells && !buys : buys && !sells) return null;
  return planStatement(text);
}
