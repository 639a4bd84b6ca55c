/** Recognises a broker that is named for its rating of another company, which the directory may lack, and the source of figures. */
import type { Words } from '../../text/words.ts';
import { brokers } from './bystanders.ts';
import type { Alias } from '../find/alias-resolution.ts';
import type { TextContext } from '../find/reading.ts';
import { wordSet } from '../../text/word-set.ts';

const STRONG_RATING =
  /^(?:upgrade[sd]?|upgrading|downgrade[sd]?|downgrading|initiate[sd]?|initiating|maintains?|reiterate[sd]?|reiterating|resumes|reinstates|reaffirms)$/;
/** Matches a house's change of a price target, within `TARGET_REACH` words, and the heading of a list of these. */
const MOVES_TARGET = /^(?:raises|raising|lowers|lowering|increases|increasing|decreases|cuts|cutting)\b.* (?:pt|price target|target to)\b/;
const TARGET_CHANGES = /^(?:pt|price target) changes\b/;
const TARGET_REACH = 4;

/** Matches what may stand between a house and its rating: `Citi still sees`, the rest of its name, when it spoke. */
const BETWEEN =
  /^(?:still|again|also|now|remains|stays|is|too|capital|markets|securities|research|nicolaus|weisel|robinson|humphrey|merrill|lynch|partners|company|co|group|isi|earlier|on|(?:mon|tues|wednes|thurs|fri)day)$/;
const BETWEEN_REACH = 4;
/** Words of a broker's own news: `Citigroup resumes dividend`. */
const OWN_NEWS = wordSet('dividend dividends quarterly pay salaries bonuses jobs staff employees buyback offering fined eps gaap');
const OWN_NEWS_REACH = 5;
const RATED = /^(?:upgraded|downgraded|initiated|resumed|maintained|cut|raised|started)$/;

/** Whether a rating of the name before it begins at this word: `JPMorgan upgraded to Buy at Citi`. */
const isRated = ({ lower }: Pick<Words, 'lower'>, at: number): boolean =>
  RATED.test(lower[at] ?? '') && /^(?:to|at|by|from|on|after|in)$/.test(lower[at + 1] ?? '');

/** Whether it is the source of figures: `ADP report shows`, `according to Redfin`, `… - Zillow survey`. */
function isSource(words: Words, from: number, to: number): boolean {
  if (words.lower[from - 1] === 'to' && words.lower[from - 2] === 'according') return true;
  return (
    STUDIES.has(words.lower[to] ?? '') &&
    /^(?:['’]s)?\s$/.test(words.text.slice(words.end[to - 1], words.start[to])) &&
    (to + 1 >= words.lower.length || FINDS.has(words.lower[to + 1] ?? ''))
  );
}
const STUDIES = wordSet('survey surveys poll study report data index research analysis');
const FINDS = wordSet(
  'says said shows show finds find found suggests suggest reveals reveal warns predicts indicates indicate focuses points sees signals',
);

/** Whether it is a source, or a broker before its rating or target: `Stifel Nicolaus Maintains Buy on`, `Citi PT Changes`. */
export function isBystander({ words }: TextContext, alias: Alias, from: number, to: number): boolean {
  if (isSource(words, from, to)) return true;
  const { lower } = words;
  if (!brokers.has(alias.level === 'legal' ? alias.words.slice(0, -1).join(' ') : alias.text)) return false;
  let at = to;
  while (at < to + BETWEEN_REACH && BETWEEN.test(lower[at] ?? '')) at += 1;
  if (isRated({ lower }, at) && !/^(?:after|as|with)$/.test(lower[from - 1] ?? '')) return false;
  if (lower.slice(to, to + OWN_NEWS_REACH).some((word) => OWN_NEWS.has(word))) return false;
  const rest = lower.slice(at, at + TARGET_REACH).join(' ');
  return STRONG_RATING.test(lower[at] ?? '') || MOVES_TARGET.test(rest) || TARGET_CHANGES.test(rest);
}
