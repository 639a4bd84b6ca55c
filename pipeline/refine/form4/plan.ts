/** Reads whether footnotes and remarks say that a trade was made under a Rule 10b5-1 trading plan, or that it was not. */

export type PlanStatement = 'under' | 'not' | null;

/** Matches the rule as filers write it: 10b5-1, 10b-5-1, 10(b)(5)-1, 10b51, 10b5-l. Does not match `Rule 10b5. 1,000 shares`. */
const rule = /10\s*\(?b\)?[^a-z0-9.;]{0,4}\(?5\)?(?:[^a-z0-9.;]{0,4}?|\.)\(?(?:1(?!\d|,\d)|[li](?![a-z0-9]))/i;
export const tradeWord =
  /\b(?:sales?|sold|sell(?:s|ing)?|purchases?|purchased|buys?|bought|transactions?|trades?|traded|dispositions?|disposed|acquired|acquisitions?)\b/i;
const link =
  /\b(?:pursuant to|under|in (?:accordance|compliance|conformity|connection) with|compl(?:y|ies|ied|iant|iance)|conforms?|satisf(?:y|ies|ied)|by|through|via|as part of|per|according to|in reliance (?:up)?on|established|required by)\b/i;
const plan = /\b(?:plans?|programs?|arrangements?|instructions?|agreements?)\b/i;
/**
 * Matches `not made pursuant to`, `outside of a plan`. Does not match `a plan that may not be changed`, nor a denial of something else: `not a
 * discretionary trade and made pursuant to`.
 */
const denial =
  /\b(?:not|never|neither)\b(?:(?!\bmay not\b|\bcannot\b|\b(?:and|but|which|that|who)\b)[^.;,]){0,60}\b(?:pursuant to|under|subject to|covered by|part of|in (?:accordance|compliance|connection) with)\b|\b(?:outside(?: of)?|other than (?:pursuant to|under)|independent of|without)(?: [\w()’'“”"-]+){0,5}? (?:10\s*\(?b|plans?\b|programs?\b|arrangements?\b)/i;

/** Splits a footnote into sentences, which end with a full stop or semicolon before a capital, but not after `Mr.` or `No.` */
export const footnoteSentences = (text: string): readonly string[] =>
  text.split(/(?<=[^\sA-Z][.;])\s+(?=[A-Z(])(?<!\b(?:Mr|Ms|Mrs|Dr|No|Inc|Corp)\.\s)/);

/** Returns what a text says about a Rule 10b5-1 plan; null when it says nothing of a trade. */
export function planStatement(text: string): PlanStatement {
  if (!rule.test(text)) return null;
  const sentences = footnoteSentences(text);
  const about = sentences.filter((sentence) => rule.test(sentence));
  if (about.some((sentence) => denial.test(sentence) && tradeWord.test(sentence))) return 'not';
  if (about.some((sentence) => tradeWord.test(sentence) && link.test(sentence))) return 'under';
  // For example: `The sales were made under a trading plan. The plan is intended to satisfy Rule 10b5-1.`
  if (sentences.some((sentence) => tradeWord.test(sentence) && link.test(sentence) && plan.test(sentence) && !denial.test(sentence))) return 'under';
  return null;
}

const reportedHere = /\b(?:reported|reflected|disclosed|set forth)\b[^.]{0,60}\b(?:form|report|herein|filing)\b/i;
const selling = /\b(?:sales?|sold|sell(?:s|ing)?|dispositions?|disposed)\b/i;
const buying = /\b(?:purchases?|purchased|buys?|bought|acquired|acquisitions?)\b/i;

/** Reads a text that belongs to none of the event's rows. It counts if it is about the form's trades on this side: acquired or disposed. */
export function formWideStatement(text: string, side: 'A' | 'D'): PlanStatement {
  if (!reportedHere.test(text)) return null;
  const [sells, buys] = [selling.test(text), buying.test(text)];
  if (side === 'A' ? sells && !buys : buys && !sells) return null;
  return planStatement(text);
}
