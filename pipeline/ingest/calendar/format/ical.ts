/** Parses an iCalendar text (RFC 5545) into events: joins folded lines, and keeps the zone name of each date as written. */

interface Property {
  readonly parameters: Readonly<Record<string, string>>;
  /** The value as written, with its escapes. */
  readonly value: string;
}

/** Properties by name in upper case; the first one of each name. */
export type Properties = ReadonlyMap<string, Property>;

export interface Calendar {
  readonly properties: Properties;
  readonly events: readonly Properties[];
  /** False when the END of the calendar is missing, so the text is cut short. */
  readonly isWhole: boolean;
}

const eventsMax = 20_000;
const linePattern = /^([A-Za-z0-9-]+)((?:;[A-Za-z0-9-]+=(?:"[^"]*"|[^;:"]*))*):(.*)$/;

/** Returns the calendar; null when the text does not begin one. */
export function readCalendar(text: string): Calendar | null {
  const lines = text
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/\n[ \t]/g, '')
    .split('\n');
  const own = new Map<string, Property>();
  const events: Properties[] = [];
  const open: string[] = [];
  let properties = new Map<string, Property>();
  let isWhole = false;
  for (const line of lines) {
    const [, name = '', given = '', value = ''] = linePattern.exec(line.trimEnd()) ?? [];
    const key = name.toUpperCase();
    const kind = value.trim().toUpperCase();
    if (key === 'BEGIN') {
      open.push(kind);
      if (kind === 'VEVENT') properties = new Map();
    } else if (key === 'END') {
      // A component that is closed by the END of another has lost lines and yields no event.
      const isOwn = open.pop() === kind;
      if (isOwn && kind === 'VEVENT' && events.length < eventsMax) events.push(properties);
      if (isOwn && kind === 'VCALENDAR') isWhole = open.length === 0;
      if (!isOwn) while (open.length > 0 && open.pop() !== kind);
    } else if (key !== '') {
      const target = open.at(-1) === 'VEVENT' ? properties : open.length === 1 && open[0] === 'VCALENDAR' ? own : null;
      if (target !== null && !target.has(key)) target.set(key, { parameters: parametersOf(given), value });
    }
  }
  return lines.some((line) => /^BEGIN:VCALENDAR\s*$/i.test(line)) ? { properties: own, events, isWhole } : null;
}

const parametersOf = (given: string): Record<string, string> =>
  Object.fromEntries(
    [...given.matchAll(/;([A-Za-z0-9-]+)=(?:"([^"]*)"|([^;:"]*))/g)].map(([, name = '', quoted, plain = '']) => [
      name.toUpperCase(),
      quoted ?? plain,
    ]),
  );

export const textOf = ({ value }: Property): string =>
  value.replace(/\\([\\;,nN])/g, (_, escaped: string) => (escaped.toLowerCase() === 'n' ? ' ' : escaped)).trim();

/** TZID names of the Eastern zone in agency calendars, in lower case; some are not in the zone database. */
const easternNames: ReadonlySet<string> = new Set([
  'us-eastern',
  'us/eastern',
  'america/new_york',
  'eastern standard time',
  'eastern time',
  'est5edt',
]);

type Moment = { readonly date: string; readonly time: string } | { readonly wrong: string };

/** Returns the Eastern date and time of a property. `zone` is X-WR-TIMEZONE, for dates without their own zone. */
export function easternMoment({ parameters, value }: Property, zone: string | null): Moment {
  const [, year, month, day, hour, minute, second, utc] = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})(Z?)$/i.exec(value.trim()) ?? [];
  if (year === undefined) return { wrong: /^\d{8}$/.test(value.trim()) ? 'a day without a time' : 'no date' };
  let clock: Temporal.PlainDateTime;
  try {
    clock = Temporal.PlainDateTime.from(`${year}-${month}-${day}T${hour}:${minute}:${second}`, { overflow: 'reject' });
  } catch {
    return { wrong: 'no such date' };
  }
  const name = parameters['TZID'] ?? zone;
  if (utc !== '') clock = clock.toZonedDateTime('UTC').withTimeZone('America/New_York').toPlainDateTime();
  else if (name === null || !easternNames.has(name.toLowerCase())) return { wrong: name === null ? 'no time zone' : `unsupported time zone ${name}` };
  return { date: clock.toPlainDate().toString(), time: clock.toPlainTime().toString({ smallestUnit: 'minute' }) };
}
