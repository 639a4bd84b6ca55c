/** The next past business day against its daily index: filings that the feed did not show become pending, and so does what a reconciliation found missing. */
import { daysBetween, isBusinessDay, nextDay } from '#schemas/edgar-calendar.ts';
import { backoff } from '../../schedule.ts';
import { fetchIndex } from './fetch-index.ts';
import { isKnown } from '../filing-progress.ts';
import { takeWanted } from '../refetch-requests.ts';
import { coolOff, steadyMsOf, save, todayOf, type Work } from '../stage-context.ts';

/** An index is read only while few filings wait, so that what is kept of them stays small. */
const pendingForIndexMax = 1_000;
/** A day whose index is missing this long has none: a closing that the calendar does not know. */
const indexDaysMax = 7;
/** Compared again after a clock that stood ahead is right again. */
const againDays = 10;
/** Days further back than this are not filled. */
export const gapDaysMax = 60;

/** Moves past days that have no index; the day to compare, or null while every past day is covered. */
function dayToCompare({ progress, deps }: Work, today: string): string | null {
  if (daysBetween(progress.coveredThrough, today) > gapDaysMax) {
    deps.log.warn({ coveredThrough: progress.coveredThrough, gapDaysMax }, 'daily_index.skipped');
    progress.coveredThrough = Temporal.PlainDate.from(today).subtract({ days: gapDaysMax }).toString();
  }
  const yesterday = Temporal.PlainDate.from(today).subtract({ days: 1 }).toString();
  if (progress.coveredThrough > yesterday) {
    // Days were gone through before they had come, by a clock that stood wrong: nobody knows which of the last ones were had.
    deps.log.warn({ coveredThrough: progress.coveredThrough, today, againDays }, 'daily_index.clock_was_ahead');
    progress.coveredThrough = Temporal.PlainDate.from(today).subtract({ days: againDays }).toString();
  }
  let day = nextDay(progress.coveredThrough);
  for (; day < today && !isBusinessDay(day); day = nextDay(day)) progress.coveredThrough = day;
  return day < today ? day : null;
}

/** True when there is something new to fetch, or a day was dealt with, so that the next one may follow. */
export async function compareDay(work: Work): Promise<boolean> {
  if (await takeWanted(work)) return true;
  const { deps, settings, progress, timers, metrics, fetch } = work;
  const today = todayOf(work);
  const day = dayToCompare(work, today);
  if (day === null || steadyMsOf(work) < timers.nextIndexAtMs || progress.pending.size > pendingForIndexMax) return false;

  const read = await fetchIndex({ fetch, parse: deps.parse, baseUrl: settings.baseUrl }, day, work.source.forms);
  if (read.kind !== 'index') {
    const isGivenUp = read.kind === 'absent' && daysBetween(day, today) > indexDaysMax;
    timers.nextIndexAtMs =
      steadyMsOf(work) +
      (isGivenUp ? 0 : Math.max(read.trouble.retryAfterMs, backoff(timers.indexFailures, settings.indexRetryMs.first, settings.indexRetryMs.last)));
    timers.indexFailures = isGivenUp ? 0 : timers.indexFailures + 1;
    if (read.trouble.isRefusedClient === 'yes') coolOff(work, read.trouble);
    metrics.dayCompared(isGivenUp ? 'given_up' : 'unavailable', 0);
    deps.log.warn({ day, why: read.trouble.detail, isGivenUp, failures: timers.indexFailures }, 'daily_index.unavailable');
    if (!isGivenUp) return false;
    progress.coveredThrough = day;
    await save(work);
    return true;
  }

  const { index } = read;
  const missed = index.entries.filter((entry) => !isKnown(progress, entry.accession));
  const seenAt = deps.now().toISOString();
  for (const { accession, cik, form, filedOn } of missed)
    progress.pending.set(accession, { accession, cik, form, acceptedAt: null, filedOn, seenAt, isLive: false, failures: 0, dueAtMs: 0 });
  progress.coveredThrough = day;
  timers.indexFailures = 0;
  metrics.dayCompared('covered', missed.length);
  deps.log.info({ day, listed: index.entries.length, unreadable: index.unreadable, missed: missed.length }, 'daily_index.compared');
  await save(work);
  return true;
}
