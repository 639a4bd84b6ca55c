/** Decides whether a company that only the lead names is a subject: leads also name outlets, platforms and companies in passing. */
import type { Words } from '../../text/words.ts';
import { precedesChange } from '../find/text-context.ts';
import { companyWords, firmWords } from '../homonyms/homonyms.ts';
import type { Mention } from '../mention.ts';
import { attributionWords, brokers, publishers, ratingWords } from './bystanders.ts';
import { areInOneList } from './secondary-mentions.ts';

/** Number of words within which a lead reports the event. */
const REACH = 45;

/** Matches words before a subject: `chipmaker Nvidia`. */
const BEFORE_SUBJECTS =
  /^(?:maker|chipmaker|automaker|carmaker|planemaker|drugmaker|retailer|giant|owner|parent|operator|insurer|lender|bank|airline|miner|rival|supplier|startup|company|firm|group|conglomerate|brewer|exchange)$/;
/** Matches words before `of` or `in` and a subject: `shares of Boeing`. */
const OWNED = /^(?:shares|stake|stakes|stock|takeover|acquisition|purchase|buyout|ipo)$/;
const AUXILIARY = /^(?:is|was|has|had|will|would|may|could|plans|said|says|to)$/;
const OF_COINS =
  /^(?:price|prices|is|was|has|had|broke|traded|trades|trading|hit|fell|rose|rallied|dropped|down|up|etf|etfs|futures|network|holders|investors)$/;

/** Returns the subjects. `hasOther`: the headline names a company. A verb after a list (`Exxon, Chevron and Walmart rose`) counts for all. */
export function subjectsOfLead(words: Words, mentions: readonly Mention[], hasOther: boolean): Mention[] {
  const subjects: Mention[] = [];
  for (const mention of mentions.toReversed()) {
    const after = subjects[0];
    if (isSubjectOfLead(words, mention, hasOther) || (after !== undefined && areInOneList(words, mention, after))) subjects.unshift(mention);
  }
  return subjects;
}

function isSubjectOfLead(words: Words, mention: Mention, hasOther: boolean): boolean {
  const { kind, from, to } = mention;
  if (kind === 'exchange' || kind === 'cashtag') return true;
  const after = words.text.slice(words.end[to - 1], words.start[to] ?? words.text.length);
  if (kind === 'symbol' && after.startsWith(')')) return true;
  if (from > REACH) return false;
  let at = nextWord(words, to);
  if (/^(?:also|still|again|now|both|all)$/.test(words.lower[at] ?? '')) at += 1;
  const next = words.lower[at] ?? '';
  if (precedesChange(words, to) || (OWNED.test(words.lower[from - 2] ?? '') && /^(?:of|in)$/.test(words.lower[from - 1] ?? ''))) return true;
  if (kind === 'symbol') return /^(?:stock|stocks|shares|etf|etfs)$/.test(next);
  if (kind === 'crypto') return OF_COINS.test(next) || companyWords.has(next);
  const name = mention.text.toLowerCase();
  const isQuoted = brokers.has(name) && (ratingWords.has(next) || attributionWords.has(words.lower[from - 1] ?? ''));
  if (isQuoted || publishers.has(name)) return firmWords.has(next);
  const isBeside = /^(?:['’]s?)?,?\s+(?:\([^()]{1,30}\)\s|(?:also|still|again|now|both|all)\s)?$/.test(
    words.text.slice(words.end[to - 1], words.start[at] ?? words.text.length),
  );
  if (isBeside && companyWords.has(next)) return true;
  // `Apple’s second-quarter profit`
  if (/^['’]/.test(after) && [at + 1, at + 2].some((other) => firmWords.has(words.lower[other] ?? ''))) return true;
  if (BEFORE_SUBJECTS.test(words.lower[from - 1] ?? '')) return true;
  return (
    !hasOther &&
    isFirstOfSentence(words, from) &&
    ((isBeside && AUXILIARY.test(next)) || /^,\s+(?:the|an?|which|whose)\s/.test(words.text.slice(words.end[to - 1])))
  );
}

/** Returns the index of the word after a name and a symbol in brackets that may follow it. */
function nextWord({ text, start, end }: Words, to: number): number {
  const close = /^(?:['’]s)?\s*\([^()]{1,30}\)/.exec(text.slice(end[to - 1], (end[to - 1] ?? 0) + 40));
  if (close === null) return to;
  const past = (end[to - 1] ?? 0) + close[0].length;
  let at = to;
  while (at < start.length && (start[at] ?? 0) < past) at += 1;
  return at;
}

const isFirstOfSentence = ({ text, start, end }: Words, at: number): boolean =>
  at === 0 || /[.!?:]["”)]?\s+$/.test(text.slice(end[at - 1], start[at]));
