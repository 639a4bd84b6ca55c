/**
 * Converts the zone of a date (`+0530`, `GMT-4`, `EDT`, `ET`) to its offset from UTC in minutes; null when a numeric offset is out of
 * range.
 */

// prettier-ignore
const fixedHours: Readonly<Record<string, number>> = {
  est: -5, edt: -4, cst: -6, cdt: -5, mst: -7, mdt: -6, pst: -8, pdt: -7, akst: -9, akdt: -8, hst: -10, ast: -4, adt: -3, nst: -3.5, ndt: -2.5, brt: -3, art: -3,
  wet: 0, west: 1, bst: 1, cet: 1, cest: 2, met: 1, mest: 2, mez: 1, mesz: 2, eet: 2, eest: 3, sast: 2, msk: 3, trt: 3, gst: 4, pkt: 5, ist: 5.5, npt: 5.75, ict: 7, wib: 7,
  sgt: 8, hkt: 8, myt: 8, pht: 8, awst: 8, jst: 9, kst: 9, acst: 9.5, acdt: 10.5, aest: 10, aedt: 11, nzst: 12, nzdt: 13,
};

/** Zone names that US wires write all year; the date decides between standard and daylight time. */
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
const WIDEST_MINUTES = 14 * 60;

/** Returns the offset in minutes. `localMs`: the local time as if in UTC, for daylight time. An unknown name is UTC (RFC 2822, 4.3). */
export function zoneOffsetMinutes(zone: string, localMs: number): number | null {
  const numeric = OFFSET.exec(zone);
  if (numeric !== null) {
    const minutes = Number(numeric[2]) * 60 + Number(numeric[3] ?? 0);
    return minutes > WIDEST_MINUTES ? null : numeric[1] === '-' ? -minutes : minutes;
  }
  // The number decides in `EST -0500`.
  const both = /^[a-z]+ ([+-]\d{2}:?\d{2})$/i.exec(zone);
  if (both?.[1] !== undefined) return zoneOffsetMinutes(both[1], localMs);
  if (/\d/.test(zone)) return null;
  const name = zone.toLowerCase();
  if (Object.hasOwn(ruled, name)) return ruledOffsetMinutes(ruled[name] ?? 'UTC', localMs);
  return Object.hasOwn(fixedHours, name) ? (fixedHours[name] ?? 0) * 60 : 0;
}

export const isKnownZone = (name: string): boolean =>
  /^(?:utc?|gmt|z)$/i.test(name) || Object.hasOwn(ruled, name.toLowerCase()) || Object.hasOwn(fixedHours, name.toLowerCase());

const formats = new Map<string, Intl.DateTimeFormat>();

function ruledOffsetMinutes(zone: string, localMs: number): number {
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  formats.set(zone, format);
  const offsetAt = (utcMs: number): number => {
    const match = /GMT([+-])(\d{2}):(\d{2})/.exec(format.format(utcMs));
    return match === null ? 0 : (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3]));
  };
  // The offset at the local time read as UTC is wrong only within hours of a change; the second lookup corrects it.
  return offsetAt(localMs - offsetAt(localMs) * 60_000);
}
