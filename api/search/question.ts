/**
 * Converts a parsed search to a question for the index. Each word, phrase or company name becomes a group that a row has to match. A company
 * also matches by its tickers.
 */
import type { Alternative, Group, Question } from '#clickhouse/search/question.ts';
import { tickerTerm } from '#clickhouse/search/postings.ts';
import { isStopWord } from '#clickhouse/search/words.ts';
import { searchTermsMax } from '#schemas/cursor.ts';
import { isBounded, type TickerSpan } from '#schemas/ticker-spans.ts';
import type { SymbolDirectory } from '../symbols/directory.ts';
import type { CompanyNames } from './company-names.ts';
import type { SearchUnits, Unit } from './parse-search.ts';

export interface Interpretation {
  readonly question: Question;
  /** Spans of the tickers of each company that did not always have all of them. */
  readonly spans: readonly TickerSpan[];
  /** Tickers of companies whose name or ticker may be an ordinary word, with that word (`withoutUnlikelyTickers`). */
  readonly uncertain: readonly { readonly word: string; readonly ticker: string }[];
  readonly leftOut: readonly string[];
}

/** Limits of a search. The mask must also have bits for terms of the filter. */
const [groupsMax, excludedMax, tickersMax, termsMax] = [16, 8, 6, searchTermsMax - 24] as const;
const nameWordsMax = 5;

interface KnownNames {
  readonly symbols: Pick<SymbolDirectory, 'tickersFor'>;
  readonly names: CompanyNames;
}

/** Returns the question, with at most 16 groups and 8 exclusions; further words are in `leftOut`. */
export function readQuestion(parsed: SearchUnits, { symbols, names }: KnownNames): Interpretation {
  const spans: TickerSpan[] = [];
  const uncertain: { word: string; ticker: string }[] = [];
  const tickersOf = (symbol: string): Alternative[] => {
    const spansOfSymbol = symbols.tickersFor(symbol).slice(0, tickersMax);
    if (spansOfSymbol.some(isBounded)) spans.push(...spansOfSymbol);
    return [...new Set(spansOfSymbol.map(({ ticker }) => ticker))].map((ticker) => ({ label: ticker, terms: [tickerTerm(ticker)], phrase: null }));
  };

  const alternativesOf = (unit: Unit): Alternative[] => {
    const own = textAlternatives(unit);
    if (unit.isPhrase) return own;
    const symbol = names.byTicker(unit.text.replace(/^\$/, '')) ?? names.byName(unit.text);
    if (symbol === null) return own;
    const tickers = tickersOf(symbol);
    if (unit.text.startsWith('$')) return tickers;
    const [word] = unit.words;
    // Capitals, or more than one word, indicate that the company is meant.
    const isSure = word === undefined || unit.words.length > 1 || /^[A-Z][A-Z.-]+$/.test(unit.text);
    if (!isSure) uncertain.push(...tickers.map(({ terms }) => ({ word, ticker: terms[0]! })));
    return [...own, ...tickers];
  };

  const groups: Group[] = [];
  const leftOut: string[] = [];
  const terms = new Set<string>();
  const meanings = new Set<string>();
  const add = (labels: readonly string[], given: readonly Alternative[]): void => {
    const byMeaning = new Map(given.toReversed().map((alternative) => [meaningOf(alternative), alternative]));
    const alternatives = given.filter((alternative) => byMeaning.get(meaningOf(alternative)) === alternative);
    // Repeated words count once. Otherwise a row with only `rate` would match half of `rate rate fed`.
    const meaning = [...byMeaning.keys()].toSorted().join();
    if (alternatives.length === 0 || meanings.has(meaning)) return;
    meanings.add(meaning);
    const more = alternatives.flatMap((alternative) => alternative.terms).filter((term) => !terms.has(term));
    if (groups.length === groupsMax || terms.size + more.length > termsMax) leftOut.push(...labels);
    else {
      for (const term of more) terms.add(term);
      groups.push({ labels, alternatives });
    }
  };
  const wanted = parsed.wanted;
  for (let at = 0; at < wanted.length;) {
    const company = longestName(wanted, at, names);
    if (company !== null) {
      add([company.text], [...textAlternatives({ text: company.text, words: company.words, isPhrase: false }), ...tickersOf(company.symbol)]);
      at += company.length;
      continue;
    }
    const units = wanted[at]!;
    add([...new Set(units.map(({ text }) => text))], units.flatMap(alternativesOf)); // prettier-ignore
    at += 1;
  }
  const excluded = parsed.excluded.slice(0, excludedMax).flatMap((unit) => {
    const isTicker = !unit.isPhrase && /^\$?[A-Z][A-Z.-]*$/.test(unit.text);
    const symbol = isTicker ? names.byTicker(unit.text.replace(/^\$/, '')) : null;
    return [...textAlternatives(unit).slice(0, 1), ...(symbol === null ? [] : [{ label: symbol, terms: [tickerTerm(symbol)], phrase: null }])];
  });
  leftOut.push(...parsed.excluded.slice(excludedMax).map(({ text }) => `-${text}`));
  return { question: { groups, excluded: withinMask(excluded, terms) }, spans, uncertain, leftOut };
}

const meaningOf = ({ terms, phrase }: Alternative): string => JSON.stringify([terms, phrase]);

/** Returns the alternatives for a unit's words. A unit of two or three words, such as one with a hyphen, also matches as one word. */
function textAlternatives({ text, words, isPhrase }: Unit): Alternative[] {
  const terms = [...new Set(words.filter((word) => !isStopWord(word)))].slice(0, 16);
  if (terms.length === 0) return [];
  const spelled: Alternative = { label: text, terms, phrase: isPhrase && words.length > 1 ? words : null };
  return isPhrase || words.length === 1 || words.length > 3 ? [spelled] : [spelled, { label: text, terms: [words.join('')], phrase: null }];
}

/** Returns the longest company name of at least two units that begins at `at`, with its number of units; null if no name begins there. */
function longestName(
  wanted: SearchUnits['wanted'],
  at: number,
  names: CompanyNames,
): { readonly text: string; readonly words: readonly string[]; readonly symbol: string; readonly length: number } | null {
  const units: Unit[] = [];
  for (const joined of wanted.slice(at, at + nameWordsMax)) {
    if (joined.length > 1 || joined[0]!.isPhrase) break;
    units.push(joined[0]!);
  }
  for (let length = units.length; length > 1; length -= 1) {
    const own = units.slice(0, length);
    const text = own.map((unit) => unit.text).join(' ');
    const symbol = names.byName(text);
    if (symbol !== null) return { text, words: own.flatMap(({ words }) => words), symbol, length };
  }
  return null;
}

/** Returns the exclusions whose terms fit into the mask together with those of the search. */
function withinMask(excluded: readonly Alternative[], wanted: ReadonlySet<string>): Alternative[] {
  const terms = new Set(wanted);
  return excluded.filter((alternative) => {
    for (const term of alternative.terms) terms.add(term);
    return terms.size <= termsMax;
  });
}

/** Difference in weight (`weighTerms`) of two terms, if one is four times as frequent as the other. */
const fourfold = 16 * Math.log(4);

/**
 * Returns the question without uncertain tickers whose word is much more frequent than the ticker: `gold` then means the metal and not the
 * company. `weightOf` returns the weight of a term.
 */
export function withoutUnlikelyTickers({ question, uncertain }: Interpretation, weightOf: (term: string) => number): Question {
  const unlikely = new Set(uncertain.filter(({ word, ticker }) => weightOf(ticker) > weightOf(word) + fourfold).map(({ ticker }) => ticker));
  if (unlikely.size === 0) return question;
  const groups = question.groups.map((group) => {
    const kept = group.alternatives.filter(({ terms }) => !unlikely.has(terms[0]!));
    return kept.length === 0 ? group : { ...group, alternatives: kept };
  });
  return { ...question, groups };
}

const loosened = (alternative: Alternative): Alternative =>
  alternative.phrase === null ? alternative : { ...alternative, phrase: null, apart: alternative.label.split(/\s+/) };

export const withoutPhrases = (question: Question): Question => ({
  ...question,
  groups: question.groups.map((group) => ({ ...group, alternatives: group.alternatives.map(loosened) })),
});

export const hasPhrases = ({ groups }: Question): boolean => groups.some(({ alternatives }) => alternatives.some(({ phrase }) => phrase !== null));
