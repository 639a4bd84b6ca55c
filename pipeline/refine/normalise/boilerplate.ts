/** Removes the boilerplate that publishers wrap around a lead. */
import { withoutHashtags } from './hashtags.ts';

// prettier-ignore
const boilerplate: readonly RegExp[] = [
  /\bThe post\b.{0,300}?\b(?:appeared|was) first (?:appeared |published )?on\b.{0,200}$/is,
  /\bThis (?:article|story|post) (?:was )?(?:originally |first )+(?:appeared|published|posted)\b.{0,200}$/is,
  /(?:\bContinue reading|\bRead (?:more|the full (?:article|story)|full story|on|the rest)|\bClick here (?:to|for)|\bLearn more|\bView (?:comments|full post)|\bSee (?:also|more)|\bFull story)\b.{0,160}$/is,
  /\b(?:Get more info(?:rmation)?|Subscribe to|Keep reading|Get more updates|Read the full article)\b.{0,40}(?:Seeking Alpha|here|:|…).*$/is,
  /\b(?:Sign up|Subscribe)\b.{0,60}\b(?:newsletter|alerts|updates|channel)\b.{0,120}$/is,
  /\bFollow (?:us|@\w+) on\b.{0,120}$/is,
  /(?:©|\(c\)|\bCopyright\b)\s*(?:19|20)\d\d\b.{0,300}$/is,
  /\bBenzinga does not provide investment advice\b.{0,120}$/is,
  /\bAll rights reserved\b.{0,80}$/is,
  /\b(?:Image|Photo|Picture)(?: source| credit| courtesy)?:\s.{0,80}?(?:Getty(?: Images)?|Shutterstock|Reuters|AP|iStock|Bloomberg|Unsplash)\.?/gi,
  /\[(?:…|\.\.\.|&#8230;|\+\d+ chars)\]\s*$/i,
  /^\s*(?:Summary|Key (?:Takeaways|Points)|Quick Take|Editor'?s note|Listen to article|Seeking Alpha(?: News)?|SA (?:News|Breaking News))\s*[:|–—-]\s*/i,
  // Datelines: `NEW YORK, Nov 3 (Reuters) - `, `SAN JOSE, Calif., Jan. 5, 2026 /PRNewswire/ -- `.
  /^\s*[A-Z][A-Za-z.,'\s]{2,60}?(?:,\s+[A-Z][a-z]{2,8}\.?\s+\d{1,2}(?:,\s+\d{4})?)?\s*[(/](?:Reuters|AP|AFP|Bloomberg|Dow Jones|UPI|PRNewswire|PR NEWSWIRE|BUSINESS WIRE|GLOBE NEWSWIRE|ACCESSWIRE|Newsfile Corp\.?|EQS News|CNW)[)/]\s*[-–—]{1,2}\s*/,
  /^\s*\((?:Reuters|AP|AFP|Bloomberg|UPI)\)\s*[-–—]{0,2}\s*/,
];
const HASHTAGS = { tag: /^#[A-Za-z]\w*$/, areApart: false };
const LINK = /\bhttps?:\/\/\S+/gi;

/** Characters at the beginning and at the end of a text in which a pattern of the head or the tail can match. */
const HEAD_LENGTH = 160;
const TAIL_LENGTH = 220;
/** Lower-case texts, one of which is in every match of a pattern: a text without any is not searched further. */
// prettier-ignore
const signs = {
  head: ['(reuters', '(ap', '(afp', '(bloomberg', 'dow jones', '(upi', 'newswire', 'business wire', 'accesswire', 'newsfile', 'eqs news', 'cnw', 'summary', 'key takeaways', 'key points', 'quick take', 'editor', 'listen to', 'seeking alpha', 'sa news', 'sa breaking'],
  tail: ['continue reading', 'read ', 'click here', 'learn more', 'view ', 'see ', 'full story', 'sign up', 'follow ', 'investment advice', 'all rights', '[', '#'],
  anywhere: ['first on', 'first appeared', 'first published', 'first posted', 'originally', 'get more', 'subscribe', 'keep reading', 'read the full', '©', '(c)', 'copyright', 'image', 'photo', 'picture', 'http'],
} as const;

interface Sign {
  readonly text: string;
  readonly place: keyof typeof signs;
}

/** Signs by their first two characters, which a text is searched for in one pass. */
const signsByPair = new Map<number, Sign[]>();
/** Characters that may follow a sign's first pair, one bit each (`thirdBit`): nearly every place is skipped without a look-up. */
const thirds = new Int32Array(1 << 14);
const thirdBit = (code: number): number => 1 << (code & 31);
const ANY_THIRD = -1;
const pairOf = (first: number, second: number): number => ((first & 127) << 7) | (second & 127);
for (const [place, texts] of Object.entries(signs) as [keyof typeof signs, readonly string[]][]) {
  for (const text of texts) {
    // Any character may follow a sign of one character.
    const seconds = text.length > 1 ? [text.charCodeAt(1)] : Array.from({ length: 128 }, (_, code) => code);
    for (const second of seconds) {
      const pair = pairOf(text.charCodeAt(0), second);
      thirds[pair] = (thirds[pair] ?? 0) | (text.length > 2 ? thirdBit(text.charCodeAt(2)) : ANY_THIRD);
      signsByPair.set(pair, [...(signsByPair.get(pair) ?? []), { text, place }]);
    }
  }
}

export function cutBoilerplate(text: string): string {
  if (!hasSign(text.toLowerCase())) return text;
  let clean = text;
  for (const pattern of boilerplate) clean = clean.replace(pattern, ' ');
  return withoutHashtags(clean, HASHTAGS).replace(LINK, ' ').replace(/\s+/g, ' ').trim();
}

/** Returns 0 past the end. */
const codeAt = (text: string, at: number): number => (at < text.length ? text.charCodeAt(at) : 0);

function hasSign(lower: string): boolean {
  let code = lower.charCodeAt(0);
  let next = codeAt(lower, 1);
  for (let at = 0; at < lower.length; at += 1) {
    const pair = pairOf(code, next);
    code = next;
    next = codeAt(lower, at + 2);
    if (((thirds[pair] ?? 0) & thirdBit(next)) === 0) continue;
    for (const { text, place } of signsByPair.get(pair) ?? []) {
      if (!lower.startsWith(text, at)) continue;
      if (place === 'anywhere' || (place === 'head' ? at + text.length <= HEAD_LENGTH : at >= lower.length - TAIL_LENGTH)) return true;
    }
  }
  return false;
}
