/** The paragraphs of a filing's first pages, as a reader sees them. */
import { paragraphsOf } from '../documents/paragraphs.ts';

export interface Paragraph {
  /** Text on one line, white space collapsed. */
  readonly text: string;
  /** Lines as filed: a heading in plain text may have several. */
  readonly lines: readonly string[];
}

/** Characters read; cover, a release's lead and the text of the items are near the beginning. */
const charactersMax = 40_000;

/** Collapses white space; most lines have single blanks only and need no replacement. */
const collapse = (text: string): string => (/\s\s|[^\S ]/.test(text) ? text.replace(/\s+/g, ' ') : text).trim();

/** Matches the mark of a list item in a cell of its own. */
const markCell = /^[•·▪■◦○●§*o-]\s*\t\s*/;
const shown = (line: string): string => collapse(line.trimStart().replace(markCell, ''));

/** Returns the paragraphs of the first pages. */
export const firstParagraphs = (whole: string): Paragraph[] =>
  paragraphsOf(whole.slice(0, charactersMax)).map(({ words, lines }) => ({ text: shown(words), lines: lines.map(shown) }));

/** Returns whether a paragraph of this length consists of sentences; a heading, contact or figure does not. */
export const hasSentences = (text: string, charactersMin: number): boolean =>
  text.length >= charactersMin && (text.match(/\b[a-z]{2,}\b/g)?.length ?? 0) >= 6;
