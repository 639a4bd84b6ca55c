/** Parses the dates of feeds, also misspelt ones. A date without a zone is UTC. */
import { monthNumber } from '../../dates.ts';

/** Earliest accepted date. Feeds did not exist before; older dates are defaults of software (1970, 1900, 0001). */
const EARLIEST_MS = Date.UTC(1990, 0, 1);
/** Maximum time after the fetch. Wrong clocks and zones are off by hours; a later date is an embargo, an event or an error. */
const AHEAD_MAX_MS = 24 * 3_600_000;
const LENGTH_MAX = 100;

/** Which of the two numbers before a year is the day; null when unknown. */
export type DateOrder = 'day-first' | 'month-first' | null;

const WEEKDAY = '(?:[^\\d\\s,]+(?:,\\s*|\\s+))?';
/** Matches a numeric date. A year has two digits only after dots, as in `20.11.26`. */
const NUMERIC = `${WEEKDAY}(\\d{1,2})([-/.])(\\d{1,2})\\2(\\d{4}|(?<=\\.)\\d{2})(?!\\d)`;
const numeric = new RegExp(`^\\s*${NUMERIC}`);

/** Returns the order of day and month in the dates of a document: one number above 12 shows it for all. */
export function dateOrderOf(texts: Iterable<string | null>): DateOrder {
  for (const text of texts) {
    const [, first = '', , second = ''] = numeric.exec((text ?? '').slice(0, LENGTH_MAX)) ?? [];
    if (Number(first) > 12) return 'day-first';
    if (Number(second) > 12) return 'month-first';
  }
  return null;
}

/** Returns the instant as ISO 8601; null when the text gives no date between 1990 and 24 hours after `fetchedAt`. */
export function readDate(text: string | null, fetchedAt: string, order: DateOrder = null): string | null {
  const ms = text === null || text.length > 10 * LENGTH_MAX ? null : parseDate(text, order);
  if (ms === null || ms < EARLIEST_MS || ms > Date.parse(fetchedAt) + AHEAD_MAX_MS) return null;
  return new Date(ms).toISOString();
}

interface Parts {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
  readonly rest: string;
}

const number = (digits: string | undefined, absent = 1): number => (digits === undefined ? absent : Number(digits));

const MONTH = '([A-Za-z]{3,9})\\.?';
const DAY = '(\\d{1,2})(?:st|nd|rd|th)?';

const forms: readonly (readonly [RegExp, (match: RegExpExecArray, order: DateOrder) => Parts | null])[] = [
  // 20261002, 20261002T0915, 20261002091500
  [
    /^(\d{4})(\d{2})(\d{2})(?:$|T|\s)?(?=$|\d{4}|\d{6})(.*)$/,
    (m) => ({ year: number(m[1]), month: number(m[2]), day: number(m[3]), rest: m[4] ?? '' }),
  ],
  // 2026-275 and 2026275: day of the year
  [/^(\d{4})-?(\d{3})(?!\d)(.*)$/, (m) => ({ ...dayOfYear(number(m[1]), number(m[2])), rest: m[3] ?? '' })],
  // 2026, 2026-10, 2026-10-02, 2026/10/2
  [
    /^(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?(?!\d)(.*)$/,
    (m) => ({ year: number(m[1]), month: number(m[2]), day: number(m[3]), rest: m[4] ?? '' }),
  ],
  // Fri, 02 Oct 2026; 2-Oct-26; Friday, 02-Oct-26
  [new RegExp(`^${WEEKDAY}${DAY}[\\s./-]*${MONTH}[\\s,./-]*(\\d{4}|\\d{2,3})(?!\\d)(.*)$`), (m) => named(m[3], m[2], m[1], m[4])],
  // Fri Oct  2 09:15:00 EDT 2026
  [
    new RegExp(`^${WEEKDAY}${MONTH}\\s+(\\d{1,2}),?\\s+(\\d{1,2}:\\d{2}(?::\\d{2})?(?:\\s*[ap]m)?)(?:\\s*(\\S+))?\\s+(\\d{4})$`, 'i'),
    (m) => named(m[5], m[1], m[2], ` ${m[3]} ${m[4] ?? ''}`),
  ],
  // Oct 2, 2026; October 2nd 2026
  [new RegExp(`^${WEEKDAY}${MONTH}\\s+${DAY},?\\s+(\\d{4})(?!\\d)(.*)$`), (m) => named(m[3], m[1], m[2], m[4])],
  // 10/2/2026, 20-11-2026, 20.11.2026, 20.11.26, Friday, 20.11.2026
  [
    new RegExp(`^${NUMERIC}(.*)$`),
    (m, order) => inNumbers([number(m[1]), number(m[3])], { mark: m[2]!, year: wholeYear(m[4] ?? ''), rest: m[5] ?? '', order }),
  ],
];

const endsWithClock = /\d:\d{2}(?:\.\d+)?(?:\s*[ap]\.?m\.?)?$/i;

/** Matches a zone name after the offset (RFC 9557): `-05:00[America/New_York]`. */
const NAMED_ZONE = /(Z|[+-]\d{2}:?\d{2})\[[^[\]]*\]/i;

function parseDate(text: string, order: DateOrder): number | null {
  const spaced = text
    .replace(/\([^()]*\)/g, ' ')
    .replace(NAMED_ZONE, '$1')
    .replace(/\s+/g, ' ')
    .replace(/\b(eastern|central|mountain|pacific)(?: standard| daylight)? time\b/i, '$1')
    .trim();
  // A comment in parentheses may repeat the zone (RFC 822, 3.4.3) or be the only one: "09:15 (EST)".
  const comment = /\(\s*([A-Za-z]{1,5})\s*\)\s*$/.exec(text)?.[1];
  const clean = comment !== undefined && endsWithClock.test(spaced) && isKnownZone(comment) ? `${spaced} ${comment}` : spaced;
  if (clean.length > LENGTH_MAX) return null;
  if (/^\d{10}$/.test(clean)) return Number(clean) * 1_000;
  if (/^\d{13}$/.test(clean)) return Number(clean);
  for (const [form, read] of forms) {
    const match = form.exec(clean);
    const parts = match === null ? null : read(match, order);
    if (parts !== null) return instant(parts);
  }
  return null;
}

function named(year: string | undefined, name: string | undefined, day: string | undefined, rest: string | undefined): Parts | null {
  const month = monthNumber(name ?? '');
  return month === null ? null : { year: wholeYear(year ?? ''), month, day: number(day), rest: rest ?? '' };
}

/** Returns the year of two to four digits (RFC 2822, 4.3): two digits under 50 are in this century, three are years since 1900. */
function wholeYear(digits: string): number {
  const year = Number(digits);
  if (digits.length === 4) return year;
  return digits.length === 2 && year < 50 ? 2000 + year : 1900 + year;
}

/**
 * Reads a numeric date such as 10/2/2026, which is October in the US and February elsewhere. Returns null unless a number exceeds 12, the
 * order is known from other dates, am or pm shows a US clock, or dots separate the numbers (day first).
 */
function inNumbers(
  [first, second]: readonly [number, number],
  { mark, year, rest, order }: { readonly mark: string; readonly year: number; readonly rest: string; readonly order: DateOrder },
): Parts | null {
  const [dayFirst, monthFirst] = [{ year, month: second, day: first, rest }, { year, month: first, day: second, rest }]; // prettier-ignore
  if (first > 12 || second > 12) return first > 12 ? dayFirst : monthFirst;
  if (first === second || mark === '.' || order === 'day-first') return dayFirst;
  return order === 'month-first' || usClock.test(rest) ? monthFirst : null;
}

const usClock = /[ap]\.?m/i;

function dayOfYear(year: number, day: number): Omit<Parts, 'rest'> {
  const date = new Date(Date.UTC(year, 0, day));
  const isOfYear = day >= 1 && date.getUTCFullYear() === year;
  return { year, month: isOfYear ? date.getUTCMonth() + 1 : 0, day: date.getUTCDate() };
}

const TIME =
  /^[\s,T-]*(?:at\s+)?(?:(\d{1,2})(?:[:.]?(\d{2})(?:[:.]?(\d{2})(?:[.,](\d{1,9}))?)?)?(?!\d)(?:\s*([ap])\.?m\.?(?![a-z]))?\s*)?(\S{0,12}(?: [+-]\d{2}:?\d{2})?|[+-]\d{2}:?\d{2} [a-z]{1,5})$/i;

function instant({ year, month, day, rest }: Parts): number | null {
  const time = TIME.exec(rest);
  if (time === null || month < 1 || month > 12 || day < 1 || day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return null;
  const [, hourText, minuteText, secondText, fraction, half, zone] = time;
  const hour = wholeHour(number(hourText, 0), half);
  const minute = number(minuteText, 0);
  const second = number(secondText, 0);
  if (hour > 24 || minute > 59 || second > 60 || (hour === 24 && minute + second > 0)) return null;
  const localMs = Date.UTC(year, month - 1, day, hour, minute, second, Math.floor(Number(`0.${fraction ?? '0'}`) * 1_000));
  const offsetMinutes = zoneOffsetMinutes(zone ?? '', localMs);
  return offsetMinutes === null ? null : localMs - offsetMinutes * 60_000;
}

function wholeHour(hour: number, half: string | undefined): number {
  if (half === undefined || hour > 12) return hour;
  return (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
}

// prettier-ignore
const fixedHours: Readonly<Record<string, number>> = {
  est: -5, edt: -4, cst: -6, cdt: -5, mst: -7, mdt: -6, pst: -8, pdt: -7, akst: -9, akdt: -8, hst: -10, ast: -4, adt: -3, nst: -3.5, ndt: -2.5, brt: -3, art: -3,
  wet: 0, west: 1, bst: 1, cet: 1, cest: 2, met: 1, mest: 2, mez: 1, mesz: 2, eet: 2, eest: 3, sast: 2, msk: 3, trt: 3, gst: 4, pkt: 5, ist: 5.5, npt: 5.75, ict: 7, wib: 7,
  sgt: 8, hkt: 8, myt: 8, pht: 8, awst: 8, jst: 9, kst: 9, acst: 9.5, acdt: 10.5, aest: 10, aedt: 11, nzst: 12, nzdt: 13,
};

/** Zone names without standard or daylight time, as US wires write them; the date decides between the two. */
const ruled: Readonly<Record<string, string>> = {
  et: 'America/New_York',
  ct: 'America/Chicago',
  mt: 'America/Denver',
  pt: 'America/Los_Angeles',
  eastern: 'America/New_York',
  central: 'America/Chicago',
  mountain: 'America/Denver',
  pacific: 'America/Los_Angeles',
};

const OFFSET = /^(?:UTC?|GMT)?\s*([+-])(\d{1,2})(?::?(\d{2}))?$/i;
const NAMED_OFFSET = /^(?:[a-z]+ ([+-]\d{2}:?\d{2})|([+-]\d{2}:?\d{2}) [a-z]+)$/i;
const WIDEST_MINUTES = 14 * 60;

/**
 * Returns the offset of a zone (`+0530`, `GMT-4`, `EDT`, `ET`) from UTC in minutes; 0 for an unknown name (RFC 2822, 4.3), null for a number
 * out of range or in another form. `localMs`, the local time read as UTC, decides on daylight time.
 */
function zoneOffsetMinutes(zone: string, localMs: number): number | null {
  const offset = OFFSET.exec(zone);
  if (offset !== null) {
    const minutes = Number(offset[2]) * 60 + Number(offset[3] ?? 0);
    return minutes > WIDEST_MINUTES ? null : offset[1] === '-' ? -minutes : minutes;
  }
  // In `EST -0500` and `-0500 EST` the number decides.
  const both = NAMED_OFFSET.exec(zone);
  if (both !== null) return zoneOffsetMinutes(both[1] ?? both[2] ?? '', localMs);
  if (/\d/.test(zone)) return null;
  const name = zone.toLowerCase();
  if (Object.hasOwn(ruled, name)) return ruledOffsetMinutes(ruled[name] ?? 'UTC', localMs);
  return Object.hasOwn(fixedHours, name) ? (fixedHours[name] ?? 0) * 60 : 0;
}

const isKnownZone = (name: string): boolean =>
  /^(?:utc?|gmt|z)$/i.test(name) || Object.hasOwn(ruled, name.toLowerCase()) || Object.hasOwn(fixedHours, name.toLowerCase());

const ruledOffsetMinutes = (zone: string, localMs: number): number =>
  Temporal.Instant.fromEpochMilliseconds(localMs).toZonedDateTimeISO('UTC').toPlainDateTime().toZonedDateTime(zone).offsetNanoseconds / 60e9;
