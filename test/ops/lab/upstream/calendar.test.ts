import { describe, expect, test } from 'vitest';
import { calendarPage } from '#ops/lab/upstream/calendar/pages.ts';
import { agencyPlans } from '#pipeline/ingest/calendar/calendar-stage.ts';
import { readCalendarDocument } from '#pipeline/ingest/calendar/read-document.ts';
import { agencies, type Agency } from '#schemas/calendar.ts';

const pathOf = (agency: Agency): string => agencyPlans[agency].pages(2026)[0]!.path;
const read = (agency: Agency, day: string) =>
  readCalendarDocument({ agency, body: calendarPage(pathOf(agency), Date.parse(`${day}T12:00:00Z`))!.body });

describe('the agencies’ pages', () => {
  test('are read without a problem on any day, and list something of the next seven days together', () => {
    const days = Array.from({ length: 14 }, (_, at) =>
      Temporal.PlainDate.from('2024-11-03')
        .add({ days: at * 83 })
        .toString(),
    );
    for (const day of days) {
      const readings = agencies.map((agency) => read(agency, day));
      const problems = readings.flatMap((reading) => reading.problems);
      expect(problems, day).toEqual([]);
      const end = Temporal.PlainDate.from(day).add({ days: 7 }).toString();
      const next = readings.flatMap(({ occurrences }) => occurrences).filter(({ scheduled_at }) => scheduled_at > day && scheduled_at < end);
      expect(next, day).not.toEqual([]);
    }
  });
});
