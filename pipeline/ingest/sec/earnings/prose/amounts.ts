/** Reads the amounts in the sentences of a filing ("$69.6 million", "EUR 212.7m", "$0.51 per share"), with which tables are checked. */
import type { ReducedText } from '../../documents/reduced-text.ts';
import { currencyIn } from '../terms/currency.ts';
import { factor, scaleWord, type Scale } from '../tables/scale.ts';

export interface ProseAmount {
  /** Value in whole units, without sign, because prose prints losses without one. */
  readonly value: number;
  /** Value of the last printed digit, in whole units. */
  readonly lastDigit: number;
  readonly scale: Scale | null;
  readonly currency: string | null;
  /** Whether it is the base of a comparison, not of the current period: "compared with $58 million", "$58 million in the same quarter". */
  readonly isBase: boolean;
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

/** Number of characters that are searched: a release describes its results on its first pages. */
const charactersMax = 60_000;
const amountsMax = 2_000;

/** Words between a comparison and its base: no verb, no figure, no end of sentence. */
const baseWords =
  '(?:(?:an?|the|its|net|gaap|non-gaap|adjusted|reported|our|revenues?|sales|income|earnings|loss(?:es)?|profits?|of|approximately|about|diluted|basic|total|consolidated|operating|pro|forma|record|attributable|to|for|in|same|prior|year|quarter|period|last|ago|first|second|third|fourth)[\\s,]+){0,12}';
const comparesBefore = new RegExp(
  `\\b(?:compar(?:ed|es|ing|able) (?:to|with)|versus|vs\\.?|against|than|(?:up|down|increas\\w*|decreas\\w*|declin\\w*|grew|rose|fell|higher|lower|improv\\w*|reduc\\w*|dropp\\w*|growth)\\b[^.;$€£]{0,45}\\bfrom|over|from)[\\s(]+${baseWords}\\(?$|\\((?:(?:h[12]|q[1-4]|fy)\\s?)?[’']?(?:20)?\\d\\d:\\s*$`,
  'i',
);
const comparesAfter =
  /^[^.;$€£]{0,12}\b(?:in|for|during|of|reported (?:in|for)) (?:the )?(?:same|prior|comparable|corresponding|year-ago|previous|preceding|last year|prior-year|year-earlier)\b/i;
/** Matches text between an amount and another one for the same thing: "…, or $0.51 per share". */
const goesOn = /^[^.;]{0,50}?(?:[,(]?\s*(?:or|and)\s+\(?|\()$/i;

const perShareAfter =
  /^\)?\s*(?:and\s+\S+\s+)?(?:(?:basic|diluted|adjusted|net|loss|earnings|income|profit|and)\s+){0,5}(?:per|a)\s+(?:[\p{L}\d-]+\s+){0,4}(?:share|ads|unit)\b/iu;
const perShareBefore = /\b(?:eps|e\/ads|per\s+(?:[\p{L}\d-]+\s+){0,4}(?:shares?|ads|unit))\b[^.;]{0,90}$/iu;

/** Number of words from which a table cell counts as a sentence. */
const sentenceWords = 5;

/** Returns the amounts in sentences, in order, without those of table cells. */
export function proseAmounts({ text, tables }: ReducedText): ProseAmount[] {
  const amounts: ProseAmount[] = [];
  const head = text.slice(0, charactersMax);
  const plain = tables.filter(({ isPlain }) => isPlain);
  for (const match of head.matchAll(amount)) {
    if (amounts.length >= amountsMax) break;
    const [printed, sign = '', , digits = '', word] = match;
    const start = match.index;
    const isPlainRow = plain.some((table) => table.start <= start && start < table.end);
    if (isInCell(head, start, isPlainRow)) continue;
    const scale = word === undefined ? null : scaleWord(word);
    const unit = factor[scale ?? 'ones'];
    const decimals = digits.split('.')[1]?.length ?? 0;
    const end = start + printed.trimEnd().length;
    const previous = amounts.at(-1);
    const inherits = previous !== undefined && previous.isBase && start - previous.end <= 60 && goesOn.test(text.slice(previous.end, start));
    const [before, after] = [oneLine(text.slice(Math.max(0, start - 130), start)), oneLine(text.slice(end, end + 60))];
    amounts.push({
      value: Number(digits.replaceAll(',', '')) * unit,
      lastDigit: unit * 10 ** -decimals,
      scale,
      currency: currencyIn(sign),
      isBase: inherits || comparesBefore.test(before) || comparesAfter.test(after),
      isPerShare: decimals >= 2 && scale === null && (perShareAfter.test(after) || perShareBefore.test(before)),
      printed: printed.trimEnd(),
      start,
      end,
    });
  }
  return amounts;
}

const oneLine = (text: string): string => (/\s\s|[^\S ]/.test(text) ? text.replace(/\s+/g, ' ') : text);

/** Number of characters on each side of an amount that decide whether it is in a cell; longer pieces of a line are sentences. */
const cellCharacters = 400;

/** Returns whether an amount is in a cell of figures. Tabs (HTML) or two blanks (plain tables) separate cells. */
function isInCell(text: string, at: number, isPlainRow: boolean): boolean {
  const gap = isPlainRow ? / {2,}|\t/ : /\t/;
  const before = text
    .slice(Math.max(0, at - cellCharacters), at)
    .split('\n')
    .at(-1)!
    .split(gap);
  const after = text
    .slice(at, at + cellCharacters)
    .split('\n', 1)[0]!
    .split(gap);
  if (!isPlainRow && before.length === 1 && after.length === 1) return false;
  return (`${before.at(-1)}${after[0]}`.match(/\p{L}{2,}/gu)?.length ?? 0) < sentenceWords;
}

/** Largest fraction of an amount that its last digit may be: to prove a figure, to exclude another scale, to exclude another amount. */
export const lastDigitShareMax = { proof: 0.12, scale: 0.02, amount: 0.006 } as const;

export type StatedAmount = Pick<ProseAmount, 'value' | 'lastDigit' | 'isPerShare'>;

const isSame = (said: ProseAmount, { value, lastDigit, isPerShare }: StatedAmount): boolean =>
  !said.isBase && said.isPerShare === isPerShare && Math.abs(said.value - Math.abs(value)) <= Math.max(said.lastDigit, lastDigit) * 0.5000001;

/**
 * Returns whether a sentence prints the amount for the current period. `shareMax`: the largest fraction of the amount that the last digit may
 * be, because "$0.2 billion" fits many amounts. Zero is never confirmed.
 */
export const isInProse = (amounts: readonly ProseAmount[], wanted: StatedAmount, shareMax = Infinity): boolean =>
  wanted.value !== 0 && amounts.some((said) => isSame(said, wanted) && (wanted.isPerShare || said.lastDigit <= Math.abs(wanted.value) * shareMax));
