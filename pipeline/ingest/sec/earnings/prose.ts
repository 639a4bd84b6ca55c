/** The filing's text in, the amounts its sentences print out ("$69.6 million", "EUR 212.7m", "$0.51 per share"), to hold tables against. */
import { currencyIn } from './currency.ts';
import { scaleWord, type Scale } from './scale.ts';

export interface ProseAmount {
  /** In whole units, without sign: prose prints losses without one. */
  readonly value: number;
  /** What its last digit is worth. */
  readonly lastDigit: number;
  readonly scale: Scale | null;
  readonly currency: string | null;
  readonly printed: string;
  readonly start: number;
  readonly end: number;
}

const currency =
  '(?:US\\s?\\$|U\\.S\\.\\s?\\$|HK\\$|NT\\$|C\\$|Cdn\\$|A\\$|R\\$|\\$|€|£|¥|RMB\\s?|EUR\\s?|Euros?\\s|USD\\s?|GBP\\s?|CHF\\s?|NIS\\s?|CAD\\s?)';
const amount = new RegExp(
  `(${currency})\\s?\\(?(${currency})?(\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?|\\.\\d+)\\)?\\s?(thousand|million|billion|trillion|mln|mn|bn|m|b)?\\b`,
  'gi',
);

/** Bounded: what a release says of itself stands in its first pages. */
const charactersMax = 60_000;
const amountsMax = 2_000;

export function proseAmounts(text: string, from = 0, to = Math.min(text.length, charactersMax)): ProseAmount[] {
  const found: ProseAmount[] = [];
  for (const match of text.slice(from, to).matchAll(amount)) {
    if (found.length >= amountsMax) break;
    const [printed, sign = '', , digits = '', word] = match;
    const scale = word === undefined ? null : scaleWord(word);
    const factor = scale === null ? 1 : { ones: 1, thousands: 1e3, millions: 1e6, billions: 1e9, trillions: 1e12 }[scale];
    const decimals = digits.split('.')[1]?.length ?? 0;
    const start = from + match.index;
    found.push({
      value: Number(digits.replaceAll(',', '')) * factor,
      lastDigit: factor * 10 ** -decimals,
      scale,
      currency: currencyIn(sign),
      printed: printed.trimEnd(),
      start,
      end: start + printed.trimEnd().length,
    });
  }
  return found;
}

/** True where a sentence prints the same amount, rounded or not. Zero proves nothing. */
export const isSaid = (amounts: readonly ProseAmount[], value: number, lastDigit: number): boolean =>
  value !== 0 && amounts.some((said) => Math.abs(said.value - Math.abs(value)) <= Math.max(said.lastDigit, lastDigit) * 0.5000001);
