/** Finds the brokers whose view a title gives: `Nike cut at Barclays`. Views of two brokers are two events, however similar the words. */
import { hashText } from '../text/hash.ts';
import type { Words } from '../text/words.ts';
import { attributionWords, brokers, ratingWords } from '../tickers/secondary/bystanders.ts';
import { wordSet } from '../text/word-set.ts';

export interface Rater {
  readonly from: number;
  /** Number of words of the name and its parts. */
  readonly length: number;
  /** Hash, equal for all names of one broker. */
  readonly term: number;
}

const WORDS_MAX = Math.max(...[...brokers].map((name) => name.split(' ').length));
const firstWords: ReadonlySet<string> = new Set([...brokers].map((name) => name.split(' ')[0] ?? ''));
const lettersOf = (name: string): string => name.replaceAll(/[^a-z&]/g, '');

/** Terms by name: the hash of the shortest name of the broker, one for `J.P. Morgan` and `JPMorgan Chase`. */
const termOf = new Map(
  [...brokers].map((name) => {
    const letters = lettersOf(name);
    const shortest = [...brokers].map(lettersOf).filter((other) => letters.startsWith(other)); // prettier-ignore
    return [name, hashText(`rater ${shortest.toSorted((a, b) => a.length - b.length)[0] ?? letters}`)];
  }),
);

/** Words allowed between a name and its rating: `BMO Capital Markets ups`, `UBS Investment Research raises`. */
const partsOfNames = wordSet('& co company capital markets securities investment research group partners genuity analyst analysts');
const BETWEEN_MAX = 3;
const changes: ReadonlySet<string> = new Set(['reduces', 'reduced', 'increases', 'increased', 'removes', 'moves', 'resumes']);
const isRating = (word: string): boolean => ratingWords.has(word) || changes.has(word);

/** Returns the raters in a title. `company` has the words of the article's own companies, whose news is not a view on another company. */
export function ratersIn({ lower }: Words, company: ReadonlySet<string>): readonly Rater[] {
  const found: Rater[] = [];
  for (let from = 0; from < lower.length; from += 1) {
    if (!firstWords.has(lower[from] ?? '') || company.has(lower[from] ?? '')) continue;
    const rater = raterAt(lower, from);
    if (rater === null) continue;
    found.push(rater);
    from += rater.length - 1;
  }
  return found;
}

function raterAt(lower: readonly string[], from: number): Rater | null {
  for (let length = Math.min(WORDS_MAX, lower.length - from); length > 0; length -= 1) {
    const term = termOf.get(lower.slice(from, from + length).join(' '));
    if (term === undefined) continue;
    let next = from + length;
    while (next < from + length + BETWEEN_MAX && partsOfNames.has(lower[next] ?? '')) next += 1;
    const isView = isRating(lower[next] ?? '') || attributionWords.has(lower[from - 1] ?? '');
    return isView ? { from, length: next - from, term } : null;
  }
  return null;
}
