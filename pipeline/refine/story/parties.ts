/** Finds the names in a title that identify a deal: the other side of a purchase, contract, lawsuit or partnership, or a product. */
import { readList } from '../tickers/data/read-list.ts';
import { isDictionaryWord } from '../tickers/homonyms/namesakes.ts';
import { wordTest, type Lexeme } from '../text/lexeme.ts';
import { casingOf, shape, type Words } from '../text/words.ts';
import { namesCountry, TITLE_WORDS_MAX } from './scope.ts';
import { isTemplate } from './template-words.ts';

const testOf = (words: string): ((lexeme: Lexeme) => boolean) => {
  const set: ReadonlySet<string> = new Set(words.split(' '));
  return ({ word }) => set.has(word);
};

/** Words before a party, with at most a description between them: `buys rival Foo`, `contract with Foo`, `the drug foomab`. */
// prettier-ignore
const isBefore = testOf('with by from against buy buys buying bought acquire acquires acquired acquiring purchase purchases sue sues suing picks selects approves clears licenses drug pill vaccine therapy treatment antibody medicine');
const DESCRIPTION_MAX = 4;
/** Prepositions before a party, each with words that must precede it: `acquisition of Foo`, `sells its arm to Foo`. */
const prepositions: readonly (readonly [is: (lexeme: Lexeme) => boolean, after: (lexeme: Lexeme) => boolean])[] = [
  [testOf('of'), testOf('acquisition purchase takeover buyout sale')],
  [testOf('in'), testOf('stake stakes interest shares holding invest invests investment')],
  [testOf('for'), testOf('bid offer deal')],
  [testOf('over'), testOf('lawsuit suit sued sues fine fined fines probe probed case')],
  [testOf('to'), testOf('sell sells selling sale supply supplies')],
];
const REACH = 6;
/** Words after a party: `wins Navy contract`. */
const isAfter = testOf(
  'contract contracts order orders deal pact agreement partnership venture settlement lawsuit suit loan bid bids offer offers approach',
);
const isJoining = testOf('and');
/** Agencies decide on every drug and car, so that their names do not separate two events. */
const isAgency = testOf('fda ema sec ftc doj nhtsa faa fcc eu fed cma');
/** Offices, which are not parties: `Acme sues CEO`. */
const offices = readList('offices');

/** Least letters of a name, because a shorter word may abbreviate a field (`AI`), and of a name without a capital (`danuglipron`). */
const [NAME_MIN, COINED_MIN] = [3, 6] as const;
const isCoined = wordTest((word) => word.length >= COINED_MIN && /^[a-z]+$/.test(word) && !isDictionaryWord(word));

/** Returns the indexes of words that name a party. `company` has the words of the article's own companies. */
export function partyWords(words: Words, company: ReadonlySet<string>): ReadonlySet<number> {
  const found = new Set<number>();
  const { lexemes, shapes } = words;
  const isSentence = casingOf(words) === 'sentence';
  const end = Math.min(lexemes.length, TITLE_WORDS_MAX);
  const isCompany = (at: number): boolean => company.has(lexemes[at]?.word ?? '');
  const isName = (at: number): boolean => {
    const lexeme = lexemes[at];
    if (lexeme === undefined || lexeme.number !== null || lexeme.isKind) return false;
    if (company.has(lexeme.word)) return true;
    if (lexeme.word.length < NAME_MIN || isTemplate(words, at) || isAgency(lexeme) || offices.has(lexeme.word)) return false;
    const isCapital = ((shapes[at] ?? 0) & shape.startsUpper) !== 0;
    if (lexeme.perMillion === 0) return isCapital || isCoined(lexeme);
    return isSentence && at > 0 && isCapital;
  };
  for (let from = 0; from < end; from += 1) {
    if (!isName(from)) continue;
    let to = from + 1;
    while (to < end && isName(to) && isJoined(words, to)) to += 1;
    const run = Array.from({ length: to - from }, (_, i) => from + i);
    const others = run.filter((at) => !isCompany(at));
    const isOfCompany = others.length > 0 && others.length < run.length;
    // The first name acts, unless it is a country: its authorities act on every company.
    const isActor = from === 0 && !run.every((at) => namesCountry(lexemes[at]!));
    if (isOfCompany || isActor || isBeside(words, { from, to }, isName)) {
      const rare = others.filter((at) => lexemes[at]?.perMillion === 0);
      for (const at of rare.length > 0 ? rare : others.length > 0 ? others : run) found.add(at);
    }
    from = to - 1;
  }
  return found;
}

/** Returns whether only a space, a sign of names or a possessive is between a word and the one before it. */
const isJoined = (words: Words, at: number): boolean => JOINED.test(between(words, at));
const JOINED = /^(?:['’]s)?(?: | & |-)$/;
const COMMA = /^, $/;
const between = ({ text, start, end }: Words, at: number): string => text.slice(end[at - 1], start[at]);

function isBeside(words: Words, { from, to }: { readonly from: number; readonly to: number }, isName: (at: number) => boolean): boolean {
  const { lexemes } = words;
  const [before, after] = [lexemes[from - 1], lexemes[to]];
  if (after !== undefined && isAfter(after) && isJoined(words, to)) return true;
  if (before === undefined) return false;
  if (isName(from - 1)) return COMMA.test(between(words, from));
  if (isJoining(before) && isName(from - 2)) return true;
  for (const [is, hasBefore] of prepositions) if (is(before)) return lexemes.slice(Math.max(0, from - 1 - REACH), from - 1).some(hasBefore);
  for (let at = from - 1; at >= 0 && at >= from - 1 - DESCRIPTION_MAX; at -= 1) {
    const lexeme = lexemes[at];
    if (lexeme === undefined || lexeme.number !== null || isName(at) || !isJoined(words, at + 1)) return false;
    if (isBefore(lexeme)) return true;
  }
  return false;
}
