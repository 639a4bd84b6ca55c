/**
 * Splits the filing's text into sentences with their offsets; leaves out table rows, boilerplate on forward-looking statements and contact
 * lines. A plain document wraps its lines: a sentence continues over them, up to a blank line.
 */

import { bullet, isGuidanceHeading, paragraphsOf } from '../../documents/paragraphs.ts';

export interface Sentence {
  /** The sentence as in the filing's text, with line breaks as blanks, so that offsets match. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Offset of its paragraph's first character. */
  readonly paragraph: number;
}

const sentencesMax = 600;
const boilerplate =
  /forward-looking|private securities litigation|safe harbor|risk factors|undue reliance|could cause actual results|conference call|webcast|replay|dial(?:ing)?[\s-]in|passcode|www\.|non-gaap financial measures? (?:should|are|is)|securities and exchange commission|identified by (?:the )?(?:words|use)/i;
const abbreviation =
  /\b(?:Inc|Corp|Ltd|Co|Mr|Ms|Mrs|Dr|No|vs|U\.S|St|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|approx|ca|[ap]\.m|S\.A|N\.V|E\.P\.S)\.$/;
const charactersMin = 30;
const pointCharactersMin = 12;
const ofGuidance = /\b(?:guidance|outlook)\b/i;
/** Returns whether it is a short heading that describes the list under it: "Second quarter 2020 guidance:". */
const isListHeading = (words: string): boolean =>
  isGuidanceHeading(words) || (words.endsWith(':') && ofGuidance.test(words.slice(words.lastIndexOf('.') + 1)));
/** Splits a release's text into sentences, each with its place in the text. */
export function readSentences(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  for (const { words, start } of paragraphsOf(text)) {
    split(words, start, sentences);
    if (sentences.length >= sentencesMax) break;
  }
  return kept(sentences);
}

const listMax = 10;

/** Drops short ones, except sentences with a figure, headings of guidance and the items under them: "Outlook", "tax rate of 21 percent". */
function kept(sentences: readonly Sentence[]): Sentence[] {
  let left = 0;
  return sentences.filter(({ text }) => {
    if (isListHeading(text)) left = listMax + 1;
    left -= 1;
    const hasFigure = /\d/.test(text) && (left >= 0 || text.endsWith('.'));
    const isLong =
      text.length >= charactersMin || (left >= 0 && (hasFigure || isListHeading(text))) || (hasFigure && text.length >= pointCharactersMin);
    return isLong && text.length <= 700 && (left >= 0 ? /\p{L}{3}/u : /\p{Ll}{3}/u).test(text) && !boilerplate.test(text);
  });
}

function split(paragraph: string, paragraphStart: number, sentences: Sentence[]): void {
  let from = 0;
  const push = (to: number): void => {
    const words = paragraph.slice(from, to).trim().replace(bullet, '');
    if (words !== '') {
      const start = paragraphStart + paragraph.indexOf(words, from);
      sentences.push({ text: words, start, end: start + words.length, paragraph: paragraphStart });
    }
    from = to;
  };
  for (const match of paragraph.matchAll(/[.!?]["”’)]*\s+(?=["“(]?\p{Lu})/gu)) {
    if (sentences.length >= sentencesMax) return;
    const to = match.index + 1;
    if (!abbreviation.test(paragraph.slice(Math.max(0, to - 12), to))) push(match.index + match[0].trimEnd().length);
  }
  push(paragraph.length);
}
