/**
 * Splits the text of a filing into sentences with their offsets, without table rows, cautions on forward-looking statements and contacts. A
 * sentence of a plain document continues over its lines, up to an empty line.
 */
import { bullet, isGuidanceHeading, paragraphsOf } from '../../documents/paragraphs.ts';

export interface Sentence {
  /** The sentence. Blanks replace its line breaks, so that offsets match. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
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
/** Returns whether a text is the heading of a list of guidance: "Second quarter 2020 guidance:". */
const isListHeading = (words: string): boolean =>
  isGuidanceHeading(words) || (words.endsWith(':') && ofGuidance.test(words.slice(words.lastIndexOf('.') + 1)));
export function readSentences(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  for (const { words, start } of paragraphsOf(text)) {
    split(words, start, sentences);
    if (sentences.length >= sentencesMax) break;
  }
  return withoutShort(sentences);
}

const listMax = 10;

/** Drops short sentences, except those with a figure, headings of guidance, and items below them: "Outlook", "tax rate of 21 percent". */
function withoutShort(sentences: readonly Sentence[]): Sentence[] {
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
