/**
 * Reads the headline and the first paragraphs of a press release from the text of an exhibit or main document;
 * null where that is no release (an agreement, a presentation, statements of an acquired company).
 * A release is known by its lead: a paragraph that opens with a dateline, or says that something is announced today.
 */
import { endsRelease, isCaution, isContact, isPortrait } from './boilerplate.ts';
import { datelineLength } from './dateline.ts';
import { headlineAbove } from './headline.ts';
import { paragraphsOf } from './paragraphs.ts';

export interface PressRelease {
  /** '' where none can be told from the lines above the lead. */
  readonly headline: string;
  /** Paragraphs apart by a line break, without the dateline. */
  readonly lead: string;
}

const headParagraphs = 90;
const leadCharacters = 3_000;
const leadParagraphCharactersMin = 80;

const speaks =
  /\btoday\b|\bannounc(?:ed|es|ing)\b|\breport(?:ed|s)\b|\bdeclared\b|\b(?:has|have) (?:completed|entered|signed|acquired|appointed|elected|named|agreed|been|resolved)\b|\(.{0,40}\b(?:nasdaq|nyse|otc|amex|tsx|lse|tase)\b/i;
const saysToday =
  /\b(?:today|this (?:morning|afternoon)) (?:announced|reported|issued|declared|said)|\b(?:announced|reported|said) (?:today|this morning)\b|\bannounced (?:results|net|earnings|first|second|third|fourth|its|that)\b/i;

/** A paragraph of sentences, not a heading, contact or figure. */
export const isProse = (text: string): boolean => text.length >= leadParagraphCharactersMin && (text.match(/\b[a-z]{2,}\b/g)?.length ?? 0) >= 6;

const isLead = (text: string): boolean =>
  text.length >= leadParagraphCharactersMin &&
  !isCaution(text.slice(0, 300)) &&
  ((datelineLength(text) > 0 && speaks.test(text)) || saysToday.test(text.slice(0, 400)));

/** What else is filed as exhibit 99, by its first lines. */
const otherPaper =
  /^\W*(?:(?:\w+ ){0,6}agreement(?: and plan\b.*)?|agreement and plan\b.*|amendment (?:no\b.*|to\b.*)|table of contents|certificate of .*|in the united states .* court.*|(?:unaudited )?pro forma .*|independent auditors?.*|report of independent.*|consent of .*|prospectus\b.*|by-?laws)\W*$/i;

export function readPressRelease(text: string): PressRelease | null {
  const paragraphs = paragraphsOf(text);
  if (paragraphs.slice(0, 6).some(({ lines }) => lines.slice(0, 6).some((line) => otherPaper.test(line)))) return null;
  const at = paragraphs.slice(0, headParagraphs).findIndex((paragraph) => isLead(paragraph.text));
  if (at < 0) return null;
  return { headline: headlineAbove(paragraphs.slice(0, at)), lead: leadOf(paragraphs.slice(at).map((paragraph) => paragraph.text)) };
}

/** The first sentences of a paper that is no release known as such, with the heading above them; '' where it has none (a presentation, statements, an agreement). */
export function readOpening(text: string): PressRelease {
  const paragraphs = paragraphsOf(text);
  if (paragraphs.slice(0, 6).some(({ lines }) => lines.slice(0, 6).some((line) => otherPaper.test(line)))) return { headline: '', lead: '' };
  const at = paragraphs.slice(0, headParagraphs).findIndex(({ text: words }) => isProse(words) && !isCaution(words) && !isContact(words));
  return at < 0
    ? { headline: '', lead: '' }
    : { headline: headlineAbove(paragraphs.slice(0, at)), lead: leadOf(paragraphs.slice(at).map((paragraph) => paragraph.text)) };
}

/** The first paragraphs that say something, up to where a release speaks of itself. */
export function leadOf(paragraphs: readonly string[]): string {
  const lead: string[] = [];
  let length = 0;
  for (const words of paragraphs) {
    if (length >= leadCharacters || (lead.length > 0 && endsRelease(words))) break;
    const isFirst = lead.length === 0;
    if (!isFirst && (!isProse(words) || isCaution(words) || isContact(words) || isPortrait(words))) continue;
    const told = isFirst ? words.slice(datelineLength(words)).trim() : words;
    lead.push(told);
    length += told.length;
  }
  return lead.join('\n').slice(0, leadCharacters + 1_000);
}
