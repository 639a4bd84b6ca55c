/** Builds the schedule parsed from an agency's document. A row whose date, time or period is uncertain is left out and becomes a problem. */
import { easternInstant, isFederalHoliday } from '#schemas/edgar-calendar.ts';
import { calendarCategory, seriesTable, type EventKey, type PlannedOccurrence, type ReleaseStage } from '#schemas/calendar.ts';
import { monthNames } from '../../month-names.ts';

export interface ReadOccurrence extends PlannedOccurrence {
  readonly source_id: string | null;
}

interface UndatedRelease {
  readonly uid: string;
  readonly schedule_status: 'postponed' | 'cancelled';
}

interface UnplacedRelease {
  readonly event: EventKey;
  readonly date: string;
  readonly time: string;
  readonly status: PlannedOccurrence['schedule_status'];
  readonly sourceId: string;
}

export interface ParsedSchedule {
  readonly occurrences: readonly ReadOccurrence[];
  readonly undated: readonly UndatedRelease[];
  readonly unplaced: readonly UnplacedRelease[];
  /** One line per problem, with the text that could not be read. */
  readonly problems: readonly string[];
}

export const emptySchedule = (problem: string): ParsedSchedule => ({ occurrences: [], undated: [], unplaced: [], problems: [problem] });

export interface Facts {
  readonly event: EventKey;
  readonly period: string;
  /** Eastern date and time: `2026-07-14`, `08:30`. */
  readonly date: string;
  readonly time: string;
  readonly stage?: ReleaseStage;
  readonly status?: PlannedOccurrence['schedule_status'];
  readonly basis?: PlannedOccurrence['schedule_basis'];
  /** Eastern time of the press conference on the same day; null without one. */
  readonly pressConference?: string | null;
  readonly hasSep?: boolean;
  readonly sourceId?: string | null;
}

/** Returns the uid, e.g. `US-CPI-2026-07`. It names the period and not the date, so it stays the same when the release moves. */
export const uidOf = ({ event, period, stage }: Pick<Facts, 'event' | 'period' | 'stage'>): string =>
  ['US', seriesTable[event].uidPrefix, period, ...(stage === undefined ? [] : [stage.toUpperCase()])].join('-');

/** Returns the occurrence of a release. Throws a RangeError for a time that does not exist. */
export function occurrenceOf(facts: Facts): ReadOccurrence {
  const { event, period, date, time, stage, status = 'scheduled', basis = 'official', pressConference = null, sourceId = null } = facts;
  const series = seriesTable[event];
  return {
    uid: uidOf(facts),
    event_key: event,
    title: titleOf(facts),
    reference_period: period,
    release_stage: stage ?? null,
    scheduled_at: easternInstant(`${date}T${time}`),
    schedule_status: status,
    schedule_basis: basis,
    importance: series.importance,
    category: calendarCategory,
    country: 'US',
    source_url: series.sourceUrl,
    press_conference_at: pressConference === null ? null : easternInstant(`${date}T${pressConference}`),
    has_sep: event === 'fomc_decision' && (facts.hasSep ?? false),
    released_at: null,
    source_id: sourceId,
  };
}

function titleOf({ event, period, stage }: Facts): string {
  const { title } = seriesTable[event];
  const [year, part] = [period.slice(0, 4), period.slice(5)];
  if (part.startsWith('Q')) return `${title}, ${part} ${year}${stage === undefined ? '' : `, ${stage} estimate`}`;
  if (period.length > 7) return `${title}, week ending ${period}`;
  return `${title}, ${monthNames[Number(part) - 1]} ${year}`;
}

/** Returns why no agency publishes at this time, or null: agencies publish on business days, from early morning to late afternoon. */
function unlikelyMoment(date: string, time: string): string | null {
  if (Temporal.PlainDate.from(date).dayOfWeek > fridayOfWeek) return `${date} is on a weekend`;
  if (isFederalHoliday(date)) return `${date} is a federal holiday`;
  return time < '06:00' || time > '18:00' ? `${time} is not a possible release time` : null;
}

export type ScheduleBuilder = ReturnType<typeof createScheduleBuilder>;

/** Returns a builder of a schedule. It leaves out all rows of a uid that has two dates, because one of them is wrong. */
export function createScheduleBuilder() {
  const byUid = new Map<string, { readonly occurrence: ReadOccurrence; readonly row: string }>();
  const contested = new Set<string>();
  const undated = new Map<string, UndatedRelease>();
  const unplaced: UnplacedRelease[] = [];
  const problems: string[] = [];
  const complain = (why: string, row: string): void => {
    if (problems.length < problemsMax) problems.push(`${why}: ${shortened(row)}`);
  };
  return {
    add: (facts: Facts, row: string): void => {
      const unlikely = unlikelyMoment(facts.date, facts.time);
      if (unlikely !== null) return complain(unlikely, row);
      const occurrence = occurrenceOf(facts);
      const known = byUid.get(occurrence.uid);
      if (known === undefined) byUid.set(occurrence.uid, { occurrence, row });
      else if (known.occurrence.scheduled_at !== occurrence.scheduled_at || known.occurrence.schedule_status !== occurrence.schedule_status) {
        if (!contested.has(occurrence.uid)) complain(`${occurrence.uid} has two dates`, known.row);
        contested.add(occurrence.uid);
        complain(`${occurrence.uid} has two dates`, row);
      }
    },
    leaveUndated: (release: UndatedRelease): void => void undated.set(release.uid, release),
    leaveUnplaced: (release: UnplacedRelease): void => void (unlikelyMoment(release.date, release.time) === null && unplaced.push(release)),
    complain,
    done: (): ParsedSchedule => ({
      occurrences: [...byUid.values()].map(({ occurrence }) => occurrence).filter(({ uid }) => !contested.has(uid)),
      undated: [...undated.values()].filter(({ uid }) => !byUid.has(uid)),
      unplaced,
      problems,
    }),
  };
}

const fridayOfWeek = 5;
const problemsMax = 200;
const rowCharsMax = 200;
const shortened = (row: string): string => {
  const line = row.replace(/\s+/g, ' ').trim();
  return line.length > rowCharsMax ? `${line.slice(0, rowCharsMax)}…` : line;
};
