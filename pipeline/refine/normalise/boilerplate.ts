/** Removes the boilerplate that publishers add to a lead. Only whole sentences are left. */
import { startOfSentence } from '../text/sentences.ts';
import { withoutHashtags } from './hashtags.ts';

/** Boilerplate that reaches from a match to the end of the text. */
interface Tail {
  readonly begins: RegExp;
  /** Maximum number of characters after the match; a match with more text after it is no boilerplate. */
  readonly room: number;
  /** Whether a match in the middle of a sentence is boilerplate too. If not, prose may use the words: `to see more gains`. */
  readonly isPlain: boolean;
}

// prettier-ignore
const tails: readonly Tail[] = [
  { begins: /\bThe post\b.{0,300}?\b(?:appeared|was) first (?:appeared |published )?on\b/gis, room: 200, isPlain: true },
  { begins: /\bThis (?:article|story|post) (?:was )?(?:originally |first )+(?:appeared|published|posted)\b/gi, room: 200, isPlain: true },
  { begins: /\bClick here (?:to|for)\b/gi, room: 160, isPlain: true },
  { begins: /\b(?:Continue reading|Read (?:more|the full (?:article|story)|full story|on|the rest)|Learn more|View (?:comments|full post)|See (?:also|more)|Full story)\b/gi, room: 160, isPlain: false },
  { begins: /\b(?:Get more info(?:rmation)?|Subscribe to|Keep reading|Get more updates|Read the full article)\b.{0,40}(?:Seeking Alpha|here|:|…)/gis, room: Infinity, isPlain: false },
  { begins: /\b(?:Sign up|Subscribe)\b.{0,60}\b(?:newsletter|alerts|updates|channel)\b/gis, room: 120, isPlain: false },
  { begins: /\bFollow (?:us|@\w+) on\b/gi, room: 120, isPlain: true },
  { begins: /(?:©|\(c\)|\bCopyright\b)\s*(?:19|20)\d\d\b/gi, room: 300, isPlain: true },
  { begins: /\bBenzinga does not provide investment advice\b/gi, room: 120, isPlain: true },
  { begins: /\bAll rights reserved\b/gi, room: 80, isPlain: true },
  // The end of a press release: cautions, a portrait of the company, its source.
  { begins: /\b(?:Forward[- ]Looking Statements?|Safe Harbou?r(?: Statement| Provision)?s?|Cautionary (?:Note|Statement)s?)\b(?=[:\s]{1,3}[A-Z])/g, room: Infinity, isPlain: false },
  { begins: /\b(?:This (?:press |news )?release|Certain (?:of the )?statements|Statements (?:made )?in this|Except for (?:the )?historical)\b.{0,160}?\bforward[- ]looking\b/gis, room: Infinity, isPlain: true },
  { begins: /(?<=[.!?]["”’)]? )About (?:the Company\b|([A-Z][\w&-]*)\b.{0,60}?\b\1\b)/g, room: Infinity, isPlain: false },
  { begins: /\bView (?:source version on|original content)\b/gi, room: 300, isPlain: true },
  { begins: /(?<=[.!?]["”’)]? )SOURCE:? [A-Z]|\(END\) Dow Jones/g, room: 200, isPlain: true },
];

// prettier-ignore
const boilerplate: readonly RegExp[] = [
  /\b(?:Image|Photo|Picture)(?: source| credit| courtesy)?:\s.{0,80}?(?:Getty(?: Images)?|Shutterstock|Reuters|AP|iStock|Bloomberg|Unsplash)\.?/gi,
  /^\s*(?:Summary|Key (?:Takeaways|Points)|Quick Take|Editor'?s note|Listen to article|Seeking Alpha(?: News)?|SA (?:News|Breaking News))\s*[:|–—-]\s*/i,
  /^\s*[A-Z][A-Za-z.,'\s]{2,60}?(?:,\s+[A-Z][a-z]{2,8}\.?\s+\d{1,2}(?:,\s+\d{4})?)?\s*[(/](?:Reuters|AP|AFP|Bloomberg|Dow Jones|UPI|PRNewswire|PR NEWSWIRE|BUSINESS WIRE|GLOBE NEWSWIRE|ACCESSWIRE|Newsfile Corp\.?|EQS News|CNW)[)/]\s*[-–—]{1,2}\s*/,
  /^\s*\((?:Reuters|AP|AFP|Bloomberg|UPI)\)\s*[-–—]{0,2}\s*/,
];
/** Matches the mark of a text that was cut off, with the end of the sentence before it. */
const BROKEN_OFF = /([.!?]["'”’)]?)? ?\[(?:…|\.\.\.|&#8230;|\+\d+ chars)\]$/;
/** Matches a text after which a sentence begins. */
const ENDED = /(?:^|[.!?…:;|»•(\][]["'”’)]?) ?$/;
/** Matches the beginning of a sentence that refers readers to another page: `To learn more about Acme, visit ...`. */
const INVITES = /^["'“‘(]?(?:To|For|Please|You can|Want to|If you|Visit|Click|Go|Interested)\b.{0,25}$/;
const HASHTAGS = { tag: /^#[A-Za-z]\w*$/, areApart: false };
const LINK = /\bhttps?:\/\/\S+/gi;

/** Number of characters at each end of a text in which the signs of that end are searched. */
const HEAD_LENGTH = 160;
const TAIL_LENGTH = 220;
/** Texts in lower case, one of which occurs in every match of a pattern. A text without any of them needs no further search. */
// prettier-ignore
const signs = {
  head: ['(reuters', '(ap', '(afp', '(bloomberg', 'dow jones', '(upi', 'newswire', 'business wire', 'accesswire', 'newsfile', 'eqs news', 'cnw', 'summary', 'key takeaways', 'key points', 'quick take', 'editor', 'listen to', 'seeking alpha', 'sa news', 'sa breaking'],
  tail: ['continue reading', 'read ', 'click here', 'learn more', 'view ', 'see ', 'full story', 'sign up', 'follow ', 'investment advice', 'all rights', 'source ', 'source:', '(end) dow', '[', '#'],
  anywhere: ['first on', 'first appeared', 'first published', 'first posted', 'originally', 'get more', 'subscribe', 'keep reading', 'read the full', '©', '(c)', 'copyright', 'image', 'photo', 'picture', 'http', 'forward-look', 'forward look', 'safe harb', 'cautionary', '. about ', 'view source', 'view orig'],
} as const;

const anyOf = (texts: readonly string[]): RegExp => new RegExp(texts.map((text) => RegExp.escape(text)).join('|'));
const [inHead, inTail, anywhere] = [anyOf(signs.head), anyOf(signs.tail), anyOf(signs.anywhere)];
const hasSign = (lower: string): boolean =>
  anywhere.test(lower) || inHead.test(lower.slice(0, HEAD_LENGTH)) || inTail.test(lower.slice(-TAIL_LENGTH));

export function cutBoilerplate(text: string): string {
  if (!hasSign(text.toLowerCase())) return text;
  let clean = text;
  for (const tail of tails) clean = withoutTail(clean, tail);
  for (const pattern of boilerplate) clean = clean.replace(pattern, ' ');
  clean = clean.trimEnd().replace(BROKEN_OFF, (_, end: string | undefined) => end ?? '…');
  return withoutHashtags(clean, HASHTAGS).replace(LINK, ' ').replace(/\s+/g, ' ').trim();
}

function withoutTail(text: string, { begins, room, isPlain }: Tail): string {
  for (const { 0: words, index } of text.matchAll(begins)) {
    if (text.length - index - words.length > room) continue;
    const before = text.slice(0, index);
    // The text of a link begins with a capital even when no punctuation precedes it.
    if (/^[^\p{Ll}]/u.test(words) || ENDED.test(before)) return before.replace(/[[(] ?$/, '');
    const from = startOfSentence(text, index);
    if (isPlain || INVITES.test(text.slice(from, index))) return text.slice(0, from);
  }
  return text;
}
