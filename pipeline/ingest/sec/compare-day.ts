/** The next past business day against its daily index: filings that the feed did not show become pending. */
import { daysBetween, isBusinessDay, nextDay } from '#schemas/edgar-calendar.ts';
import { backoff } from '../schedule.ts';
import type { FetchResult } from '../stage.ts';
import { dailyIndexPath, readDailyIndex, type DailyIndex } from './daily-index.ts';
import { forms } from './poll.ts';
import { isKnown } from './progress.ts';
import { troubleOf, troubleOfPage, type Trouble } from './trouble.ts';
import { coolOff, nowMsOf, save, todayOf, type Work } from './work.ts';

/** An index is read only while few filings wait, so that what is kept of them stays small. */
const pendingForIndexMax = 1_000;
/** A day whose index is missing this long has none: a closing that the calendar does not know. */
const indexDaysMax = 7;
/** Days further back than this are not filled. */
const gapDaysMax = 60;
const indexBytesMax = 20_000_000;
const indexTimeoutMs = 60_000;

/** Moves past days that have no index; the day to compare, or null while every past day is covered. */
function dayToCompare({ progress, deps }: Work, today: string): string | null {
  if (daysBetween(progress.coveredThrough, today) > gapDaysMax) {
    deps.log.warn({ coveredThrough: progress.coveredThrough, gapDaysMax }, 'daily_index.skipped');
    progress.coveredThrough = Temporal.PlainDate.from(today).subtract({ days: gapDaysMax }).toString();
  }
  let day = nextDay(progress.coveredThrough);
  for (; day < today && !isBusinessDay(day); day = nextDay(day)) progress.coveredThrough = day;
  return day < today ? day : null;
}

function readAnswer(answer: FetchResult): { readonly index: DailyIndex } | { readonly trouble: Trouble; readonly isMissing: boolean } {
  if (answer.outcome !== 'ok')
    return { trouble: troubleOf(answer), isMissing: answer.outcome === 'failed' && (answer.status === 404 || answer.status === 403) };
  const index = readDailyIndex(answer.body, forms);
  return index.ok ? { index } : { trouble: troubleOfPage(index.detail), isMissing: false };
}

/** True when a day was dealt with, so that the next one may follow. */
export async function compareDay(work: Work): Promise<boolean> {
  const { deps, settings, progress, timers, metrics, fetch } = work;
  const today = todayOf(work);
  const day = dayToCompare(work, today);
  if (day === null || nowMsOf(work) < timers.nextIndexAtMs || progress.pending.size > pendingForIndexMax) return false;

  const url = `${settings.baseUrl}${dailyIndexPath(day)}`;
  const read = readAnswer(await fetch({ url, bodyBytesMax: indexBytesMax, timeoutMs: indexTimeoutMs }));
  if ('trouble' in read) {
    const isGivenUp = read.isMissing && daysBetween(day, today) > indexDaysMax;
    timers.nextIndexAtMs =
      nowMsOf(work) +
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
  for (const { accession, cik, filedOn } of missed)
    progress.pending.set(accession, { accession, cik, acceptedAt: null, filedOn, seenAt, isLive: false, failures: 0, dueAtMs: 0 });
  progress.coveredThrough = day;
  timers.indexFailures = 0;
  metrics.dayCompared('covered', missed.length);
  deps.log.info({ day, listed: index.entries.length, unreadable: index.unreadable, missed: missed.length }, 'daily_index.compared');
  await save(work);
  return true;
}
