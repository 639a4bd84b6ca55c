import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { detectKind } from '#ops/scripts/inspect/detect.ts';
import { inspectCalendar } from '#ops/scripts/inspect/inspect-calendar.ts';
import { CalendarOccurrence, eventKeys } from '#schemas/calendar.ts';
import { runScript } from '../run-script.ts';

const folder = fileURLToPath(new URL('../../../fixtures/documents/macro/', import.meta.url));
const names = ['bls.ics', 'bea_schedule.html', 'census_calendar.html', 'fomccalendars.htm', 'dol_releases.html'];

describe("npm run inspect on an agency's schedule", () => {
  test('prints its occurrences as the calendar serves them, in their order, and what could not be read', async () => {
    const files = names.map((name) => join(folder, name));
    const { code, out } = await runScript('ops/scripts/inspect.ts', [...files, '--at', '2025-03-12T12:00:00Z']);
    expect(code).toBe(0);
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { file: string; kind: string; occurrences: CalendarOccurrence[]; problems: string[] });
    expect(lines.map((line) => [line.file, line.kind, line.problems])).toEqual(files.map((file) => [file, 'calendar', []]));
    for (const { occurrences } of lines) {
      expect(occurrences.map((one) => CalendarOccurrence.parse(one))).toEqual(occurrences);
      expect(occurrences.map(({ scheduled_at, uid }) => `${scheduled_at} ${uid}`)).toEqual(
        occurrences.map(({ scheduled_at, uid }) => `${scheduled_at} ${uid}`).sort(),
      );
      for (const { phase, scheduled_at } of occurrences) expect(phase).toBe(scheduled_at <= '2025-03-12T12:00:00.000Z' ? 'elapsed' : 'upcoming');
    }
    expect(new Set(lines.flatMap(({ occurrences }) => occurrences.map(({ event_key }) => event_key)))).toEqual(new Set(eventKeys));
  });

  test('knows a schedule by its content, with markup of another kind too; an article about one is a page', () => {
    for (const name of names) {
      const body = readFileSync(join(folder, name));
      expect(detectKind(body), name).toBe('calendar');
      const changed = Buffer.from(
        body
          .toString()
          .replace(/class="[^"]*"|id="[^"]*"/g, '')
          .replace(/<(\/?)(?:td|th|tr|table)\b/g, '<$1div'),
      );
      expect(detectKind(changed), `${name} changed`).toBe('calendar');
    }
    const article =
      '<html><head><title>2026 FOMC Meetings: what to expect</title></head><body><h1>2026 FOMC Meetings: what to expect</h1><p>The 2026 FOMC Meetings begin in January. Personal Income and Outlays, July 2026 is due.</p></body></html>';
    expect(detectKind(Buffer.from(article))).toBe('page');
  });

  test('a release without a date, a page that ends early and a calendar of others are told', () => {
    const bea = readFileSync(join(folder, 'bea_schedule.html')).toString();
    const undated = bea.replace(/<div class="release-date">[^<]*<\/div>\s*<small[^>]*>[^<]*<\/small>/, 'To Be Announced');
    expect(inspectCalendar(Buffer.from(undated), '2025-03-12T12:00:00.000Z').problems).toEqual([
      expect.stringMatching(/^US-\S+ is postponed, without a date$/),
    ]);
    expect(inspectCalendar(Buffer.from(bea.replace('</html>', '')), '2025-03-12T12:00:00.000Z').problems).toEqual(['the page is cut short']);
    const foreign =
      'BEGIN:VCALENDAR\nPRODID:-//somebody\nBEGIN:VEVENT\nDTSTART:20260114T133000Z\nSUMMARY:Consumer Price Index\nEND:VEVENT\nEND:VCALENDAR\n';
    expect(inspectCalendar(Buffer.from(foreign), '2025-03-12T12:00:00.000Z')).toMatchObject({ occurrences: [], problems: [expect.any(String)] });
  });
});
