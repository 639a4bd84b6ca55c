/** Rewrites text in capitals in mixed case: a whole headline, and runs of capitals in prose, such as names. */
import { headlineCase } from '../form4/names.ts';

const isCapitals = (text: string): boolean => /[A-Z]{4}/.test(text) && !/[a-z]{2}/.test(text);
/** Matches three or more words in capitals. The caller requires a long word, which excludes a row of initials. */
const run = /(?<![\p{L}\d&.'’/-])(?:[A-Z][A-Z\d&.'’/-]*,? ){2,}[A-Z][A-Z\d&.'’/-]*(?![\p{Ll}])/gu;

/** Returns the text in mixed case. The first two words of `company` get its spelling where the text has them in capitals. */
export function inOrdinaryCase(text: string, company: string): string {
  if (isCapitals(text)) return headlineCase(text);
  const plain = text.replace(run, (words) => (/[A-Z]{4}/.test(words) ? headlineCase(words) : words));
  const words = company.split(/[\s,]+/).filter((word) => /[a-z]/.test(word) && word.length > 2);
  const [first, second] = words;
  if (first === undefined || second === undefined) return plain;
  return plain.replaceAll(`${first} ${second}`.toUpperCase(), `${first} ${second}`);
}
