/** Lists what is fetched from each agency, and which dates follow from its cadence alone. */
import type { Agency } from '#schemas/calendar.ts';
import { inferClaims } from './agencies/dol.ts';
import type { ReadOccurrence } from './reading.ts';

export interface AgencyPage {
  readonly path: string;
  /** The page exists only at some times of the year; a 404 is not a failure. */
  readonly isOptional?: true;
}

export interface AgencyPlan {
  readonly pages: (year: number) => readonly AgencyPage[];
  /** Returns the dates that follow without any document, from a day on. */
  readonly infer?: (today: string) => readonly ReadOccurrence[];
}

export const agencyPlans: Readonly<Record<Agency, AgencyPlan>> = {
  bls: { pages: () => [{ path: '/schedule/news_release/bls.ics' }] },
  bea: { pages: () => [{ path: '/news/schedule' }] },
  // The list switches to the next year in autumn; the list of a given year then has that year in its path.
  census: {
    pages: (year) => [
      { path: '/economic-indicators/calendar-listview.html' },
      { path: `/economic-indicators/calendar-listview-${year}.html`, isOptional: true },
    ],
  },
  fed: { pages: () => [{ path: '/monetarypolicy/fomccalendars.htm' }] },
  dol: {
    pages: () => [{ path: '/newsroom/releases/eta' }],
    infer: (today) => inferClaims(Temporal.PlainDate.from(today).subtract({ weeks: 2 }).toString()),
  },
};
