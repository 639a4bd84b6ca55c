/** What publishers wrap around a lead and nobody wants to read: cut wherever it stands. */

interface Boilerplate {
  /** Words in lower case, one of which stands in every match: a text without them is not searched. */
  readonly signs: readonly string[];
  readonly pattern: RegExp;
}

// prettier-ignore
const boilerplate: readonly Boilerplate[] = [
  { signs: ['first on', 'first appeared', 'first published'], pattern: /\bThe post\b.{0,300}?\b(?:appeared|was) first (?:appeared |published )?on\b.{0,200}$/is },
  { signs: ['originally', 'first appeared', 'first published', 'first posted'], pattern: /\bThis (?:article|story|post) (?:was )?(?:originally |first )+(?:appeared|published|posted)\b.{0,200}$/is },
  { signs: ['continue reading', 'read ', 'click here', 'learn more', 'view ', 'see also', 'see more', 'full story'], pattern: /(?:\bContinue reading|\bRead (?:more|the full (?:article|story)|full story|on|the rest)|\bClick here (?:to|for)|\bLearn more|\bView (?:comments|full post)|\bSee (?:also|more)|\bFull story)\b.{0,160}$/is },
  { signs: ['get more', 'subscribe to', 'keep reading', 'read the full'], pattern: /\b(?:Get more info(?:rmation)?|Subscribe to|Keep reading|Get more updates|Read the full article)\b.{0,40}(?:Seeking Alpha|here|:|…).*$/is },
  { signs: ['sign up', 'subscribe'], pattern: /\b(?:Sign up|Subscribe)\b.{0,60}\b(?:newsletter|alerts|updates|channel)\b.{0,120}$/is },
  { signs: ['follow '], pattern: /\bFollow (?:us|@\w+) on\b.{0,120}$/is },
  { signs: ['©', '(c)', 'copyright'], pattern: /(?:©|\(c\)|\bCopyright\b)\s*(?:19|20)\d\d\b.{0,300}$/is },
  { signs: ['investment advice'], pattern: /\bBenzinga does not provide investment advice\b.{0,120}$/is },
  { signs: ['all rights reserved'], pattern: /\bAll rights reserved\b.{0,80}$/is },
  { signs: ['image', 'photo', 'picture'], pattern: /\b(?:Image|Photo|Picture)(?: source| credit| courtesy)?:\s.{0,80}?(?:Getty(?: Images)?|Shutterstock|Reuters|AP|iStock|Bloomberg|Unsplash)\.?/gi },
  { signs: ['[…', '[...', '[+', '[&#'], pattern: /\[(?:…|\.\.\.|&#8230;|\+\d+ chars)\]\s*$/i },
  { signs: ['summary', 'key takeaways', 'key points', 'quick take', 'editor', 'listen to article', 'seeking alpha', 'sa news', 'sa breaking'], pattern: /^\s*(?:Summary|Key (?:Takeaways|Points)|Quick Take|Editor'?s note|Listen to article|Seeking Alpha(?: News)?|SA (?:News|Breaking News))\s*[:|–—-]\s*/i },
  // Datelines: `NEW YORK, Nov 3 (Reuters) - `, `SAN JOSE, Calif., Jan. 5, 2026 /PRNewswire/ -- `.
  { signs: ['reuters', '(ap)', 'afp', 'bloomberg', 'dow jones', 'upi', 'newswire', 'business wire', 'accesswire', 'newsfile', 'eqs news', 'cnw'], pattern: /^\s*[A-Z][A-Za-z.,'\s]{2,60}?(?:,\s+[A-Z][a-z]{2,8}\.?\s+\d{1,2}(?:,\s+\d{4})?)?\s*[(/](?:Reuters|AP|AFP|Bloomberg|Dow Jones|UPI|PRNewswire|PR NEWSWIRE|BUSINESS WIRE|GLOBE NEWSWIRE|ACCESSWIRE|Newsfile Corp\.?|EQS News|CNW)[)/]\s*[-–—]{1,2}\s*/ },
  { signs: ['(reuters)', '(ap)', '(afp)', '(bloomberg)', '(upi)'], pattern: /^\s*\((?:Reuters|AP|AFP|Bloomberg|UPI)\)\s*[-–—]{0,2}\s*/ },
  { signs: ['#'], pattern: /(?:\s*#[A-Za-z]\w*){2,}\s*$/ },
  { signs: ['http'], pattern: /\bhttps?:\/\/\S+/gi },
];

export function cutBoilerplate(text: string): string {
  const lower = text.toLowerCase();
  let clean = text;
  for (const { signs, pattern } of boilerplate) {
    if (signs.some((sign) => lower.includes(sign))) clean = clean.replace(pattern, ' ');
  }
  return clean === text ? text : clean.replace(/\s+/g, ' ').trim();
}
