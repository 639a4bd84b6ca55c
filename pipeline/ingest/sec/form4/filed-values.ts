/** Reads values of EDGAR's XML forms as filed. */
import { calendarDay } from '../../dates.ts';

/** Thrown when a document has a value from which no correct figure can be read. */
export class Unreadable extends Error {}

const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;
const iso = /^(\d{4})-(\d{2})-(\d{2})(?:Z|[+-]\d{2}:\d{2})?$/;
const likelyYear = /^(?:19|20)/;

/**
 * Returns the day of `03/24/2026` or `2026-03-24`, also with a zone (`2026-03-24-05:00`), which does not change it; null for other text. The
 * filer may have mistyped the year: `0026-03-24`.
 */
export function readTypedDay(text: string): string | null {
  const [, month, day, year] = american.exec(text) ?? [];
  const [, isoYear, isoMonth, isoDay] = iso.exec(text) ?? [];
  return calendarDay(Number(year ?? isoYear), Number(month ?? isoMonth), Number(day ?? isoDay))?.toString() ?? null;
}

/** Returns the day, or null if its year is not of this century or the last. */
export function readDay(text: string): string | null {
  const day = readTypedDay(text);
  return day !== null && likelyYear.test(day) ? day : null;
}

/** Returns the CIK in ten digits. Throws Unreadable for anything else. */
export function readCik(text: string, whose = 'the issuer'): string {
  if (!/^0*[1-9]\d{0,9}$/.test(text)) throw new Unreadable(`${whose} has no CIK: ${text || 'empty'}`);
  return text.replace(/^0+/, '').padStart(10, '0');
}
