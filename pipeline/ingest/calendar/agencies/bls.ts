/** Reads bls.ics, the release calendar of the Bureau of Labor Statistics: CPI, PPI, Employment Situation, JOLTS. */
import { daysAfterPeriod, monthPattern, readMonth } from '../format/dates.ts';
import { easternMoment, readCalendar, textOf, type Calendar, type Properties } from '../format/ical.ts';
import { assignPeriods, type BlsEvent, type Dated } from './bls-periods.ts';
import { createScheduleBuilder, emptySchedule, type ParsedSchedule } from '../parsed-schedule.ts';

/** The patterns allow text around the name: `The`, an abbreviation, a note on the schedule. */
const releases: readonly (readonly [event: BlsEvent, name: RegExp])[] = [
  ['cpi', /^(?:the )?consumer price index(?:es)?(?: for all urban consumers)?(?: \(cpi(?:-u)?\))?/i],
  ['ppi', /^(?:the )?producer price index(?:es)?(?: \(ppi\))?/i],
  ['nfp', /^(?:the )?employment situation(?: summary)?(?! of veterans)/i],
  ['jolts', /^(?:the )?job openings and labor turnover(?: survey)?(?: \(jolts\))?/i],
];

const periodAfter = new RegExp(`^(?:for|,|-|–|—|:|\\()? ?(${monthPattern}\\.?,? \\d{4})\\)?$`, 'i');
const statusWord = /\b(?:cancell?ed|postponed|rescheduled|delayed|revised date|updated)\b/i;
/** Maximum days from the end of a month to its release. */
const lagDaysMax = 130;
const entriesMax = 1_500;

export function readBls(text: string): ParsedSchedule {
  const calendar = readCalendar(text);
  if (calendar === null) return emptySchedule('not an iCalendar');
  if (!isOfBls(calendar, text)) return emptySchedule('an iCalendar, but not from the Bureau of Labor Statistics');
  if (!calendar.isWhole) return emptySchedule('the iCalendar is cut short');
  const schedule = createScheduleBuilder();
  const zone = calendar.properties.get('X-WR-TIMEZONE')?.value.trim() ?? null;
  const all = calendar.events.flatMap((event) => entryOf(event, zone, schedule.complain) ?? []);
  for (const [event] of releases) {
    const entries = all.filter((entry) => entry.event === event).slice(0, entriesMax);
    for (const [entry, period] of assignPeriods(event, entries)) {
      const { date, time, status, sourceId, summary } = entry;
      if (typeof period === 'string') {
        schedule.add({ event, period, date, time, status, sourceId }, `${summary} ${date}`);
        continue;
      }
      schedule.complain(period.wrong, `${summary} ${date}`);
      if (sourceId !== null) schedule.leaveUnplaced({ event, date, time, status, sourceId });
    }
  }
  return schedule.done();
}

/** Returns the name without a note on the schedule and the brackets or dashes around it. */
function withoutNote(summary: string, wordChars: number): string {
  const at = summary.search(statusWord);
  const bare = (text: string): string => {
    let [from, to] = [0, text.length];
    while (from < to && noteMarks.includes(text[from]!)) from += 1;
    while (to > from && noteMarks.includes(text[to - 1]!)) to -= 1;
    return text.slice(from, to);
  };
  return `${bare(summary.slice(0, at))} ${bare(summary.slice(at + wordChars))}`.trim();
}
const noteMarks = ' ()[],:-–';

const isOfBls = ({ properties }: Calendar, text: string): boolean =>
  ['PRODID', 'X-WR-CALNAME', 'NAME', 'SUMMARY'].some((name) => /\bBLS\b|Labor Statistics/i.test(properties.get(name)?.value ?? '')) ||
  /bls\.gov|^CATEGORIES:.*\bBLS\b/im.test(text);

interface Entry extends Dated {
  readonly event: BlsEvent;
  readonly time: string;
  readonly status: 'scheduled' | 'postponed' | 'cancelled';
  readonly sourceId: string | null;
  readonly summary: string;
}

/** Returns the release of an event; null for another release, and after a complaint about one that cannot be read. */
function entryOf(properties: Properties, zone: string | null, complain: (why: string, row: string) => void): Entry | null {
  const refuse = (why: string, row: string): null => {
    complain(why, row);
    return null;
  };
  const summaryProperty = properties.get('SUMMARY');
  if (summaryProperty === undefined) return refuse('an entry without a name', properties.get('DTSTART')?.value ?? '');
  const summary = textOf(summaryProperty).replace(/\s+/g, ' ');
  const note = statusWord.exec(summary)?.[0].toLowerCase() ?? null;
  const named = note === null ? summary : withoutNote(summary, note.length);
  const [event, name] = releases.find(([, pattern]) => pattern.test(named)) ?? [];
  if (event === undefined || name === undefined) return null;
  const rest = named.replace(name, '').trim();
  const stated = periodAfter.exec(rest)?.[1] ?? null;
  if (rest !== '' && stated === null) return refuse('unknown release name', summary);
  const start = properties.get('DTSTART');
  const moment = start === undefined ? { wrong: 'no date' } : easternMoment(start, zone);
  if ('wrong' in moment) return refuse(moment.wrong, `${summary} ${start?.value ?? ''}`);
  const period = stated === null ? null : readMonth(stated);
  if (period !== null && (daysAfterPeriod(period, moment.date) < 0 || daysAfterPeriod(period, moment.date) > lagDaysMax))
    return refuse(`${moment.date} is not a possible date for ${period}`, summary);
  const isCancelled = /^cancel/i.test(note ?? '') || /^CANCELLED$/i.test(properties.get('STATUS')?.value.trim() ?? '');
  const uid = properties.get('UID')?.value.trim() ?? '';
  return {
    event,
    ...moment,
    period,
    status: isCancelled ? 'cancelled' : note === 'postponed' || note === 'delayed' ? 'postponed' : 'scheduled',
    sourceId: uid === '' ? null : uid.slice(0, 200),
    summary,
  };
}
