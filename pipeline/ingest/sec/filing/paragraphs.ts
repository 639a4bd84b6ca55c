/** Returns the paragraphs of a document's first pages in normalised form. */
import { paragraphsOf } from '../documents/paragraphs.ts';

export interface Paragraph {
  readonly text: string;
  /** Lines as filed: a heading in plain text may have several. */
  readonly lines: readonly string[];
}

/** Maximum number of characters that are read: cover, lead and items are near the beginning. */
const charactersMax = 40_000;

/** Collapses white space. Most lines have only single blanks and need no replacement. */
const collapse = (text: string): string => (/\s\s|[^\S ]/.test(text) ? text.replace(/\s+/g, ' ') : text).trim();

const markCell = /^[•·▪■◦○●§*o-]\s*\t\s*/;
const shown = (line: string): string => collapse(line.trimStart().replace(markCell, ''));

export const firstParagraphs = (whole: string): Paragraph[] =>
  paragraphsOf(whole.slice(0, charactersMax)).map(({ words, lines }) => ({ text: shown(words), lines: lines.map(shown) }));

/** Returns whether a paragraph of at least `charactersMin` characters consists of sentences, unlike a heading, contact or figure. */
export const hasSentences = (text: string, charactersMin: number): boolean =>
  text.length >= charactersMin && (text.match(/\b[a-z]{2,}\b/g)?.length ?? 0) >= 6;
