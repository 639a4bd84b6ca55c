/** The example of the calendar in the OpenAPI document. */
import type { CalendarOccurrence } from '#schemas/calendar.ts';

export const calendarExample: { readonly results: CalendarOccurrence[]; readonly next_cursor: null } = {
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
