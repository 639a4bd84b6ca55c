/** Recognises a broker, publisher or source of figures that is named for what it says of another company, not for its own news. */
import { startsUpper, type Words } from '../../text/words.ts';
import { attributionWords, brokers, buyers, publishers, ratingWords } from './bystanders.ts';
import type { Alias } from '../find/alias-resolution.ts';
import type { TextContext } from '../find/reading.ts';
import { wordSet } from '../../text/word-set.ts';

const STRONG_RATING =
  /^(?:upgrade[sd]?|upgrading|downgrade[sd]?|downgrading|initiate[sd]?|initiating|maintains?|reiterate[sd]?|reiterating|resumes|reinstates|reaffirms)$/;
/** Matches a house's change of a price target, within `TARGET_REACH` words, and the heading of a list of these. */
const MOVES_TARGET = /^(?:raises|raising|lowers|lowering|increases|increasing|decreases|cuts|cutting)\b.* (?:pt|price target|target to)\b/;
const TARGET_CHANGES = /^(?:pt|price target) changes\b/;
const TARGET_REACH = 4;

/** Words of a broker's own news: `Bank of America raises dividend`. */
const OWN_NEWS = wordSet('dividend dividends quarterly pay salaries bonuses jobs staff employees buyback offering fined eps gaap');
const OWN_NEWS_REACH = 5;
const BETWEEN = /^(?:still|again|also|now|remains|stays|is|too|capital|markets|securities|research)$/;
/** Matches the rest of a house's name, and when it spoke. It counts only before a rating, since a company may have this name, too. */
const HOUSE = /^(?:nicolaus|weisel|robinson|humphrey|merrill|lynch|partners|company|co|group|isi|earlier|on|(?:mon|tues|wednes|thurs|fri)day)$/;
const HOUSE_REACH = 4;
const RATED = /^(?:upgraded|downgraded|initiated|resumed|maintained|cut|raised|started)$/;

const TAKES = /^(?:merger|acquired|acquisition|bought|sold|sale|buyout|takeover|private|backed|owned)$/;

/** Whether it is the publisher of the text: ` - CNN`, ` | Fox News`, `(CNN)`, `CNN’s Cooper: …`, `tells CNN`. */
function isPublisher(words: Words, { text }: Alias, from: number, to: number): boolean {
  if (!publishers.has(text)) return false;
  const before = words.text.slice(words.end[from - 1] ?? 0, words.start[from]);
  const after = words.text.slice(words.end[to - 1], words.start[to] ?? words.text.length);
  if (words.lower.length - to <= 1 && /(?:\s[-–—|]\s*|\|\s*)$/.test(before)) return true;
  if (before.endsWith('(') && /^[)/]/.test(after)) return true;
  if (PLATFORMS.has(text)) return false;
  if (ON_AIR.has(words.lower[from - 1] ?? '') || words.lower[to] === 'news') return true;
  return /^['’]s\s$/.test(after) && startsUpper(words.raw[to] ?? '') && words.text.indexOf(':', words.end[to - 1]) > 0;
}
/** Platforms that publish others' works, and are in the news themselves. */
const PLATFORMS: ReadonlySet<string> = new Set(['google', 'youtube', 'yahoo', 'hbo']);
const ON_AIR: ReadonlySet<string> = new Set(['tells', 'told', 'on', 'via', 'telling', 'photo', 'image', 'images', 'courtesy']);

/** Whether it is the source of figures: `ADP report shows`, `according to Redfin`, `… - Zillow survey`. */
function isSource(words: Words, from: number, to: number): boolean {
  if (words.lower[from - 1] === 'to' && words.lower[from - 2] === 'according') return true;
  return (
    STUDIES.has(words.lower[to] ?? '') &&
    /^(?:['’]s)?\s$/.test(words.text.slice(words.end[to - 1], words.start[to])) &&
    (to + 1 >= words.lower.length || FINDS.has(words.lower[to + 1] ?? ''))
  );
}
const STUDIES: ReadonlySet<string> = new Set(['survey', 'surveys', 'poll', 'study', 'report', 'data', 'index', 'research', 'analysis']);
const FINDS = wordSet(
  'says said shows show finds find found suggests suggest reveals reveal warns predicts indicates indicate focuses points sees signals',
);

/** Whether a rating of the name before it begins at this word: `JPMorgan upgraded to Buy at Citi`. */
export const isRated = ({ lower }: Pick<Words, 'lower'>, at: number): boolean =>
  RATED.test(lower[at] ?? '') && /^(?:to|at|by|from|on|after|in)$/.test(lower[at + 1] ?? '');

export function isBystander({ words }: TextContext, alias: Alias, from: number, to: number): boolean {
  if (isPublisher(words, alias, from, to) || isSource(words, from, to)) return true;
  const name = alias.level === 'legal' ? alias.words.slice(0, -1).join(' ') : alias.text;
  if (!brokers.has(name)) return false;
  // `Citi still sees`, `BMO Capital Markets ups`: the words between are skipped.
  let at = to;
  while (at < to + 2 && BETWEEN.test(words.lower[at] ?? '')) at += 1;
  const next = words.lower[at] ?? '';
  if (isRated(words, at) && !/^(?:after|as|with)$/.test(words.lower[from - 1] ?? '')) return false;
  if (words.lower.slice(to, to + OWN_NEWS_REACH).some((word) => OWN_NEWS.has(word))) return false;
  if (STRONG_RATING.test(next) || rates(words, to)) return true;
  // `merger with Blackstone`
  if (buyers.has(name) && TAKES.test(words.lower[from - 2] ?? '')) return false;
  if (attributionWords.has(words.lower[from - 1] ?? '')) return true;
  // `at Credit Suisse, J.P. Morgan`
  if (
    words.text.slice(words.end[from - 1] ?? 0, words.start[from]) === ', ' &&
    words.lower.slice(Math.max(0, from - 4), from).some((word) => word === 'at' || word === 'by')
  )
    return true;
  const before = words.text.slice(words.end[from - 1] ?? 0, words.start[from]);
  // ` - Goldman`, ` - Morgan Stanley's Wilson`.
  const after = words.lower.length - to;
  // `Goldman and Citi`, but `Blackstone and Hudson Pacific`.
  if (next === 'and' && !brokers.has(words.lower[at + 1] ?? '') && !brokers.has(words.lower.slice(at + 1, at + 3).join(' '))) return false;
  return ratingWords.has(next) || (after === 0 && /[-–—:,]\s*$/.test(before)) || (after <= 2 && /\s[-–—]\s*$/.test(before));
}

/** Whether a rating or target follows: `Stifel Nicolaus Maintains Buy on`, `Citi Raising Its Price Target On`, `Citi PT Changes`. */
export function rates({ lower }: Words, to: number): boolean {
  let at = to;
  while (at < to + HOUSE_REACH && (BETWEEN.test(lower[at] ?? '') || HOUSE.test(lower[at] ?? ''))) at += 1;
  if (isRated({ lower }, at)) return false;
  const next = lower[at] ?? '';
  const rest = lower.slice(at, at + TARGET_REACH).join(' ');
  return STRONG_RATING.test(next) || MOVES_TARGET.test(rest) || TARGET_CHANGES.test(rest);
}
