/** Reads an agency's schedule of macro releases. */
import { agencyOf, readCalendarDocument } from '#pipeline/ingest/calendar/read-document.ts';
import { inCalendarOrder, served, type CalendarOccurrence } from '#schemas/calendar.ts';

/** Occurrences as the calendar serves them, and descriptions of rows that could not be read or have no date. */
export interface InspectedCalendar {
  readonly kind: 'calendar';
  readonly occurrences: readonly CalendarOccurrence[];
  readonly problems: readonly string[];
}

/** Returns the schedule. The time `at` determines the phase of each occurrence. */
export function inspectCalendar(body: Buffer, at: string): InspectedCalendar {
  const agency = agencyOf(body);
  if (agency === null) return { kind: 'calendar', occurrences: [], problems: ['not a document of a known agency'] };
  const { occurrences, undated, problems } = readCalendarDocument({ body, agency });
  return {
    kind: 'calendar',
    occurrences: [...occurrences].sort(inCalendarOrder).map((occurrence) => served(occurrence, Date.parse(at))),
    problems: [...problems, ...undated.map(({ uid, schedule_status }) => `${uid} is ${schedule_status}, without a date`)],
  };
}
