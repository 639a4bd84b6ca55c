/** Writes a title that names what shareholders voted on, without the result. */
import { enumeration } from '../text/format-figures.ts';

// prettier-ignore
const matters: readonly (readonly [RegExp, string])[] = [
  [/\b(?:merger agreement|agreement and plan of merger|approv\w+ (?:of )?the merger|business combination)\b/i,                   'a merger'],
  [/\breverse (?:stock )?split\b/i,                                                                                               'a reverse split'],
  [/\b(?:elect(?:ed|ion|ing)?\b.{0,80}\bdirectors?|directors?\b.{0,80}\belect(?:ed|ion)|nominees?|elected\b.{0,900}?\bto serve as (?:a )?directors?)\b/is,                          'directors'],
  [/\b(?:ratif\w+|auditors?\b|independent registered public accounting|selection of .{0,40}accountants)\b/i,                       'auditors'],
  [/\b(?:advisory (?:vote|basis|resolution|proposal)|say[\s-]on[\s-]pay|executive compensation|named executive officers)\b/i,     'executive pay'],
  [/\b(?:incentive|stock|equity|option|purchase|award|performance|omnibus|share) (?:\w+ ){0,3}plan\b/i,                           'stock plans'],
  [/\b(?:amend\w*\b.{0,60}\b(?:certificate|articles|charter|by-?laws)|authorized shares)\b/is,                                    'its charter'],
  [/\b(?:share|stock)holder proposals?\b|\bproposal (?:submitted )?by (?:a |certain )?(?:share|stock)holders?\b/i,                'shareholder proposals'],
];

/** Returns the title; null when the lead names no matter of the vote. */
export function votesTitle(lead: string): string | null {
  const named = matters.filter(([pattern]) => pattern.test(lead)).map(([, words]) => words);
  if (named.length === 0) return null;
  const meeting = /\bspecial (?:general )?meeting\b/i.test(lead)
    ? 'a special meeting'
    : /\bannual (?:general )?meeting\b/i.test(lead)
      ? 'the annual meeting'
      : null;
  return `shareholders vote on ${enumeration(named)}${meeting === null ? '' : ` at ${meeting}`}`;
}
