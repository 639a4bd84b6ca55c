/** GET /api/calendar/: scheduled US macro releases of a window. */
import { z } from 'zod';
import { CalendarOccurrence, eventKeys, importances, served } from '#schemas/calendar.ts';
import { invalidParameter } from '../errors.ts';
import { renderedAnswer } from '../feed/cached-response.ts';
import { defineOperation } from '../operation.ts';
import { dateOrDatetime, listOf, optional, refuseReversed } from '../request/parameters.ts';

const dayMs = 86_400_000;
const [windowDays, spanDaysMax] = [7, 400];
const countries = ['US'] as const;

const query = z.object({
  from_date: optional(
    dateOrDatetime(),
    `Start of the window, inclusive; a date means 00:00 UTC. Default: today 00:00 UTC, or ${windowDays} days before a \`to_date\` in the past`,
  ),
  to_date: optional(
    dateOrDatetime(),
    `End of the window, exclusive; a date means 00:00 UTC, so that day is not included. Default: ${windowDays} days after the start; at most ${spanDaysMax} days after it`,
  ),
  event_key: optional(listOf(eventKeys), 'Only these series'),
  importance: optional(listOf(importances), 'Only these tiers'),
  country: optional(listOf(countries, { us: 'US' }), 'Only releases of these countries'),
});

export const CalendarList = z
  .object({ results: z.array(CalendarOccurrence), next_cursor: z.null().meta({ description: 'Always null; the whole window is one page' }) })
  .meta({ id: 'CalendarList' });

export const calendarExample: z.infer<typeof CalendarList> = {
  results: [
    {
      uid: 'US-CPI-2026-07',
      event_key: 'cpi',
      title: 'Consumer Price Index (CPI), July 2026',
      reference_period: '2026-07',
      release_stage: null,
      scheduled_at: '2026-08-12T12:30:00.000Z',
      phase: 'upcoming',
      schedule_status: 'scheduled',
      schedule_basis: 'official',
      importance: 'high',
      category: 'macro_economy',
      country: 'US',
      source_url: 'https://www.bls.gov/schedule/news_release/cpi.htm',
      press_conference_at: null,
      has_sep: false,
      released_at: null,
    },
    {
      uid: 'US-FOMC-2026-09',
      event_key: 'fomc_decision',
      title: 'FOMC rate decision, September 2026',
      reference_period: '2026-09',
      release_stage: null,
      scheduled_at: '2026-09-16T18:00:00.000Z',
      phase: 'upcoming',
      schedule_status: 'scheduled',
      schedule_basis: 'official',
      importance: 'high',
      category: 'macro_economy',
      country: 'US',
      source_url: 'https://www.federalreserve.gov/monetarypolicy/fomccalendars.htm',
      press_conference_at: '2026-09-16T18:30:00.000Z',
      has_sep: true,
      released_at: null,
    },
  ],
  next_cursor: null,
};

export const calendarList = defineOperation({
  path: '/api/calendar/',
  name: 'listCalendar',
  summary: 'Calendar of scheduled US macro releases',
  description:
    'FOMC decisions and minutes, CPI, PPI, nonfarm payrolls, GDP estimates, PCE, advance retail sales, weekly jobless claims and JOLTS, in order of time. By default: today and the next six days. `uid` stays the same when a release is moved.',
  input: {
    query,
  },
  output: { type: 'application/json', schema: CalendarList, example: calendarExample },
  handle: ({ query: { from_date, to_date, event_key: keys, importance: tiers } }, _, deps) => {
    const nowMs = deps.nowMs();
    const [fromMs, toMs] = windowOf(from_date?.firstMs ?? null, to_date?.firstMs ?? null, nowMs);
    checkWindow(fromMs, toMs);
    const results = deps.calendar
      .between(fromMs, toMs)
      .filter(({ event_key }) => keys?.includes(event_key) ?? true)
      .filter(({ importance }) => tiers?.includes(importance) ?? true)
      .map((occurrence) => served(occurrence, nowMs));
    const value: z.input<typeof CalendarList> = { results, next_cursor: null };
    return renderedAnswer({ value, rowsCount: results.length });
  },
});

/** Returns the window. If only `toMs` is given and lies in the future, the window starts today. */
function windowOf(fromMs: number | null, toMs: number | null, nowMs: number): [fromMs: number, toMs: number] {
  const todayMs = nowMs - (nowMs % dayMs);
  const begin = fromMs ?? (toMs === null || toMs > nowMs ? todayMs : toMs - windowDays * dayMs);
  return [begin, toMs ?? begin + windowDays * dayMs];
}

function checkWindow(fromMs: number, toMs: number): void {
  refuseReversed(fromMs, toMs);
  const [from, to] = [fromMs, toMs].map((ms) => new Date(ms).toISOString());
  if (toMs - fromMs > spanDaysMax * dayMs)
    throw invalidParameter('to_date', `must be at most ${spanDaysMax} days after the start of the window, ${from}, but is ${to}`);
}
