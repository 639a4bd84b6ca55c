/** Marks companies in passing: a broker beside the company that it rates, the other side of a contract, a comparison. */
import { wordTest } from '../../text/lexeme.ts';
import type { Words } from '../../text/words.ts';
import { rejectsBid } from '../../article/rejected-bid.ts';
import { precedesChange } from '../find/text-context.ts';
import { brokers } from './bystanders.ts';
import type { Mention } from '../mention.ts';
import { wordSet } from '../../text/word-set.ts';

/** Matches words of deals and disputes, in which neither side is in passing. */
const DEAL =
  /^(?:acqui\w*|merg\w*|buyouts?|takeovers?|bids?|stakes?|spin\w*|sues?|sued|lawsuits?|suit|offers?|tender|buy|buys|buying|bought|sells?|sold|selling|invest(?:s|ed|ing)?|jv|joint|ventures?|joins?|deal|partner\w*|purchas\w*)$/;
const TAKEOVER =
  /^(?:acqui\w*|merg\w*|buyouts?|takeovers?|bids?|stakes?|spin\w*|sues?|sued|lawsuits?|offer|tender|buy|buys|bought|purchas\w*|invest(?:s|ed|ing)?)$/;

const isDealWord = wordTest((word) => DEAL.test(word));
const isTakeoverWord = wordTest((word) => TAKEOVER.test(word));

/** Returns the mentions with `isBystander` set on those in passing. */
export function markPassing(words: Words, mentions: readonly Mention[]): Mention[] {
  if (mentions.length < 2) return [...mentions];
  const isBroker = (mention: Mention): boolean => mention.kind === 'name' && brokers.has(mention.text.toLowerCase());
  const subjects = mentions.filter((mention) => !mention.isBystander && !isBroker(mention));
  const isRejected = rejectsBid(words.text);
  const isDeal = isRejected || words.lexemes.some(isDealWord);
  const isTakeover = isRejected || (isDeal && words.lexemes.some(isTakeoverWord));
  const marked: Mention[] = [];
  let subject: Mention | undefined;
  for (const [at, mention] of mentions.entries()) {
    const before = marked.at(-1);
    const isInList = mentions.some((other) => other !== mention && areInOneList(words, mention, other));
    let isPassing = mention.isBystander;
    // `Netflix (NFLX)`, `Brookfield (BIP)`
    if (before !== undefined && isInBrackets(words, before, mention)) isPassing = before.isBystander;
    else if (before !== undefined && before.entry.symbol === mention.entry.symbol && mention.from - before.to < 2) isPassing = before.isBystander;
    // `Wayfair up after BofA bump`, `Piper hits the Materialise sidelines`.
    else if (isBroker(mention) && subjects.some(({ entry }) => entry.symbol !== mention.entry.symbol) && !isInList && (at > 0 || !isDeal))
      isPassing = true;
    else if (before !== undefined && areInOneList(words, before, mention)) isPassing ||= before.isBystander && !isBroker(before);
    else if (subject !== undefined && ((!isTakeover && !isTarget(words, mention) && isAside(words, subject, mention)) || isPartner(words, mention)))
      isPassing = true;
    const marking = isPassing === mention.isBystander ? mention : { ...mention, isBystander: isPassing };
    if (!isPassing) subject = marking;
    marked.push(marking);
  }
  return marked;
}

/** Words before a company in passing: the subject makes something with it, supplies it, or is compared to it. */
const ASIDE = wordSet('with for in of by at from after as following amid against despite');
const CONNECTIVES: ReadonlySet<string> = new Set([
  ...ASIDE,
  ...'to and or on over into via about near behind while but than vs versus like'.split(' '),
]);

/** Matches verbs that make a name the subject of its clause: `as Chevron rises`. */
const ACTS =
  /^(?:rises|rose|falls|fell|gains|gained|jumps|jumped|surges|surged|soars|soared|climbs|drops|dropped|slides|slid|sinks|sank|slips|tumbles|plunges|plunged|rallies|beats|misses|tops|raises|raised|cuts|cut|reports|reported|posts|posted|wins|loses|acquires|buys|sells|agrees|says|warns|slumps|declines|advances|stumbles|exits|enters|joins|launches|unveils|plans|becomes|became|gets|names|offers|signs|opens|seeks|keeps|takes)$/;

/** Returns whether the later of two companies is in passing, and the earlier the subject. */
function isAside(words: Words, before: Mention, mention: Mention): boolean {
  if (before.entry.symbol === mention.entry.symbol) return false;
  // The name before the colon is the subject: `FuboTV: YouTube's New Challenge`.
  if (before.from === 0 && /^\s*(?:\([A-Z.: ]+\))?:/.test(words.text.slice(words.end[before.to - 1], words.start[mention.from]))) return true;
  if (ACTS.test(words.lower[mention.to] ?? '') || precedesChange(words, mention.to)) return false;
  if (/[;.:!?]\s/.test(words.text.slice(words.end[before.to - 1], words.start[mention.from]))) return false;
  for (let at = mention.from - 1; at >= before.to; at -= 1) {
    const word = words.lower[at] ?? '';
    // `to Walmart` is in passing, but `to beat` is what the subject does.
    if (word === 'to' && at === mention.from - 1) return words.lower[mention.to] !== 'board' && words.lower[before.from - 1] !== 'from';
    if (CONNECTIVES.has(word)) return ASIDE.has(word);
  }
  return false;
}

/** Returns whether the company is the target of a deal: `nears deal for Intel`, `in talks for Hess`. */
const isTarget = (words: Words, { from }: Mention): boolean =>
  words.lower[from - 1] === 'for' && /^(?:deals?|talks|agreement)$/.test(words.lower[from - 2] ?? '');

/** Returns whether the company is only a partner: `in partnership with Brookfield`. */
const isPartner = (words: Words, { from }: Mention): boolean =>
  words.lower[from - 1] === 'with' &&
  /^(?:partnership|alliance|collaboration|cooperation|tandem|conjunction|line)$/.test(words.lower[from - 2] ?? '');

const isInBrackets = (words: Words, before: Mention, mention: Mention): boolean =>
  mention.kind !== 'name' && /^(?:['’]s)?,?\s*\((?:[A-Za-z ]+:\s*)?$/.test(words.text.slice(words.end[before.to - 1], words.start[mention.from]));

/** Returns whether two companies are named one after the other: `Apple, Target and Tesla`. */
export function areInOneList(words: Words, a: Mention, b: Mention): boolean {
  const [left, right] = a.from < b.from ? [a, b] : [b, a];
  return /^['’]?s?(?:\s*\([A-Z.]+\))?(?:\s*[,/&]\s*(?:and\s+)?|\s+and\s+)$/.test(words.text.slice(words.end[left.to - 1], words.start[right.from]));
}
