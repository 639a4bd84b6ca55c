/** Scheduled US macro releases: the ten series, their occurrences as served, and the schedule of an agency as stored. */
import { z } from 'zod';
import { HttpUrl, Instant } from './primitives.ts';
import type { Category } from './vocabulary.ts';
import { compareText } from './compare-text.ts';

export const eventKeys = ['fomc_decision', 'fomc_minutes', 'cpi', 'ppi', 'nfp', 'gdp', 'pce', 'retail_sales', 'jobless_claims', 'jolts'] as const;
export type EventKey = (typeof eventKeys)[number];

export const agencies = ['bls', 'bea', 'census', 'fed', 'dol'] as const;
export type Agency = (typeof agencies)[number];

export const importances = ['high', 'medium', 'low'] as const;
const scheduleStatuses = ['scheduled', 'postponed', 'cancelled'] as const;
/** Names of BEA's estimates. After a government shutdown BEA publishes an initial and an updated estimate instead of the usual three. */
const releaseStages = ['advance', 'second', 'third', 'initial', 'updated'] as const;
export type ReleaseStage = (typeof releaseStages)[number];
const servedStages = ['advance', 'second', 'third'] as const;
const servedStageOf: Readonly<Record<ReleaseStage, (typeof servedStages)[number]>> = {
  advance: 'advance',
  initial: 'advance',
  second: 'second',
  third: 'third',
  updated: 'third',
};

interface Series {
  readonly agency: Agency;
  readonly title: string;
  /** Text of the uid between `US-` and the reference period. */
  readonly uidPrefix: string;
  readonly importance: (typeof importances)[number];
  /** Usual Eastern time of the release, for inferred dates. Official schedules state their own times. */
  readonly usualTime: `${number}:${number}`;
  readonly sourceUrl: string;
}

const bls = 'https://www.bls.gov/schedule/news_release';
const bea = 'https://www.bea.gov/news/schedule';
const fed = 'https://www.federalreserve.gov/monetarypolicy/fomccalendars.htm';

/**
 * The ten series. Importance is high if the release moves rates and indexes on most of its days, medium if it does so only on a surprise,
 * and low if it is one of many weekly figures.
 */
// prettier-ignore
export const seriesTable: Readonly<Record<EventKey, Series>> = {
  fomc_decision: { agency: 'fed', title: 'FOMC rate decision', uidPrefix: 'FOMC', importance: 'high', usualTime: '14:00', sourceUrl: fed },
  fomc_minutes: { agency: 'fed', title: 'FOMC minutes', uidPrefix: 'FOMC-MINUTES', importance: 'medium', usualTime: '14:00', sourceUrl: fed },
  cpi: { agency: 'bls', title: 'Consumer Price Index (CPI)', uidPrefix: 'CPI', importance: 'high', usualTime: '08:30', sourceUrl: `${bls}/cpi.htm` },
  ppi: { agency: 'bls', title: 'Producer Price Index (PPI)', uidPrefix: 'PPI', importance: 'medium', usualTime: '08:30', sourceUrl: `${bls}/ppi.htm` },
  nfp: { agency: 'bls', title: 'Employment Situation (nonfarm payrolls)', uidPrefix: 'NFP', importance: 'high', usualTime: '08:30', sourceUrl: `${bls}/empsit.htm` },
  gdp: { agency: 'bea', title: 'Gross Domestic Product (GDP)', uidPrefix: 'GDP', importance: 'high', usualTime: '08:30', sourceUrl: bea },
  pce: { agency: 'bea', title: 'Personal Income and Outlays (PCE)', uidPrefix: 'PCE', importance: 'high', usualTime: '08:30', sourceUrl: bea },
  retail_sales: { agency: 'census', title: 'Advance Retail Sales', uidPrefix: 'RETAIL-SALES', importance: 'medium', usualTime: '08:30', sourceUrl: 'https://www.census.gov/economic-indicators/calendar-listview.html' },
  jobless_claims: { agency: 'dol', title: 'Weekly jobless claims', uidPrefix: 'JOBLESS-CLAIMS', importance: 'low', usualTime: '08:30', sourceUrl: 'https://www.dol.gov/ui/data.pdf' },
  jolts: { agency: 'bls', title: 'Job Openings and Labor Turnover Survey (JOLTS)', uidPrefix: 'JOLTS', importance: 'medium', usualTime: '10:00', sourceUrl: `${bls}/jolts.htm` },
};

export const calendarCategory: Category = 'macro_economy';

const CalendarUid = z.string().regex(/^US-[A-Z0-9-]{3,40}$/);

/** All fields of an occurrence except `phase`, which depends on the time of the request. */
const planned = {
  uid: CalendarUid.meta({ description: 'Made from the series and its period; stays the same when the release is moved' }),
  event_key: z.enum(eventKeys),
  title: z.string().min(1).max(200),
  reference_period: z
    .string()
    .meta({ description: 'Month `2026-07`, quarter `2026-Q2`, last day of the week `2026-11-14`; for the FOMC, the month of the decision' }),
  release_stage: z.enum(releaseStages).nullable(),
  scheduled_at: Instant,
  schedule_status: z.enum(scheduleStatuses).meta({ description: '`postponed`: `scheduled_at` is the last date announced' }),
  schedule_basis: z
    .enum(['official', 'inferred'])
    .meta({ description: "`official`: from the agency's schedule; `inferred`: estimated from past cadence until the agency publishes its schedule" }),
  importance: z.enum(importances),
  category: z.string(),
  country: z.literal('US'),
  source_url: HttpUrl,
  press_conference_at: Instant.nullable().meta({ description: 'Set for FOMC decisions that have a press conference' }),
  has_sep: z.boolean().meta({ description: 'Whether the Federal Reserve publishes projections with the decision; false for other releases' }),
  released_at: z.null(),
} as const;

export const PlannedOccurrence = z.object(planned);
export type PlannedOccurrence = z.infer<typeof PlannedOccurrence>;

const { uid, event_key, title, reference_period, release_stage: _, scheduled_at, ...last } = planned;
export const CalendarOccurrence = z
  .object({
    uid,
    event_key,
    title,
    reference_period,
    release_stage: z.enum(servedStages).nullable().meta({ description: 'Set for GDP estimates only, otherwise null' }),
    scheduled_at,
    phase: z
      .enum(['upcoming', 'elapsed'])
      .meta({ description: 'Whether the scheduled time has passed; it does not show whether the agency has published' }),
    ...last,
  })
  .meta({ id: 'CalendarOccurrence' });
export type CalendarOccurrence = z.infer<typeof CalendarOccurrence>;

export function served(occurrence: PlannedOccurrence, nowMs: number): CalendarOccurrence {
  const phase = Date.parse(occurrence.scheduled_at) <= nowMs ? 'elapsed' : 'upcoming';
  // Earlier releases stored another category with an occurrence; it is replaced here.
  const { release_stage: stage } = occurrence;
  return CalendarOccurrence.parse({ ...occurrence, release_stage: stage && servedStageOf[stage], category: calendarCategory, phase });
}

export const inCalendarOrder = (a: PlannedOccurrence, b: PlannedOccurrence): number =>
  compareText(a.scheduled_at, b.scheduled_at) || compareText(a.uid, b.uid);

export const StoredOccurrence = PlannedOccurrence.extend({
  source_id: z.string().max(200).nullable(),
  /** Time since which the agency's page omits the occurrence but lists the dates around it; null while it is listed. */
  absent_since: Instant.nullable(),
});
export type StoredOccurrence = z.infer<typeof StoredOccurrence>;

/** The schedule of an agency. The KV bucket has one entry per agency, which is always written whole. */
export const AgencySchedule = z.object({
  v: z.literal(1),
  agency: z.enum(agencies),
  /** When a document of the agency was last accepted; null before the first. */
  synced_at: Instant.nullable(),
  synced_for: Instant.nullable(),
  occurrences: z.array(StoredOccurrence),
});
export type AgencySchedule = z.infer<typeof AgencySchedule>;
