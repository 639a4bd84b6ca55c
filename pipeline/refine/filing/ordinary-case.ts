/** Rewrites capitals in the text of a filing in the letters of a sentence or a name: a whole headline, and runs of capitals in prose, as of names. */
import { headlineCase } from '../form4/names.ts';

const isCapitals = (text: string): boolean => /[A-Z]{4}/.test(text) && !/[a-z]{2}/.test(text);
/** Three words or more in capitals, one of them long: no row of initials. */
const run = /(?<![\p{L}\d&.'’/-])(?:[A-Z][A-Z\d&.'’/-]*,? ){2,}[A-Z][A-Z\d&.'’/-]*(?![\p{Ll}])/gu;

/** `company`: as it is to be written; its words in capitals get its letters. */
export function inOrdinaryCase(text: string, company: string): string {
  if (isCapitals(text)) return headlineCase(text);
  const plain = text.replace(run, (words) => (/[A-Z]{4}/.test(words) ? headlineCase(words) : words));
  const words = company.split(/[\s,]+/).filter((word) => /[a-z]/.test(word) && word.length > 2);
  const [first, second] = words;
  if (first === undefined || second === undefined) return plain;
  return plain.replaceAll(`${first} ${second}`.toUpperCase(), `${first} ${second}`);
}
