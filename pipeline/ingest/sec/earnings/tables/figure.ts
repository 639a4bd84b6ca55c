/** Reads the figure in a cell: its sign, digits, decimals and printed text. */
import type { Cell } from '../../documents/reduced-text.ts';

export interface Figure {
  /** The text as printed, with its currency sign and brackets. */
  readonly printed: string;
  /** Offsets of `printed` in the filing's text. */
  readonly start: number;
  readonly end: number;
  /** Decimal text with sign, not scaled: `-10643`, `0.41`. */
  readonly value: string;
  readonly decimals: number;
  readonly isPercent: boolean;
  /** Currency sign such as `$` or `RMB` in this cell or the one before; '' if there is none. */
  readonly currency: string;
}

const sign = '(?:US\\$|HK\\$|NT\\$|C\\$|CA\\$|A\\$|R\\$|S\\$|NZ\\$|\\$|€|£|¥|RMB|US\\s?\\$|EUR|USD|CHF|GBP|CAD|NIS)';
/** Matches digits with groups of three and a decimal point; a decimal comma is not read. */
const digits = '(?:\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?|\\.\\d+)';
const pattern = new RegExp(`^([-−–])?\\s?(${sign})?\\s?(\\()?\\s?([-−–])?(${sign})?\\s?([-−–])?(${digits})\\s?(%)?\\s?(\\))?\\s?(%)?`);
const tail = /^\s*(?:(?:\(\w{1,2}\)|[*†‡^]+|(?:\)\s*)?\(\d+\))\s*)?$/;

/** Returns whether a cell holds words: it is long, or begins with a small letter. Half of all cells are. */
const isWords = ({ bare }: Cell): boolean => bare.length > figureCharactersMax || (bare.charCodeAt(0) >= 97 && bare.charCodeAt(0) <= 122);
const figureCharactersMax = 60;

/** Returns the figure of a cell; null for words, an incomplete figure or another notation. */
export function readFigure(cell: Cell): Figure | null {
  if (isWords(cell)) return null;
  const match = pattern.exec(cell.bare);
  if (match === null) return null;
  const [whole, minus, signBefore, bracket, minusInside, signInside, minusAfter, number = '', percentInside, closing, percentAfter] = match;
  if (!tail.test(cell.bare.slice(whole.length))) return null;
  // A single bracket means an incomplete figure or a footnote mark.
  if ((bracket === undefined) !== (closing === undefined)) return null;
  const printed = whole.trimEnd();
  if (!cell.text.startsWith(printed)) return null;
  const isNegative = (bracket ?? minus ?? minusInside ?? minusAfter) !== undefined;
  const plain = number.replaceAll(',', '');
  const value = plain.startsWith('.') ? `0${plain}` : plain;
  const isZero = /^[0.]+$/.test(value);
  return {
    printed,
    start: cell.start,
    end: cell.start + printed.length,
    value: isNegative && !isZero ? `-${value}` : value,
    decimals: plain.split('.')[1]?.length ?? 0,
    isPercent: (percentInside ?? percentAfter) !== undefined,
    currency: signBefore ?? signInside ?? cell.prefix,
  };
}

/** Returns whether a text stands for a missing figure, such as a dash or `n/a`. */
export const isPlaceholder = (text: string): boolean =>
  /^(?:[—–\-−]{1,3}|\$?\s*[—–-]+|n\/?[am]\.?|nm|\*{1,3}|n\.[am]\.?|\(?[a-z]\)|nil)\s*%?$/i.test(text);

const yearCharactersMax = 14;
export const isYear = (text: string): boolean =>
  text.length <= yearCharactersMax && /^(?:fy\s?)?(?:19[89]\d|20[0-4]\d)[A-Za-z*]?$/i.test(text.replace(/(?<!\s)\s*\(\w\)$/, ''));

/** Returns whether two amounts agree, one of them perhaps rounded. `unitA`, `unitB`: the values of their last printed digits. */
export const agree = (a: number, unitA: number, b: number, unitB: number): boolean =>
  Math.abs(a - b) <= Math.max(unitA, unitB) * 0.5000001 + Math.min(unitA, unitB) * 0.5000001;
