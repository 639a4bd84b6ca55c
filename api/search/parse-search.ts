/**
 * Parses the text of a search: words, quoted phrases, exclusions (`-word`, `-"a phrase"`), and OR between two of them. Every text is valid;
 * a misplaced operator is ignored.
 */
import { isStopWord, wordsOf } from '#clickhouse/search/words.ts';

export interface Unit {
  /** Text as written, without quotes and minus. */
  readonly text: string;
  /** Words as in the index, stop words included. */
  readonly words: readonly string[];
  readonly isPhrase: boolean;
}

export interface SearchUnits {
  /** Units in one list are joined by OR. */
  readonly wanted: readonly (readonly Unit[])[];
  readonly excluded: readonly Unit[];
}

type Token = { readonly kind: 'or' } | { readonly kind: 'unit'; readonly unit: Unit; readonly isExcluded: boolean };

const quotes = new Set(['"', '“', '”', '„', '«', '»']);
const isBlank = (character: string): boolean => /\s/.test(character);

/** Returns the parts of a search text. Parts with only stop words are omitted. */
export function parseSearch(text: string): SearchUnits {
  const wanted: Unit[][] = [];
  const excluded: Unit[] = [];
  let joins = false;
  for (const token of tokensOf(text)) {
    if (token.kind === 'or') {
      joins = wanted.length > 0;
      continue;
    }
    const isNothing = token.unit.words.every(isStopWord);
    if (token.isExcluded) {
      if (!isNothing) excluded.push(token.unit);
    } else if (!isNothing) {
      if (joins) wanted.at(-1)!.push(token.unit);
      else wanted.push([token.unit]);
    }
    joins = false;
  }
  return { wanted, excluded };
}

function* tokensOf(text: string): Generator<Token, void, undefined> {
  let at = 0;
  while (at < text.length) {
    if (isBlank(text[at]!)) {
      at += 1;
      continue;
    }
    const isExcluded = text[at] === '-' && at + 1 < text.length && !isBlank(text[at + 1]!);
    if (isExcluded) at += 1;
    const isPhrase = quotes.has(text[at]!);
    if (isPhrase) at += 1;
    const from = at;
    // An unclosed phrase extends to the end of the text. A quote inside a word ends the word.
    while (at < text.length && !quotes.has(text[at]!) && (isPhrase || !isBlank(text[at]!))) at += 1;
    const own = text.slice(from, at).trim();
    if (isPhrase) at += 1;
    if (own === '') continue;
    if (!isPhrase && !isExcluded && (own === 'OR' || own === '|')) yield { kind: 'or' };
    else if (isPhrase || own !== 'AND')
      yield { kind: 'unit', isExcluded, unit: { text: own, words: wordsOf(own).map(({ term }) => term), isPhrase } };
  }
}
