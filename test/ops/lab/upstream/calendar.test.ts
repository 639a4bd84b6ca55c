import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { beaSchedule, blsCalendar, calendarPage } from '#ops/lab/upstream/calendar/pages.ts';
import { startUpstream } from '#ops/lab/upstream/server.ts';
import { agencyPlans } from '#pipeline/ingest/calendar/calendar-stage.ts';
import { readCalendarDocument } from '#pipeline/ingest/calendar/read-document.ts';
import { agencies, type Agency } from '#schemas/calendar.ts';
import { ask } from './client.ts';

const folder = mkdtempSync(join(tmpdir(), 'tickerwire-upstream-calendar-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const pathOf = (agency: Agency): string => agencyPlans[agency].pages(2026)[0]!.path;
const read = (agency: Agency, day: string) =>
  readCalendarDocument({ agency, body: calendarPage(pathOf(agency), Date.parse(`${day}T12:00:00Z`))!.body as Buffer });

describe('the agencies’ pages', () => {
  test('are read without a problem on any day, and list something of the next seven days together', () => {
    const days = Array.from({ length: 40 }, (_, at) =>
      Temporal.PlainDate.from('2024-11-03')
        .add({ days: at * 29 })
        .toString(),
    );
    for (const day of days) {
      const readings = agencies.map((agency) => read(agency, day));
      expect(
        readings.flatMap(({ problems }) => problems),
        day,
      ).toEqual([]);
      const end = Temporal.PlainDate.from(day).add({ days: 7 }).toString();
      expect(
        readings.flatMap(({ occurrences }) => occurrences).some(({ scheduled_at }) => scheduled_at > day && scheduled_at < end),
        day,
      ).toBe(true);
    }
  });

  test('change from day to day: what has passed leaves the schedule of the BEA, minutes and claims are published, a release is put off by a day', () => {
    expect(beaSchedule('2025-03-12')).toContain('4th Quarter 2024');
    expect(beaSchedule('2025-04-12')).not.toContain('4th Quarter 2024');
    const minutes = (day: string) => read('fed', day).occurrences.find(({ uid }) => uid === 'US-FOMC-MINUTES-2025-03')?.schedule_basis;
    expect([minutes('2025-03-25'), minutes('2025-05-01')]).toEqual(['inferred', 'official']);
    const claims = (day: string) => read('dol', day).occurrences.find(({ uid }) => uid === 'US-JOBLESS-CLAIMS-2025-03-15')?.schedule_basis;
    expect([claims('2025-03-19'), claims('2025-03-20')]).toEqual(['inferred', 'official']);
    const producer = (day: string) =>
      read('bls', day)
        .occurrences.find(({ uid }) => uid === 'US-PPI-2025-04')
        ?.scheduled_at.slice(0, 10);
    expect([producer('2025-04-01'), producer('2025-05-01')]).toEqual(['2025-05-13', '2025-05-14']);
    expect(blsCalendar('2025-04-01')).not.toBe(blsCalendar('2025-05-01'));
  });

  test('are served at their own paths and spoiled on request, as every path is', async () => {
    const upstream = await startUpstream({ rate: 0, burst: 0 });
    try {
      for (const agency of agencies) expect((await ask(`${upstream.url}${pathOf(agency)}`)).status, agency).toBe(200);
      expect((await ask(`${upstream.url}/news/schedule/unknown`)).status).toBe(404);
      const rule = JSON.stringify([
        { match: pathOf('bls'), kind: 'cut', bytes: 100 },
        { match: pathOf('bea'), kind: 'html_503' },
      ]);
      await ask(`${upstream.url}/__control/misbehave`, {}, 'POST', rule);
      expect((await ask(`${upstream.url}${pathOf('bls')}`)).body).toHaveLength(100);
      expect((await ask(`${upstream.url}${pathOf('bea')}`)).status).toBe(503);
    } finally {
      await upstream.stop();
    }
  });

  test('recorded ones are served in their place, the rest is generated', async () => {
    mkdirSync(join(folder, 'macro'));
    const recorded = fileURLToPath(new URL('../../../fixtures/documents/macro/', import.meta.url));
    cpSync(join(recorded, 'bls.ics'), join(folder, 'macro', 'releases-of-2025.ics'));
    const upstream = await startUpstream({ upstream: folder, rate: 0, burst: 0 });
    try {
      const calendar = (await ask(`${upstream.url}${pathOf('bls')}`)).text;
      expect(calendar).toBe(blsCalendar('2025-03-12'));
      expect((await ask(`${upstream.url}${pathOf('fed')}`)).text).toContain(`${new Date().getUTCFullYear()} FOMC Meetings`);
    } finally {
      await upstream.stop();
    }
  });
});
