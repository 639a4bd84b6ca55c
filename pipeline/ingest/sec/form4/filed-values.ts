/** Reads values of EDGAR's XML forms as filed. */
import Big from 'big.js';
import { calendarDay } from '../../dates.ts';

/** Thrown when a document has a value from which no correct figure can be read. */
export class Unreadable extends Error {}

const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;
const iso = /^(\d{4})-(\d{2})-(\d{2})(?:Z|[+-]\d{2}:\d{2})?$/;
const likelyYear = /^(?:19|20)/;

/**
 * Returns the day of `03/24/2026` or `2026-03-24`, also with a zone (`2026-03-24-05:00`), which does not change it. Null for other text and
 * for a day that no calendar has. The filer may have mistyped the year: `0026-03-24`.
 */
export function readTypedDay(text: string): string | null {
  const [, month, day, year] = american.exec(text) ?? [];
  const [, isoYear, isoMonth, isoDay] = iso.exec(text) ?? [];
  return calendarDay(Number(year ?? isoYear), Number(month ?? isoMonth), Number(day ?? isoDay))?.toString() ?? null;
}

/** Returns the day, or null if the text is none or its year is neither of this century nor of the last. */
export function readDay(text: string): string | null {
  const day = readTypedDay(text);
  return day !== null && likelyYear.test(day) ? day : null;
}

/** Returns the CIK in ten digits. Throws Unreadable for anything else. */
export function readCik(text: string, whose = 'the issuer'): string {
  if (!/^0*[1-9]\d{0,9}$/.test(text)) throw new Unreadable(`${whose} has no CIK: ${text || 'empty'}`);
  return text.replace(/^0+/, '').padStart(10, '0');
}

const grouped = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/;
const plain = /^([+-]?)(\d*)(?:\.(\d*))?$/;
const scientific = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)[eE][+-]?\d{1,2}$/;
const decimalCharactersMax = 40;

/**
 * Returns the number as plain decimal text with every digit kept: `1,250` becomes 1250, `.5` 0.5, `1.5E3` 1500, and `5.50` stays. Null unless
 * the text is one number of at most 40 characters.
 */
export function plainDecimal(text: string): string | null {
  const bare = text.trim().replace(/^\$\s*/, '');
  if (bare.length > decimalCharactersMax) return null;
  const digits = grouped.test(bare) ? bare.replaceAll(',', '') : bare;
  if (scientific.test(digits)) return new Big(digits.replace(/^\+/, '')).toFixed();
  const parts = plain.exec(digits);
  const [, sign, whole = '', fraction = ''] = parts ?? [];
  if (!parts || whole + fraction === '') return null;
  const magnitude = `${whole.replace(/^0+(?=\d)/, '') || '0'}${fraction === '' ? '' : `.${fraction}`}`;
  return sign === '-' && /[1-9]/.test(magnitude) ? `-${magnitude}` : magnitude;
}
