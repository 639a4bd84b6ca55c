/** Reads the amounts that the filing's sentences print ("$69.6 million", "EUR 212.7m", "$0.51 per share"), to check tables against. */
import type { ReducedText } from '../../documents/reduce.ts';
import { currencyIn } from '../terms/currency.ts';
import { scaleWord, type Scale } from '../tables/scale.ts';

export interface ProseAmount {
  /** Value in whole units, without sign, because prose prints losses without one. */
  readonly value: number;
  /** Value of its last digit. */
  readonly lastDigit: number;
  readonly scale: Scale | null;
  readonly currency: string | null;
  /** Whether it is a comparison's base: "compared with $58 million", "$58 million in the same quarter". It is not of the current period. */
  readonly isBase: boolean;
  /** Whether it is per share: "$0.51 per diluted share", "EPS of $0.51". */
  readonly isPerShare: boolean;
  readonly printed: string;
  readonly start: number;
  readonly end: number;
}

export const currencySign =
  '(?:(?<![A-Za-z])(?:US\\s?\\$|U\\.S\\.\\s?\\$|HK\\$|NT\\$|C\\$|Cdn\\$|A\\$|R\\$|RMB\\s?|EUR\\s?|Euros?\\s|USD\\s?|GBP\\s?|CHF\\s?|NIS\\s?|CAD\\s?)|\\$|€|£|¥)';
const amount = new RegExp(
  `(${currencySign})\\s?\\(?(${currencySign})?(\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?|\\.\\d+)\\)?\\s?-?(thousand|million|billion|trillion|mln|mn|bn|m|b)?\\b`,
  'gi',
);

/** Bounds the search: a release describes its results in its first pages. */
const charactersMax = 60_000;
const amountsMax = 2_000;

/** Words between a comparison and its base: no verb, no figure, no end of a sentence. */
const baseWords =
  '(?:(?:an?|the|its|net|gaap|non-gaap|adjusted|reported|our|revenues?|sales|income|earnings|loss(?:es)?|profits?|of|approximately|about|diluted|basic|total|consolidated|operating|pro|forma|record|attributable|to|for|in|same|prior|year|quarter|period|last|ago|first|second|third|fourth)[\\s,]+){0,12}';
const comparesBefore = new RegExp(
  `\\b(?:compar(?:ed|es|ing|able) (?:to|with)|versus|vs\\.?|against|than|(?:up|down|increas\\w*|decreas\\w*|declin\\w*|grew|rose|fell|higher|lower|improv\\w*|reduc\\w*|dropp\\w*|growth)\\b[^.;$€£]{0,45}\\bfrom|over|from)[\\s(]+${baseWords}\\(?$`,
  'i',
);
const comparesAfter =
  /^[^.;$€£]{0,12}\b(?:in|for|during|of|reported (?:in|for)) (?:the )?(?:same|prior|comparable|corresponding|year-ago|previous|preceding|last year|prior-year|year-earlier)\b/i;
/** Matches text that continues the amount before it: "…, or $0.51 per share". */
const goesOn = /^[^.;]{0,50}?(?:[,(]?\s*(?:or|and)\s+\(?|\()$/i;

const perShareAfter =
  /^\)?\s*(?:and\s+\S+\s+)?(?:(?:basic|diluted|adjusted|net|loss|earnings|income|profit|and)\s+){0,5}(?:per|a)\s+(?:[\w-]+\s+){0,4}(?:share|ads|unit)\b/i;
const perShareBefore = /\b(?:eps|e\/ads|per\s+(?:[\w-]+\s+){0,4}(?:shares?|ads|unit))\b[^.;]{0,90}$/i;

/** Words from which on a table cell counts as a sentence; shorter ones do not, whatever sign they carry. */
const sentenceWords = 5;

export function proseAmounts({ text, tables }: ReducedText): ProseAmount[] {
  const found: ProseAmount[] = [];
  const head = text.slice(0, charactersMax);
  const isCell = cellTest(head, tables);
  for (const match of head.matchAll(amount)) {
    if (found.length >= amountsMax) break;
    const [printed, sign = '', , digits = '', word] = match;
    const start = match.index;
    if (isCell(start)) continue;
    const scale = word === undefined ? null : scaleWord(word);
    const factor = scale === null ? 1 : { ones: 1, thousands: 1e3, millions: 1e6, billions: 1e9, trillions: 1e12 }[scale];
    const decimals = digits.split('.')[1]?.length ?? 0;
    const end = start + printed.trimEnd().length;
    const before = found.at(-1);
    const inherits = before !== undefined && before.isBase && start - before.end <= 60 && goesOn.test(text.slice(before.end, start));
    const [ahead, behind] = [oneLine(text.slice(Math.max(0, start - 130), start)), oneLine(text.slice(end, end + 60))];
    found.push({
      value: Number(digits.replaceAll(',', '')) * factor,
      lastDigit: factor * 10 ** -decimals,
      scale,
      currency: currencyIn(sign),
      isBase: inherits || comparesBefore.test(ahead) || comparesAfter.test(behind),
      isPerShare: decimals >= 2 && scale === null && (perShareAfter.test(behind) || perShareBefore.test(ahead)),
      printed: printed.trimEnd(),
      start,
      end,
    });
  }
  return found;
}

const oneLine = (text: string): string => (/\s\s|[^\S ]/.test(text) ? text.replace(/\s+/g, ' ') : text);

/** A part of a line without a gap. */
interface Piece {
  readonly from: number;
  readonly to: number;
  readonly words: number;
}

/**
 * Returns a function that tests whether a place lies in a cell of figures. Tabs (HTML) or two blanks (plain tables) separate cells. Places
 * must increase, so that each line is cut once, however many amounts it prints.
 */
function cellTest(text: string, tables: ReducedText['tables']): (at: number) => boolean {
  const plain = tables.filter((table) => table.isPlain && table.start < text.length);
  let line = { from: 0, to: -1, isRow: false };
  let pieces: Piece[] = [];
  let table = 0;
  let piece = 0;
  return (at) => {
    while ((plain[table]?.end ?? Infinity) <= at) table += 1;
    const isPlainRow = (plain[table]?.start ?? Infinity) <= at;
    if (at > line.to || line.isRow !== isPlainRow) {
      const from = text.lastIndexOf('\n', at) + 1;
      const end = text.indexOf('\n', at);
      line = { from, to: end === -1 ? text.length : end, isRow: isPlainRow };
      pieces = piecesOf(text.slice(line.from, line.to), line.from, isPlainRow);
      piece = 0;
    }
    if (!isPlainRow && pieces.length < 2) return false;
    while (piece + 1 < pieces.length && (pieces[piece + 1]?.from ?? 0) <= at) piece += 1;
    return (pieces[piece]?.words ?? 0) < sentenceWords;
  };
}

function piecesOf(line: string, start: number, isPlainRow: boolean): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  const end = (to: number): void => {
    pieces.push({ from: start + from, to: start + to, words: line.slice(from, to).match(/[A-Za-z]{2,}/g)?.length ?? 0 });
  };
  for (const gap of line.matchAll(isPlainRow ? / {2,}|\t/g : /\t/g)) {
    end(gap.index);
    from = gap.index + gap[0].length;
  }
  end(line.length);
  return pieces;
}

/** Per-share amounts below this are printed for many things. */
const smallPerShare = 0.05;
/** Largest share of an amount that its last digit may be, to exclude another amount, to exclude another scale, and to prove anything. */
const roughRatio = 0.006;
const roundRatio = 0.02;
const vagueRatio = 0.12;

export interface StatedAmount {
  readonly value: number;
  readonly lastDigit: number;
  readonly isPerShare: boolean;
}

const isSame = (said: ProseAmount, { value, lastDigit, isPerShare }: StatedAmount): boolean =>
  !said.isBase && said.isPerShare === isPerShare && Math.abs(said.value - Math.abs(value)) <= Math.max(said.lastDigit, lastDigit) * 0.5000001;

/** Returns whether a sentence prints the same amount for the current period, rounded or not. Zero proves nothing. */
export const isSaid = (amounts: readonly ProseAmount[], wanted: StatedAmount): boolean =>
  wanted.value !== 0 && amounts.some((said) => isSame(said, wanted));

/** Like `isSaid`, but not by an amount as vague as "$0.2 billion", which fits many. */
export const isSaidAsProof = (amounts: readonly ProseAmount[], wanted: StatedAmount): boolean =>
  wanted.value !== 0 && amounts.some((said) => isSame(said, wanted) && (wanted.isPerShare || said.lastDigit <= Math.abs(wanted.value) * vagueRatio));

/** Like `isSaid`, with enough digits to exclude any other amount. */
export const isSaidClearly = (amounts: readonly ProseAmount[], wanted: StatedAmount): boolean =>
  (!wanted.isPerShare || Math.abs(wanted.value) >= smallPerShare) &&
  wanted.value !== 0 &&
  amounts.some((said) => isSame(said, wanted) && (wanted.isPerShare || said.lastDigit <= Math.abs(wanted.value) * roughRatio));

/** Like `isSaid`, with enough digits to exclude any other scale; for amounts only. */
export const isSaidRoundly = (amounts: readonly ProseAmount[], wanted: StatedAmount): boolean =>
  wanted.value !== 0 && amounts.some((said) => isSame(said, wanted) && said.lastDigit <= Math.abs(wanted.value) * roundRatio);
