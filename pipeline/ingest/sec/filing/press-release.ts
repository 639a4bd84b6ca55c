/**
 * Reads the headline and the first paragraphs of a press release. Its lead shows that a document is a release: a paragraph with a dateline,
 * or one that announces something today.
 */
import { endsRelease, isCaution, isContact, isPortrait } from './boilerplate.ts';
import { datelineLength } from '../documents/dateline.ts';
import { headlineAbove } from './headline.ts';
import { firstParagraphs, hasSentences, type Paragraph } from './paragraphs.ts';

export interface PressRelease {
  /** Headline; '' if the lines above the lead have none. */
  readonly headline: string;
  /** Paragraphs without the dateline, separated by line breaks. */
  readonly lead: string;
}

const headParagraphs = 90;
const leadCharacters = 3_000;
const leadParagraphCharactersMin = 80;

const announcementWords =
  /\btoday\b|\bannounc(?:ed|es|ing)\b|\breport(?:ed|s)\b|\bdeclared\b|\b(?:has|have) (?:completed|entered|signed|acquired|appointed|elected|named|agreed|been|resolved)\b|\(.{0,40}\b(?:nasdaq|nyse|otc|amex|tsx|lse|tase)\b/i;
const saysToday =
  /\b(?:today|this (?:morning|afternoon)) (?:announced|reported|issued|declared|said)|\b(?:announced|reported|said) (?:today|this morning)\b|\bannounced (?:results|net|earnings|first|second|third|fourth|its|that)\b/i;

const isProse = (text: string): boolean => hasSentences(text, leadParagraphCharactersMin);

const isLead = (text: string): boolean =>
  text.length >= leadParagraphCharactersMin &&
  !isCaution(text.slice(0, 300)) &&
  ((datelineLength(text) > 0 && announcementWords.test(text)) || saysToday.test(text.slice(0, 400)));

/** Matches the title of another document that is filed as exhibit 99. */
const otherPaper =
  /^\W*(?:(?:\w+ ){0,6}agreement(?: and plan\b.*)?|agreement and plan\b.*|amendment (?:no\b.*|to\b.*)|table of contents|certificate of .*|in the united states .* court.*|(?:unaudited )?pro forma .*|independent auditors?.*|report of independent.*|consent of .*|prospectus\b.*|by-?laws)\W*$/i;

/** Returns headline and lead of a release; null for another document (an agreement, a presentation, an acquired company's statements). */
export function readPressRelease(text: string): PressRelease | null {
  const paragraphs = firstParagraphs(text);
  return isOtherPaper(paragraphs) ? null : readFrom(paragraphs, isLead);
}

/** Returns headline and first sentences of a document that need not be a release. Both are '' for an agreement, a presentation and the like. */
export function readOpening(text: string): PressRelease {
  const paragraphs = firstParagraphs(text);
  return isOtherPaper(paragraphs) ? noRelease : readBeginning(paragraphs);
}

const noRelease: PressRelease = { headline: '', lead: '' };

/** Returns headline and first sentences of a document that is known to be a release. */
export const readBeginning = (paragraphs: readonly Paragraph[]): PressRelease =>
  readFrom(paragraphs, (words) => isProse(words) && !isCaution(words) && !isContact(words)) ?? noRelease;

/** Returns whether one of the first lines is the title of another document. A line within sentences does not count. */
const isOtherPaper = (paragraphs: readonly Paragraph[]): boolean =>
  paragraphs
    .slice(0, 6)
    .some(({ text, lines }) => !(isProse(text) && /[.!?]$/.test(text)) && lines.slice(0, 6).some((line) => otherPaper.test(line)));

/** Returns headline and lead, of which `isFirst` recognises the first paragraph; null if there is none. */
function readFrom(paragraphs: readonly Paragraph[], isFirst: (words: string) => boolean): PressRelease | null {
  const at = paragraphs.slice(0, headParagraphs).findIndex((paragraph) => isFirst(paragraph.text));
  if (at < 0) return null;
  return { headline: headlineAbove(paragraphs.slice(0, at)), lead: leadOf(paragraphs.slice(at).map((paragraph) => paragraph.text)) };
}

function leadOf(paragraphs: readonly string[]): string {
  const lead: string[] = [];
  let length = 0;
  for (const words of paragraphs) {
    if (length >= leadCharacters || (lead.length > 0 && endsRelease(words))) break;
    const isFirst = lead.length === 0;
    if (!isFirst && (!isProse(words) || isCaution(words) || isContact(words) || isPortrait(words))) continue;
    const body = isFirst ? words.slice(datelineLength(words)).trim() : words;
    lead.push(body);
    length += body.length;
  }
  return lead.join('\n').slice(0, leadCharacters + 1_000);
}
