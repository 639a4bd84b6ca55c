/** Compares the next past business day with its daily index: filings that the feed or a reconciliation missed become pending. */
import { backoff } from '#ops/process/pause.ts';
import { daysBetween, isBusinessDay, nextDay } from '#schemas/edgar-calendar.ts';
import { fetchIndex } from './fetch-index.ts';
import { isKnown, pendingOf } from '../filing-progress.ts';
import { takeRefetchRequests } from '../refetch-requests.ts';
import { coolOff, steadyMsOf, save, todayOf, type SecStageWork } from '../stage-context.ts';

/** An index is read only while fewer filings are pending, which bounds the stored progress. */
const pendingForIndexMax = 1_000;
/** Days after which a missing index will not come: a closing that the calendar does not know. */
const indexDaysMax = 7;
/** Days to compare again after the clock was ahead. */
const againDays = 10;
/** Days back to which gaps in the coverage are filled. */
export const gapDaysMax = 60;

/** Skips days without an index. Returns the day to compare, or null while every past day is covered. */
function dayToCompare({ progress, deps }: SecStageWork, today: string): string | null {
  if (daysBetween(progress.coveredThrough, today) > gapDaysMax) {
    deps.log.warn({ coveredThrough: progress.coveredThrough, gapDaysMax }, 'daily_index.skipped');
    progress.coveredThrough = Temporal.PlainDate.from(today).subtract({ days: gapDaysMax }).toString();
  }
  const yesterday = Temporal.PlainDate.from(today).subtract({ days: 1 }).toString();
  if (progress.coveredThrough > yesterday) {
    // A clock that was ahead covered days before they came, so which of the last days were really read is unknown.
    deps.log.warn({ coveredThrough: progress.coveredThrough, today, againDays }, 'daily_index.clock_was_ahead');
    progress.coveredThrough = Temporal.PlainDate.from(today).subtract({ days: againDays }).toString();
  }
  let day = nextDay(progress.coveredThrough);
  for (; day < today && !isBusinessDay(day); day = nextDay(day)) progress.coveredThrough = day;
  return day < today ? day : null;
}

/** Returns true when there is something new to fetch, or a day was processed and the next one may follow. */
export async function compareDay(work: SecStageWork): Promise<boolean> {
  if (await takeRefetchRequests(work)) return true;
  const { deps, settings, progress, timers, metrics } = work;
  const today = todayOf(work);
  const day = dayToCompare(work, today);
  if (day === null || steadyMsOf(work) < timers.nextIndexAtMs || progress.pending.size > pendingForIndexMax) return false;

  const read = await fetchIndex({ ...deps, baseUrl: settings.baseUrl }, day, work.source.forms);
  if (read.kind !== 'index') {
    const isGivenUp = read.kind === 'absent' && daysBetween(day, today) > indexDaysMax;
    timers.nextIndexAtMs =
      steadyMsOf(work) +
      (isGivenUp ? 0 : Math.max(read.trouble.retryAfterMs, backoff(timers.indexFailures, settings.indexRetryMs.first, settings.indexRetryMs.last)));
    timers.indexFailures = isGivenUp ? 0 : timers.indexFailures + 1;
    if (read.trouble.isRefusedClient === 'yes') coolOff(work, read.trouble);
    metrics.days.inc({ source: work.source.name, outcome: isGivenUp ? 'given_up' : 'unavailable' });
    deps.log.warn({ day, why: read.trouble.detail, isGivenUp, failures: timers.indexFailures }, 'daily_index.unavailable');
    if (!isGivenUp) return false;
    progress.coveredThrough = day;
    await save(work);
    return true;
  }

  const { index } = read;
  const missed = index.entries.filter((entry) => !isKnown(progress, entry.accession));
  const seenAt = deps.now().toISOString();
  for (const entry of missed) progress.pending.set(entry.accession, pendingOf(entry, seenAt));
  progress.coveredThrough = day;
  timers.indexFailures = 0;
  metrics.days.inc({ source: work.source.name, outcome: 'covered' });
  metrics.missed.inc({ source: work.source.name }, missed.length);
  metrics.unreadable.inc({ source: work.source.name }, index.unreadable);
  deps.log.info({ day, listed: index.entries.length, unreadable: index.unreadable, missed: missed.length }, 'daily_index.compared');
  await save(work);
  return true;
}
