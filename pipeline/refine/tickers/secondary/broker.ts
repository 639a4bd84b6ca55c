/** Recognises a broker that is named for its rating of another company, which may not be in the directory. */
import { brokers } from './bystanders.ts';
import type { Alias } from '../find/alias-resolution.ts';
import type { TextContext } from '../find/text-context.ts';
import { wordSet } from '../../text/word-set.ts';

const STRONG_RATING =
  /^(?:upgrade[sd]?|upgrading|downgrade[sd]?|downgrading|initiate[sd]?|initiating|maintains?|reiterate[sd]?|reiterating|resumes|reinstates|reaffirms)$/;
/** Matches words between a broker and its rating, such as `still`, the rest of its name, or a day. */
const BETWEEN =
  /^(?:still|again|also|now|remains|stays|is|too|capital|markets|securities|research|nicolaus|weisel|robinson|humphrey|merrill|lynch|partners|company|co|group|isi|earlier|on|(?:mon|tues|wednes|thurs|fri)day)$/;
const BETWEEN_REACH = 4;
/** Words of news about the broker itself: `Citigroup resumes dividend`. */
const OWN_NEWS = wordSet('dividend dividends quarterly pay salaries bonuses jobs staff employees buyback offering fined eps gaap');
const OWN_NEWS_REACH = 5;
const RATED = /^(?:upgraded|downgraded|initiated|resumed|maintained|cut|raised|started)$/;

/** Returns whether a rating of the name before begins at this word: `JPMorgan upgraded to Buy at Citi`. */
const isRated = (lower: readonly string[], at: number): boolean =>
  RATED.test(lower[at] ?? '') && /^(?:to|at|by|from|on|after|in)$/.test(lower[at + 1] ?? '');

/** Returns whether the name is a broker before its rating: `Stifel Nicolaus Maintains Buy on`. */
export function isBystander({ words }: TextContext, alias: Alias, from: number, to: number): boolean {
  const { lower } = words;
  if (!brokers.has(alias.level === 'legal' ? alias.words.slice(0, -1).join(' ') : alias.text)) return false;
  let at = to;
  while (at < to + BETWEEN_REACH && BETWEEN.test(lower[at] ?? '')) at += 1;
  if (isRated(lower, at) && !/^(?:after|as|with)$/.test(lower[from - 1] ?? '')) return false;
  if (lower.slice(to, to + OWN_NEWS_REACH).some((word) => OWN_NEWS.has(word))) return false;
  return STRONG_RATING.test(lower[at] ?? '');
}
