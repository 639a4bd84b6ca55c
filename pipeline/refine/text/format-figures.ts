/** Writes decimals, days and lists for readers. Exact figures are in the insider block of a row. */
import Big from 'big.js';
import { monthNames } from '../../month-names.ts';

const group = (digits: string): string => {
  const [whole = '', fraction] = digits.split('.');
  const threes: string[] = [];
  let end = whole.length;
  for (const first = whole.startsWith('-') ? 4 : 3; end > first; end -= 3) threes.unshift(whole.slice(end - 3, end));
  return [whole.slice(0, end), ...threes].join(',') + (fraction === undefined ? '' : `.${fraction}`);
};

/** Returns the digits without zeros at the end of a fraction: `5.00` -> `5`. */
export const trimZeros = (digits: string): string => (digits.includes('.') ? digits.replace(/\.?(?<!0)0+$/, '') : digits);

/** Returns a number with commas and at most four decimals: `5000` -> `5,000`. */
export const grouped = (decimal: string): string => group(trimZeros(new Big(decimal).toFixed(4, Big.roundHalfUp)));

/** Returns a price with cents, or with up to four decimals when it has them: `$171.50`, `$57.2793`. */
export function dollars(decimal: string): string {
  const trimmed = trimZeros(new Big(decimal).toFixed(4, Big.roundHalfUp));
  const places = trimmed.split('.')[1]?.length ?? 0;
  return `$${group(places > 2 ? trimmed : new Big(decimal).toFixed(2, Big.roundHalfUp))}`;
}

const scales = [
  ['1000000000', 'billion'],
  ['1000000', 'million'],
] as const;

/** Returns a sum in round dollars: `$7.68 million`, `$286,397`, `$950.25`. */
export function roundDollars(decimal: string): string {
  const value = new Big(decimal);
  // Scales from 99.9995 % of the unit, because 999,995,000 would round to 1,000.00 million.
  const scale = scales.find(([unit]) => value.round(0).gte(new Big(unit).times('0.999995')));
  if (scale) return `$${trimZeros(value.div(scale[0]).toFixed(2, Big.roundHalfUp))} ${scale[1]}`;
  return value.gte(1_000) ? `$${group(value.toFixed(0, Big.roundHalfUp))}` : dollars(decimal);
}

/** Returns a list in words: `Ann, Bob and Eve`. */
export const enumeration = (items: readonly string[]): string =>
  items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;

/** Returns a date in words: `2025-03-18` -> `March 18, 2025`. */
export const longDate = (date: string): string => `${monthNames[Number(date.slice(5, 7)) - 1]} ${Number(date.slice(8, 10))}, ${date.slice(0, 4)}`;
